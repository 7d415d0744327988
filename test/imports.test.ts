import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'

import { bundleForBrowser } from '../scripts/bundle.ts'
import { root } from './source-imports.ts'

// Of the built packages, in a Node of their own: what the test runner loads would be counted, too.
async function loadedBy(specifier: string): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('${specifier}')
    console.log(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
  return (JSON.parse(stdout) as string[]).map((url) => url.replace(/.*\/(packages|node_modules)\//, ''))
}

describe('importing @dreb/ai', () => {
  const loaded = loadedBy('@dreb/ai')

  it('loads at most 25 modules', async () => {
    expect((await loaded).slice(25)).toEqual([])
  })

  it('loads nothing but its own files: no SDK, no TypeBox', async () => {
    expect((await loaded).filter((module) => !module.startsWith('ai/dist/'))).toEqual([])
  })

  it('loads no whole catalogue, no provider and no validator', async () => {
    const heavy = /\/(catalogs|providers\/(?!provider\.js)|wire|normalize\/(?!overflow-text)|validate\/(?!lazy))/
    expect((await loaded).filter((module) => heavy.test(module))).toEqual([])
  })
})

describe.each([
  ['@dreb/ai', 'packages/ai'],
  ['@dreb/ai/normalize', 'packages/ai'],
  ['@dreb/ai/schema', 'packages/ai'],
  ['@dreb/ai/validate', 'packages/ai'],
  ['@dreb/ai/proxy', 'packages/ai'],
  ['@dreb/ai/testing', 'packages/ai'],
  ['@dreb/agent-core', 'packages/agent-core'],
  ['@ai-zen/agents-core', 'packages/agents-core'],
])('%s', (specifier, folder) => {
  it('reaches no module of Node, at once or on demand', async () => {
    const { entry, nodeModules } = await bundleForBrowser(`export * from '${specifier}'`, folder)
    expect(nodeModules).toEqual([])
    expect(entry).toBeGreaterThan(0)
  })
})

it('a program that reaches a module of Node is found out', async () => {
  const { nodeModules } = await bundleForBrowser(`import { join } from 'node:path'\nconsole.log(join)`, 'packages/ai')
  expect(nodeModules).toHaveLength(1)
})
