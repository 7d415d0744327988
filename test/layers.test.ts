import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { layerOf, layersOf, packagesOf, rowOf } from './layers.ts'
import { filesOf, importsOf, root, specifiersIn } from './source-imports.ts'

const ours = /^@(dreb|ai-zen)\//

describe.each(Object.entries(layersOf))('%s', (name, layers) => {
  const imports = importsOf(`packages/${name}`)

  it('has a layer for every file, and a file for every name in the table', () => {
    const files = filesOf(join(root, 'packages', name, 'src'))
    expect(files.filter((file) => layerOf(file, layers) === undefined)).toEqual([])
    const named = layers.flat()
    expect(named.filter((member) => !files.some((file) => file === member || file.startsWith(member)))).toEqual([])
  })

  it('imports only from its own layer and those before it', () => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [layerOf(file, layers), layerOf(target ?? file, layers)]
      return from === undefined || to === undefined || to > from
    })
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('imports only those of our packages that stand to its left', () => {
    const used = new Set(imports.map(({ specifier }) => specifier).filter((specifier) => ours.test(specifier)))
    expect([...used].toSorted()).toEqual(packagesOf[name])
  })
})

describe('ARCHITECTURE.md', () => {
  // The formatter pads the cells of a table.
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').replaceAll(/ +/g, ' ')

  it.each(Object.entries(layersOf))('holds the same order for %s', (name, layers) => {
    expect(text).toContain(rowOf(name, layers))
  })
})

describe('specifiersIn', () => {
  it('sees imports of values and types, over several lines, re-exports, bare and dynamic ones', () => {
    const text = [
      `import { a } from './a.ts'`,
      `import type {\n  B,\n  C,\n} from './b.ts'`,
      `export { d } from './d.ts'`,
      `import './e.ts'`,
      `const f = () => import('./f.ts')`,
      `const g = () => import(/* @vite-ignore */ './g.ts')`,
      `type H = import('./h.ts').H`,
    ].join('\n')
    expect(specifiersIn(text)).toEqual(['./a.ts', './b.ts', './d.ts', './e.ts', './f.ts', './g.ts', './h.ts'])
  })

  it('does not take samples in comments for imports', () => {
    expect(
      specifiersIn(`/**\n * import { a } from './a.ts'\n */\n// import('./b.ts')\nexport const c = 'from'`),
    ).toEqual([])
  })
})
