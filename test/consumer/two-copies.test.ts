// Two copies of @dreb/ai in one program (decision 69), as after a patch of one of the agents.
import { execFileSync } from 'node:child_process'
import { cpSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, inject, it } from 'vitest'

import { runNode } from './support/run-node.ts'

const consumer = inject('consumer')
const first = realpathSync(join(consumer, 'node_modules', '@dreb', 'ai'))
const second = join(dirname(first), 'ai-second')
cpSync(first, second, { recursive: true, dereference: true })

const urlOf = (folder: string): string => pathToFileURL(join(folder, 'dist', 'index.js')).href
const imports = `
  const first = await import('${urlOf(first)}')
  const second = await import('${urlOf(second)}')
  const model = { id: 'mine', name: 'Mine', api: 'parrot', provider: 'own', baseUrl: 'http://own', reasoning: false, input: ['text'], cost: {}, contextWindow: 1, maxTokens: 1 }`

it('are really two', async () => {
  expect(await runNode(consumer, `${imports}; console.log(first.stream === second.stream)`)).toBe(false)
})

it('a model that is registered with one is known to the other', async () => {
  const program = `${imports}
    first.registerModels([model])
    console.log(JSON.stringify([second.getModel('own', 'mine').name, second.getProviders().includes('own')]))`
  expect(await runNode(consumer, program)).toEqual(['Mine', true])
})

it('an API that is registered with one is used by the other', async () => {
  const program = `${imports}
    const provider = { api: 'parrot', stream: () => 'streamed', streamSimple: () => 'streamed' }
    first.registerApiProvider(provider, 'me')
    const seen = [second.stream(model, { messages: [] })]
    second.unregisterApiProviders('me')
    console.log(JSON.stringify([...seen, first.getApiProvider('parrot') ?? 'gone']))`
  expect(await runNode(consumer, program)).toEqual(['streamed', 'gone'])
})

it('each uses its own code for the built-in APIs, and sees which of them were removed', async () => {
  const program = `${imports}
    const apis = (copy) => copy.getApiProviders().map(({ api }) => api).join()
    const isOwn = first.getApiProvider('openai-completions') !== second.getApiProvider('openai-completions')
    const before = apis(first)
    second.clearApiProviders()
    const cleared = apis(first)
    first.resetApiProviders()
    console.log(JSON.stringify({ isOwn, cleared, isBack: apis(second) === before && before.includes('mistral') }))`
  expect(await runNode(consumer, program)).toEqual({ isOwn: true, cleared: '', isBack: true })
})

it('a copy that is loaded after the APIs were cleared does not bring them back', async () => {
  const program = `
    const first = await import('${urlOf(first)}')
    first.clearApiProviders()
    await import('${urlOf(second)}')
    console.log(first.getApiProviders().length)`
  expect(await runNode(consumer, program)).toBe(0)
})

it('an error of one is recognized by the other', async () => {
  const program = `${imports}
    const thrown = (() => { try { first.getModel('openai', 'nobody') } catch (error) { return error } })()
    console.log(JSON.stringify([second.AIError.is(thrown), second.AIError.is(new Error('other')), thrown.code]))`
  expect(await runNode(consumer, program)).toEqual([true, false, 'unknown_model'])
})

it('a program sees one list, also when one copy is required and the other imported', () => {
  const program = `
    const first = require('${join(first, 'dist', 'index.js')}')
    const second = require('${join(second, 'dist', 'index.js')}')
    first.registerModels([{ id: 'mine', provider: 'own' }])
    console.log(second.getModel('own', 'mine').id)`
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }).trim()).toBe('mine')
})
