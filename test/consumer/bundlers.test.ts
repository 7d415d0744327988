// Cases no-node-builtins-in-browser-build and no-process-global, and decision 62 for the bundlers beside Next.js.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext, runInContext } from 'node:vm'

import type * as Esbuild from 'esbuild'
import { build as viteBuild, createLogger } from 'vite'
import { beforeAll, describe, expect, inject, it } from 'vitest'

import { localModel, okStream } from './support/model-server.ts'

const consumer = inject('consumer')
const require = createRequire(join(consumer, 'package.json'))
const folder = join(consumer, 'bundlers')
const entries = [
  '@dreb/ai',
  '@dreb/ai/lean',
  '@dreb/ai/proxy',
  '@dreb/ai/testing',
  '@dreb/agent-core',
  '@ai-zen/agents-core',
]
const all = join(folder, 'all.js')

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(all, entries.map((entry, index) => `export * as package${index} from '${entry}'`).join('\n'))
})

/** What a bundler warned of. It throws where it cannot build. */
type Build = (conditions: 'browser' | 'node') => Promise<string[]>

const builds: Record<string, Build> = {
  esbuild: async (platform) => {
    const { warnings } = await bundleWithEsbuild({
      entryPoints: [all],
      platform,
      outdir: join(folder, `esbuild-${platform}`),
    })
    return warnings.map(({ text }) => text)
  },
  async rollup(conditions) {
    const { rollup } = (await import(urlOf('rollup'))) as typeof import('rollup')
    const { nodeResolve } = (await import(
      urlOf('@rollup/plugin-node-resolve')
    )) as typeof import('@rollup/plugin-node-resolve')
    const warnings: string[] = []
    const plugins = [
      nodeResolve({ browser: conditions === 'browser', exportConditions: [conditions], preferBuiltins: true }),
    ]
    // The SDKs have a dependency in CommonJS, which rollup does not read by itself.
    const external = [/^openai/, /^@anthropic-ai\/sdk/]
    const build = await rollup({ input: all, external, plugins, onwarn: ({ message }) => void warnings.push(message) })
    await build.generate({ format: 'esm' })
    return warnings
  },
  async webpack(conditions) {
    const { default: webpack } = (await import(urlOf('webpack'))) as { default: typeof import('webpack') }
    const target = conditions === 'node' ? 'node20' : 'web'
    const compiler = webpack({
      entry: all,
      target,
      mode: 'development',
      devtool: false,
      output: { path: join(folder, `webpack-${conditions}`) },
    })
    const stats = await new Promise<import('webpack').Stats | undefined>((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    )
    const { errors = [], warnings = [] } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {}
    return [...errors, ...warnings].map(({ message }) => message)
  },
  async vite(conditions) {
    const warnings: string[] = []
    const customLogger = {
      ...createLogger('silent'),
      warn: (text: string) => void warnings.push(text),
      warnOnce: (text: string) => void warnings.push(text),
    }
    const build = {
      lib: { entry: all, formats: ['es' as const] },
      outDir: join(folder, `vite-${conditions}`),
      ssr: conditions === 'node',
    }
    await viteBuild({
      root: folder,
      configFile: false,
      logLevel: 'warn',
      customLogger,
      build,
      ssr: { noExternal: true },
    })
    return warnings
  },
}

function urlOf(name: string): string {
  return pathToFileURL(require.resolve(name)).href
}

async function bundleWithEsbuild(options: Esbuild.BuildOptions) {
  const esbuild = require('esbuild') as typeof Esbuild
  const defaults = {
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: folder,
    logLevel: 'silent',
    metafile: true,
  } as const
  return esbuild.build({ ...defaults, absWorkingDir: folder, ...options })
}

describe.each(Object.entries(builds))('%s', (_name, build) => {
  it.each(['browser', 'node'] as const)(
    'builds every package for the %s without a warning (decision 62)',
    async (conditions) => {
      expect(await build(conditions)).toEqual([])
    },
    120_000,
  )
})

it.each(entries)('case no-node-builtins-in-browser-build: %s reaches no module of Node', async (entry) => {
  const { metafile } = await bundleWithEsbuild({
    stdin: { contents: `export * from '${entry}'`, resolveDir: consumer },
    platform: 'browser',
    write: false,
  })
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports)
  expect(imports.filter(({ external }) => external).map(({ path }) => path)).toEqual([])
})

it('case no-process-global: a turn where there is no process, Buffer, require, __dirname or global', async () => {
  const program = `
    import { stream } from '@dreb/ai'
    globalThis.ask = (model, fetch) =>
      stream(model, { messages: [{ role: 'user', content: 'Hi', timestamp: 0 }] }, { apiKey: 'key', fetch }).result()`
  const { outputFiles = [] } = await bundleWithEsbuild({
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
  expect(runInContext('[typeof process, typeof Buffer, typeof require, typeof global].join()', context)).toBe(
    'undefined,undefined,undefined,undefined',
  )
})

/** What a browser has, and the language has not. */
function webGlobals(): Record<string, unknown> {
  const names =
    `AbortController AbortSignal Blob DOMException Event EventTarget File FormData Headers ReadableStream Request
    Response TextDecoder TextEncoder TransformStream URL URLSearchParams atob btoa clearTimeout console crypto performance
    queueMicrotask setTimeout structuredClone`.split(/\s+/)
  return Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]))
}
