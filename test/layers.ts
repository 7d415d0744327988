import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, type SourceImport } from './source-imports.ts'

/** Layers of a package, from the bottom. A name that ends with a slash is a folder of `src`. */
export type Layers = readonly (readonly string[])[]

/** The table in ARCHITECTURE.md: who imports whom inside a package. */
export const layersOf: Readonly<Record<string, Layers>> = readLayers(
  readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'),
)

/** What the packages import of each other. */
export const packagesOf: Readonly<Record<string, readonly string[]>> = {
  fixtures: [],
  ai: [],
  // Its client is the user's, so it needs only the pure parts of the provider layer.
  'agents-core': ['@dreb/ai/normalize', '@dreb/ai/validate'],
  'agent-core': ['@dreb/ai', '@dreb/ai/profiles', '@dreb/ai/proxy'],
}

/** The pairs of `src/apis` of which the first may import from the second. */
export const sharedSlices: Readonly<Record<string, string>> = {
  'azure-openai-responses': 'openai-responses',
  'google-vertex': 'google-generative-ai',
  'bedrock-converse-stream': 'anthropic-messages',
  'mistral-conversations': 'openai-completions',
}

/** The place of a file in the order; undefined for one that has none. */
export function layerOf(file: string, layers: Layers): number | undefined {
  const name = memberOf(file)
  const at = layers.findIndex((layer) => layer.includes(name))
  return at < 0 ? undefined : at
}

/** What the table calls the layer of a file: its top folder, or its own name where it stands directly in `src`. */
export function memberOf(file: string): string {
  return file.includes('/') ? `${file.split('/')[0]}/` : file
}

/** Files that import each other in a circle, one such circle after the other; empty where there is none. */
export function circlesIn(imports: readonly SourceImport[]): string[][] {
  const targets = Map.groupBy(imports, ({ file }) => file)
  const finished = new Set<string>()
  const circles: string[][] = []

  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) return void circles.push(path.slice(path.indexOf(file)))
    if (finished.has(file)) return
    for (const { target } of targets.get(file) ?? []) if (target !== undefined) visit(target, [...path, file])
    finished.add(file)
  }

  for (const file of targets.keys()) visit(file, [])
  return circles
}

function readLayers(markdown: string): Record<string, Layers> {
  const rows = markdown.matchAll(/^\| ([a-z-]+) +\| (`.*→.*`) +\|$/gm)
  return Object.fromEntries(Array.from(rows, ([, name = '', order = '']) => [name, order.split('→').map(namesIn)]))
}

function namesIn(layer: string): string[] {
  return Array.from(layer.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
}
