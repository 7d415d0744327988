// Every TypeScript block of the READMEs and guides compiles as it stands, as the code of somebody who copies it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { pagesWithSamples, samplesOf } from './samples.ts'
import { root } from './source-imports.ts'

const folder = join(root, 'node_modules', '.cache', 'samples')
const folderOf = (page: string): string => page.replaceAll(/[/.]/g, '-')

/** A sample that adds message roles of its own would add them to all that are compiled with it. */
const isAugmenting = (page: string): boolean => samplesOf(page).some(({ code }) => code.includes('declare module'))

/** What the compiler says of these pages, under `strict` and against the built packages, as in a project of a user. */
function compile(name: string, pages: readonly string[]): string {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    allowImportingTsExtensions: true,
    moduleDetection: 'force',
    skipLibCheck: true,
  }
  const project = join(folder, `tsconfig.${name}.json`)
  writeFileSync(project, JSON.stringify({ compilerOptions, include: pages.map((page) => `${folderOf(page)}/*`) }))
  try {
    execFileSync('tsc', ['-p', project], { encoding: 'utf8', stdio: 'pipe', cwd: folder })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

let complaints = ''

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const page of pagesWithSamples) {
    mkdirSync(join(folder, folderOf(page)), { recursive: true })
    for (const { file, code } of samplesOf(page)) writeFileSync(join(folder, folderOf(page), file), code)
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const [augmenting, ordinary] = [
    pagesWithSamples.filter(isAugmenting),
    pagesWithSamples.filter((page) => !isAugmenting(page)),
  ]
  complaints = compile('ordinary', ordinary) + augmenting.map((page) => compile(folderOf(page), [page])).join('')
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(pagesWithSamples.filter((page) => samplesOf(page).length > 0))('%s', (page) => {
  it.each(samplesOf(page))('$name compiles', ({ file }) => {
    const about = complaints.split('\n').filter((line) => line.startsWith(`${folderOf(page)}/${file}(`))
    expect(about).toEqual([])
  })
})

it('the compiler complains of nothing but what a block is responsible for', () => {
  expect(complaints.split('\n').filter((line) => /^\S/.test(line) && !/-md\//.test(line))).toEqual([])
})
