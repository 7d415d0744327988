import { access, glob, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { RecordedFixture } from './to-fixture.ts'

/**
 * Writes a fixture as a module, and lists it with the others.
 *
 * @param root folder of the fixtures package.
 * @returns the path of the module.
 * @throws Error if there is one of that name, unless it may be replaced.
 */
export async function writeFixture(root: string, fixture: RecordedFixture, isForced: boolean): Promise<string> {
  const path = pathOf(root, fixture.name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, moduleText(fixture), { flag: isForced ? 'w' : 'wx' })
  const index = join(root, 'src/recorded/index.ts')
  await mkdir(dirname(index), { recursive: true })
  await writeFile(index, indexText(await recordedNames(root)))
  return path
}

/**
 * Checks before anything is recorded that the fixture can be written.
 *
 * @throws Error if there is one of that name.
 */
export async function refuseExisting(root: string, name: string): Promise<void> {
  const exists = await access(pathOf(root, name)).then(
    () => true,
    () => false,
  )
  if (exists) throw new Error(`There is a recording ${name} already; choose another --name, or replace it with --force`)
}

function pathOf(root: string, name: string): string {
  return join(root, 'recordings', `${name}.ts`)
}

async function recordedNames(root: string): Promise<string[]> {
  const folder = join(root, 'recordings')
  const names: string[] = []
  for await (const path of glob('*/*.ts', { cwd: folder })) names.push(path.replaceAll('\\', '/').replace(/\.ts$/, ''))
  return names.toSorted()
}

function moduleText(fixture: RecordedFixture): string {
  const json = JSON.stringify(fixture, null, 2)
  return `import type { Fixture } from '../../src/fixture.ts'\n\n/** Written by \`pnpm record\`. */\nexport const fixture: Fixture = ${json}\n`
}

function indexText(names: readonly string[]): string {
  const imports = names.map((name) => `import { fixture as ${identifier(name)} } from '../../recordings/${name}.ts'\n`)
  return `${imports.join('')}import type { Fixture } from '../fixture.ts'

/** Recordings taken from live services. Written by \`pnpm record\`. */
export const recorded: readonly Fixture[] = ${listText(names.map(identifier))}
`
}

/** A list as the formatter would lay it out. */
function listText(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`
  const isShort = line.length + 'export const recorded: readonly Fixture[] = '.length <= 120
  return isShort ? line : `[\n${items.map((item) => `  ${item},\n`).join('')}]`
}

function identifier(name: string): string {
  return name.replace(/[^a-z0-9]+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}
