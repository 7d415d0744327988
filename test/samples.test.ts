import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { root } from './source-imports.ts'

const pages = ['README.md', 'README.zh.md'].flatMap((page) => [
  page,
  ...['ai', 'agent-core', 'agents-core'].map((name) => `packages/${name}/${page}`),
])
const folder = join(root, 'node_modules', '.cache', 'samples')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The samples of a page that are programs: those that import what they use. */
function programsOf(page: string): string[] {
  const blocks = readFileSync(join(root, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)
  return Array.from(blocks, ([, code = '']) => code).filter((code) => code.startsWith('import '))
}

/** What the compiler says, under `strict` and against the built packages, as in a project of a user. */
function complaintsAbout(programs: readonly string[]): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  programs.forEach((code, index) => writeFileSync(join(folder, `sample-${index}.ts`), code))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    skipLibCheck: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  try {
    execFileSync('tsc', ['-p', folder], { encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('the programs in', () => {
  it.each(pages)('%s compile', (page) => {
    const programs = programsOf(page)
    expect(programs.length).toBeGreaterThan(0)
    expect(complaintsAbout(programs)).toBe('')
  })
})
