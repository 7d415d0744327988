// Bundles the sources of the package in the working directory into `dist`, beside the declarations that `tsc` wrote.
// Loading a file costs a program more than running what is in it, so modules that are always loaded together become one.
import { globSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import { type PreRenderedChunk, rolldown } from 'rolldown'

interface Manifest {
  exports: Record<string, string | { '@dreb/source': string }>
}

const sources = resolve('src')
const dist = resolve('dist')

/** What does not go where the entry points that share it say. By the names of the files that it becomes. */
const groups = [
  // The bottom layer, of which everything needs some.
  { name: 'values', test: /[\\/]src[\\/]values[\\/]/ },
  // Few programs name it, though an entry point exports it: alone, it waits for the first response.
  { name: 'message/partial-json', test: /[\\/]partial-json\.ts$/ },
]

/** The sources of what the package exports. */
function entryPoints(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  return Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry['@dreb/source']]))
}

/** Where its module was, and of several the last: what it is about, the others only serve. */
function fileOf({ facadeModuleId, moduleIds, name }: PreRenderedChunk): string {
  const source = facadeModuleId ?? moduleIds.at(-1)
  if (source === undefined || groups.some((group) => group.name === name)) return `${name}.js`
  return relative(sources, source).replace(/\.ts$/, '.js')
}

const isOfPackage = (id: string): boolean => /^(\.|\/|[A-Za-z]:)/.test(id)

const bundle = await rolldown({
  input: entryPoints(),
  platform: 'neutral',
  // Packages, and the imports of `package.json`, which each platform resolves for itself.
  external: (id) => !isOfPackage(id),
})
for (const stale of globSync(`${dist}/**/*.js{,.map}`)) rmSync(stale)
await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: fileOf,
  chunkFileNames: fileOf,
  codeSplitting: { groups },
  sourcemap: true,
  // The sources are published, too.
  sourcemapExcludeSources: true,
})
await bundle.close()
