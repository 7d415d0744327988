import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { type OutputChunk, type Plugin, rolldown } from 'rolldown'

/** What a user's bundler makes of a small browser program. */
export interface BrowserBundle {
  /** Bytes, gzipped, of the entry and all that it imports statically: what loads before anything runs. */
  entry: number
  /** Bytes, gzipped, of all chunks, those that are loaded on demand too. */
  all: number
  /** Modules of Node that something reachable asks for, with the one that asks. Such a program does not run in a browser. */
  nodeModules: string[]
}

const root = fileURLToPath(new URL('../', import.meta.url))
const program = '\0program'

/**
 * Bundles a program for a browser: minified, with code splitting.
 *
 * @param source the program. It imports packages as a user's does.
 * @param from the package whose dependencies it sees, e.g. `packages/ai`.
 */
export async function bundleForBrowser(source: string, from: string): Promise<BrowserBundle> {
  const nodeModules = new Set<string>()
  const plugins = [asEntry(source, `${root}${from}/package.json`), collectNodeModules(nodeModules)]
  const build = await rolldown({ input: program, platform: 'browser', logLevel: 'silent', plugins })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const chunks = output.filter((part) => part.type === 'chunk')
  return { entry: gzipped(initialOf(chunks)), all: gzipped(chunks), nodeModules: [...nodeModules].toSorted() }
}

/** The program as if it were a file of the package. */
function asEntry(source: string, importer: string): Plugin {
  return {
    name: 'program',
    async resolveId(id, asking) {
      if (id === program) return id
      return asking === program ? this.resolve(id, importer, { skipSelf: true }) : null
    },
    load: (id) => (id === program ? source : null),
  }
}

function collectNodeModules(found: Set<string>): Plugin {
  return {
    name: 'node-modules',
    resolveId(id, importer) {
      if (!id.startsWith('node:') && !builtinModules.includes(id)) return null
      found.add(`${id} from ${importer?.replace(/.*(?:packages|node_modules)\//, '') ?? 'nowhere'}`)
      return { id, external: true }
    },
  }
}

function initialOf(chunks: readonly OutputChunk[]): OutputChunk[] {
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry))
  // A set that grows while it is walked gives what was added, too.
  for (const { imports } of initial) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) initial.add(chunk)
  }
  return [...initial]
}

function gzipped(chunks: readonly OutputChunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}
