// Bundles the sources of the package in the working directory into `dist`, beside the declarations that `tsc` wrote.
// Loading a file costs a program more than running what is in it, so modules that are always loaded together become one.
import { globSync, readFileSync, rmSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

import { type PreRenderedChunk, rolldown } from 'rolldown'

interface Manifest {
  exports: Record<string, string | { '@dreb/source': string }>
}

const sources = resolve('src')
const dist = resolve('dist')

/** Files that are made by name. All others follow from which entry points load a module. */
const groups = [
  // The bottom layer, of which everything needs some.
  { name: 'values', test: /[\\/]src[\\/]values[\\/]/ },
  // Exported, but needed by few before the first response. A user's bundler can move it there only as a file of its own.
  { name: 'message/partial-json', test: /[\\/]partial-json\.ts$/ },
]

/** The sources of what the package exports. */
function entryPoints(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  return Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry['@dreb/source']]))
}

/** The name of a file: that of its module in `src`; of several, the last one, which imports the others. */
function fileOf({ facadeModuleId, moduleIds, name }: PreRenderedChunk): string {
  const source = facadeModuleId ?? moduleIds.at(-1)
  if (source === undefined || groups.some((group) => group.name === name)) return `${name}.js`
  return relative(sources, source).replaceAll(sep, '/').replace(/\.ts$/, '.js')
}

const bundle = await rolldown({
  input: entryPoints(),
  platform: 'neutral',
  // As in tsconfig.base.json.
  transform: { target: 'es2023' },
  // Packages, and the imports of `package.json`, which each platform resolves for itself.
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
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
