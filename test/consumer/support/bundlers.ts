import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build as viteBuild, createLogger } from 'vite'

/** Where a bundle is to run. */
export type Platform = 'browser' | 'node'

/** Bundles the file `entry` into a folder beside it. Gives what the bundler warned of; throws where it cannot build. */
export type Bundle = (entry: string, platform: Platform) => Promise<string[]>

/** What we use of bundlers that only the project has installed, not this repository. */
interface Esbuild {
  build: (options: object) => Promise<{
    warnings: { text: string }[]
    outputFiles?: { text: string }[]
    metafile: { outputs: Record<string, { imports: { path: string; external?: boolean }[] }> }
  }>
}

interface Rollup {
  rollup: (options: object) => Promise<{ generate(options: object): Promise<unknown> }>
}

interface Webpack {
  default: (options: object) => {
    run(
      callback: (
        error: Error | null,
        stats?: { toJson(options: object): Record<string, { message: string }[]> },
      ) => void,
    ): void
  }
}

/** The bundlers of a project, by name. */
export function bundlersOf(project: string): Record<string, Bundle> {
  return {
    esbuild: async (entry, platform) => {
      const result = await bundleWithEsbuild(project, { entryPoints: [entry], platform, outdir: `${entry}-esbuild` })
      return result.warnings.map(({ text }) => text)
    },
    rollup: (entry, platform) => bundleWithRollup(project, entry, platform),
    webpack: (entry, platform) => bundleWithWebpack(project, entry, platform),
    vite: bundleWithVite,
  }
}

/** Options are those of esbuild, beside ES modules with code splitting. */
export async function bundleWithEsbuild(project: string, options: object): ReturnType<Esbuild['build']> {
  const { build } = await importFrom<Esbuild>(project, 'esbuild')
  const defaults = { bundle: true, format: 'esm', splitting: true, logLevel: 'silent', metafile: true }
  return build({ ...defaults, absWorkingDir: project, outdir: project, ...options })
}

async function bundleWithRollup(project: string, entry: string, platform: Platform): Promise<string[]> {
  const { rollup } = await importFrom<Rollup>(project, 'rollup')
  const resolver = '@rollup/plugin-node-resolve'
  const { nodeResolve } = await importFrom<{ nodeResolve: (options: object) => object }>(project, resolver)
  const warnings: string[] = []
  const build = await rollup({
    input: entry,
    // The SDKs have a dependency in CommonJS, which rollup does not read by itself.
    external: [/^openai/, /^@anthropic-ai\/sdk/],
    plugins: [nodeResolve({ browser: platform === 'browser', exportConditions: [platform], preferBuiltins: true })],
    onwarn: ({ message }: { message: string }) => void warnings.push(message),
  })
  await build.generate({ format: 'esm' })
  return warnings
}

async function bundleWithWebpack(project: string, entry: string, platform: Platform): Promise<string[]> {
  const { default: webpack } = await importFrom<Webpack>(project, 'webpack')
  const target = platform === 'node' ? 'node20' : 'web'
  const output = { path: `${entry}-webpack-${platform}` }
  const compiler = webpack({ entry, target, output, mode: 'development', devtool: false })
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error)
      const { errors = [], warnings = [] } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {}
      resolve([...errors, ...warnings].map(({ message }) => message))
    })
  })
}

async function bundleWithVite(entry: string, platform: Platform): Promise<string[]> {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  await viteBuild({
    root: join(entry, '..'),
    configFile: false,
    logLevel: 'warn',
    customLogger: { ...createLogger('silent'), warn, warnOnce: warn },
    build: { lib: { entry, formats: ['es'] }, outDir: `${entry}-vite-${platform}`, ssr: platform === 'node' },
    ssr: { noExternal: true },
  })
  return warnings
}

/** What the project has installed under this name. */
async function importFrom<Module>(project: string, name: string): Promise<Module> {
  const file = createRequire(join(project, 'package.json')).resolve(name)
  return (await import(pathToFileURL(file).href)) as Module
}
