import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildPackage } from './support/build.ts'
import { sharedFolder } from './support/cases/case.ts'
import { documentSamples } from './support/seed/documents.ts'
import { programsOf } from './support/seed/samples.ts'

const here = dirname(fileURLToPath(import.meta.url))
const packages = join(here, '../..')
const tsc = join(packages, '../node_modules/.bin/tsc')
const seed = join(sharedFolder, 'seeds/agent-core.zh.txt')

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  skipLibCheck: false,
}

/** What the samples import, and where it is. */
const dependencies: Record<string, string> = {
  '@dreb/ai': join(packages, 'ai'),
  '@dreb/agent-core': join(packages, 'agent-core'),
  '@sinclair/typebox': join(packages, 'agent-core/node_modules/@sinclair/typebox'),
  '@types/node': join(packages, 'agent-core/node_modules/@types/node'),
}

interface Outcome {
  ok: boolean
  output: string
}

function run(command: string, args: string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, NODE_NO_WARNINGS: '1' }, timeout: 60_000 }
    execFile(command, args, options, (error, stdout, stderr) => resolve({ ok: !error, output: stdout + stderr }))
  })
}

/** A project of somebody who has installed the built packages. */
function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-core-samples-'))
  for (const [name, path] of Object.entries(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(realpathSync(path), join(folder, 'node_modules', name), 'dir')
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, code] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), code)
  }
  return folder
}

describe('code samples, with the built package', () => {
  const programs = [...(existsSync(seed) ? programsOf(readFileSync(seed, 'utf8')) : []), ...documentSamples()]
  // What a sample declares reaches all that are compiled with it: those that do are compiled apart.
  const folderOf = (code: string) =>
    code.includes('declare module') ? (code.includes('shell') ? 'guide' : 'declaring') : 'plain'
  const files = new Map(
    programs.map(({ name, code }) => [name, `${folderOf(code)}/${name.replaceAll(/[^a-z]+/g, '-')}.ts`]),
  )
  const fileOf = (name: string) => files.get(name) ?? ''
  const errors: string[] = []
  const outcomes = new Map<string, Outcome>()
  let folder: string | undefined

  beforeAll(async () => {
    await buildPackage()
    const config = JSON.stringify({ compilerOptions, include: ['*.ts'] })
    const sources = Object.fromEntries(programs.map(({ name, code }) => [fileOf(name), code]))
    const groups = new Set([...files.values()].map((file) => dirname(file)))
    const configs = Object.fromEntries([...groups].map((group) => [`${group}/tsconfig.json`, config]))
    const root = project({ ...sources, ...configs })
    folder = root
    for (const group of groups) {
      const { output } = await run(tsc, ['-p', group, '--pretty', 'false'], root)
      errors.push(...output.split('\n').filter((text) => text.includes('error TS')))
    }
    const preload = fileURLToPath(new URL('./support/seed/preload.ts', import.meta.url))
    const start = async (name: string) =>
      outcomes.set(name, await run(process.execPath, ['--import', preload, fileOf(name)], root))
    await Promise.all(runnable.map(({ name }) => start(name)))
  }, 180_000)
  afterAll(() => folder && rmSync(folder, { recursive: true, force: true }))

  it('compile together with the declarations of the package', () => {
    expect(errors.filter((text) => ![...files.values()].some((file) => text.startsWith(file)))).toEqual([])
  })

  it.each(programs.map(({ name }) => name))('%s: compiles', (name) => {
    expect(errors.filter((text) => text.startsWith(fileOf(name)))).toEqual([])
  })

  const runnable = programs.filter(({ prints }) => prints !== undefined)
  it.each(runnable.map(({ name, prints }) => [name, prints] as const))('%s: prints %s', (name, prints) => {
    expect(outcomes.get(name)).toEqual({ ok: true, output: expect.stringContaining(prints ?? '') as string })
  })
})
