// What a project's compiler says of our types. `/testing` needs no DOM (faults.md D).
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, inject, it } from 'vitest'

import { root } from '../source-imports.ts'

const consumer = inject('consumer')
const typescript5 = join(consumer, 'node_modules', 'typescript', 'bin', 'tsc')
const typescript7 = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const program = `
  import * as plugins from '@ai-zen/agents-core'
  import * as loop from '@dreb/agent-core'
  import * as ai from '@dreb/ai'
  import * as catalog from '@dreb/ai/models/openai'
  import * as normalize from '@dreb/ai/normalize'
  import * as proxy from '@dreb/ai/proxy'
  import * as schema from '@dreb/ai/schema'
  import * as testing from '@dreb/ai/testing'
  import * as validate from '@dreb/ai/validate'

  export const all = { plugins, loop, ai, catalog, normalize, proxy, schema, testing, validate }

  export async function ask(recording: testing.Recording): Promise<string> {
    const model = ai.getModel('openai', 'gpt-4o')
    const answer = ai.stream(model, { messages: [] }, { apiKey: 'none', fetch: testing.replayFetch(recording) })
    return (await answer.result()).stopReason
  }
`

/** What the compiler says of a program under these options, beside the strictest there are. */
async function complaints(compiler: string, name: string, options: object, code = program): Promise<string> {
  const folder = folderOf(name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'program.ts'), code)
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
  const compilerOptions = { ...strict, target: 'es2023', noEmit: true, ...options }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }))
  const result = promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder })
  return result.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

function folderOf(name: string): string {
  return join(consumer, 'types', name.replaceAll(/\W+/g, '-'))
}

const server = { module: 'nodenext', lib: ['es2023'], types: ['node'] }
const page = {
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
}

it.each([
  ['TypeScript 5.9, a server without DOM types', typescript5, server],
  ['TypeScript 7.0, a server without DOM types', typescript7, server],
  ['TypeScript 7.0, a page without the types of Node', typescript7, page],
])(
  '%s: every entry point compiles',
  async (name, compiler, options) => {
    expect(await complaints(compiler, name, options)).toBe('')
  },
  120_000,
)

const withClients = `
  import { Agent } from '@ai-zen/agents-core'
  import { createOpenAIClient, getModel } from '@dreb/ai'
  import OpenAI from 'openai'

  const model = 'claude-sonnet-4-6'
  export const ofOurs = new Agent({ client: createOpenAIClient(getModel('anthropic', model)), model })
  export const ofTheirs = new Agent({ client: new OpenAI({ apiKey: 'key' }), model })
`

it.each(['openai4', 'openai5'])(
  'case client-type-of-another-openai-version: %s in the project, 7 below @dreb/ai',
  async (alias) => {
    const modules = join(folderOf(alias), 'node_modules')
    const installed = join(consumer, 'node_modules')
    mkdirSync(join(modules, '@ai-zen'), { recursive: true })
    symlinkSync(join(installed, alias), join(modules, 'openai'))
    // A copy, so that its types find the project's `openai` and not the one that it was installed with.
    const copy = join(modules, '@ai-zen', 'agents-core')
    cpSync(join(installed, '@ai-zen', 'agents-core'), copy, { recursive: true, dereference: true })
    const options = { ...server, lib: ['es2023', 'dom', 'dom.iterable'], skipLibCheck: true }
    expect(await complaints(typescript5, alias, options, withClients)).toBe('')
  },
  120_000,
)
