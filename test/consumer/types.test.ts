// What a project's compiler says of our types. `/testing` needs no DOM (faults.md D).
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
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

/** What the compiler says of the program under these options, beside the strictest there are. */
async function complaints(compiler: string, name: string, options: object): Promise<string> {
  const folder = join(consumer, 'types', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'program.ts'), program)
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }
  const compilerOptions = { ...strict, target: 'es2023', noEmit: true, ...options }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.ts'] }))
  const result = promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder })
  return result.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
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
    expect(await complaints(compiler, name.replaceAll(/\W+/g, '-'), options)).toBe('')
  },
  120_000,
)
