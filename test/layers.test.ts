import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'

import { circlesIn, layerOf, layersOf, memberOf, packagesOf, sharedSlices } from './layers.ts'
import { filesOf, importsOf, root, specifiersIn } from './source-imports.ts'

const ours = /^@(dreb|ai-zen)\//

it('reads the layers of every package from ARCHITECTURE.md', () => {
  expect(Object.keys(layersOf).toSorted()).toEqual(readdirSync(join(root, 'packages')).toSorted())
})

describe.each(Object.entries(layersOf))('%s', (name, layers) => {
  const imports = importsOf(`packages/${name}`)

  it('has the layers that the table says, and no others', () => {
    const members = filesOf(join(root, 'packages', name, 'src')).map(memberOf)
    expect([...new Set(members)].toSorted()).toEqual(layers.flat().toSorted())
  })

  it('imports only from its own layer and those before it', () => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [layerOf(file, layers), layerOf(target ?? file, layers)]
      return from === undefined || to === undefined || to > from
    })
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('imports nothing in a circle, types included', () => {
    expect(circlesIn(imports)).toEqual([])
  })

  it('imports only those of our packages that stand to its left', () => {
    const used = new Set(imports.map(({ specifier }) => specifier).filter((specifier) => ours.test(specifier)))
    expect([...used].toSorted()).toEqual(packagesOf[name])
  })
})

it('the playground imports nothing in a circle, types included', () => {
  expect(circlesIn(importsOf('apps/playground'))).toEqual([])
})

describe('no file is longer than 300 lines', () => {
  const generated = /^packages\/(ai\/src\/models\/(catalog\.ts|catalogs\/)|fixtures\/recordings\/)/
  const isCode = /\.(ts|tsx|js|mjs|css)$/

  it.each(['apps', 'bench', 'packages', 'scripts', 'test', 'tools'])('in %s', async (folder) => {
    const { stdout } = await promisify(execFile)('git', ['ls-files', folder], { cwd: root })
    const files = stdout.split('\n').filter((file) => isCode.test(file) && !generated.test(file))
    const tooLong = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 301)
    expect(tooLong).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })
})

describe('the slices of ai', () => {
  it('import nothing of each other but in the named pairs', () => {
    const sliceOf = (file: string) => /^apis\/([^/]+)\//.exec(file)?.[1]
    const wrong = importsOf('packages/ai').filter(({ file, target }) => {
      const [from, to] = [sliceOf(file), sliceOf(target ?? '')]
      return from !== undefined && to !== undefined && from !== to && sharedSlices[from] !== to
    })
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })
})

describe('circlesIn', () => {
  it('finds a circle of two and one of three, and none in a diamond', () => {
    const imports = (pairs: readonly string[]) => pairs.map(([file = '', target]) => ({ file, specifier: '', target }))
    expect(circlesIn(imports(['ab', 'ba']))).toEqual([['a', 'b']])
    expect(circlesIn(imports(['ab', 'bc', 'ca']))).toEqual([['a', 'b', 'c']])
    expect(circlesIn(imports(['ab', 'ac', 'bd', 'cd']))).toEqual([])
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
