// Cases no-node-builtins-in-browser-build and no-process-global, and decision 62 for the bundlers beside Next.js.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

import { beforeAll, describe, expect, inject, it } from 'vitest'

import { bundlersOf, bundleWithEsbuild } from './support/bundlers.ts'
import { localModel, okStream } from './support/model-server.ts'

const consumer = inject('consumer')
const all = join(consumer, 'all.js')
const entries = [
  '@dreb/ai',
  '@dreb/ai/lean',
  '@dreb/ai/proxy',
  '@dreb/ai/testing',
  '@dreb/agent-core',
  '@ai-zen/agents-core',
]

beforeAll(() =>
  writeFileSync(all, entries.map((entry, index) => `export * as part${index} from '${entry}'`).join('\n')),
)

describe.each(Object.entries(bundlersOf(consumer)))('%s', (_name, bundle) => {
  it.each(['browser', 'node'] as const)(
    'bundles every package for the %s without a warning (decision 62)',
    async (platform) => {
      expect(await bundle(all, platform)).toEqual([])
    },
    120_000,
  )
})

it.each(entries)('case no-node-builtins-in-browser-build: %s reaches no module of Node', async (entry) => {
  const stdin = { contents: `export * from '${entry}'`, resolveDir: consumer }
  const { metafile } = await bundleWithEsbuild(consumer, { stdin, platform: 'browser', write: false })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  expect(imports.filter(({ external }) => external).map(({ path }) => path)).toEqual([])
})

it('case no-process-global: a turn where there is no process, Buffer, require, __dirname or global', async () => {
  const program = `
    import { stream } from '@dreb/ai'
    globalThis.ask = (model, fetch) =>
      stream(model, { messages: [{ role: 'user', content: 'Hi', timestamp: 0 }] }, { apiKey: 'key', fetch }).result()`
  const { outputFiles = [] } = await bundleWithEsbuild(consumer, {
    stdin: { contents: program, resolveDir: consumer },
    platform: 'browser',
    format: 'iife',
    splitting: false,
    write: false,
  })
  const fetch = () => Promise.resolve(new Response(okStream, { headers: { 'content-type': 'text/event-stream' } }))
  const context = createContext({ ...webGlobals(), model: localModel('http://127.0.0.1/v1'), fetch })
  runInContext(outputFiles[0]?.text ?? '', context)
  const message: unknown = await runInContext('ask(model, fetch)', context)
  expect(message).toMatchObject({ content: [{ type: 'text', text: 'ok' }], stopReason: 'stop' })
  const removed = runInContext(
    '[typeof process, typeof Buffer, typeof require, typeof __dirname, typeof global]',
    context,
  )
  expect(Array.from(removed as string[])).toEqual(Array(5).fill('undefined'))
})

/** What a browser has, and the language has not. */
function webGlobals(): Record<string, unknown> {
  const names =
    `AbortController AbortSignal Blob DOMException Event EventTarget File FormData Headers ReadableStream Request
    Response TextDecoder TextEncoder TransformStream URL URLSearchParams atob btoa clearTimeout console crypto performance
    queueMicrotask setTimeout structuredClone`.split(/\s+/)
  return Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]))
}
