import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { TestProject } from 'vitest/node'

import { root } from '../../source-imports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a project that has installed our packages from their tarballs. */
    consumer: string
  }
}

const packages = ['ai', 'agent-core', 'agents-core']
const run = promisify(execFile)

/**
 * Makes a project like that of a user: our packages from their tarballs, as `pnpm publish` would send them, their
 * dependencies from the registry, no optional package. Runs once before the tests; they are given its folder.
 */
export default async function install({ provide }: TestProject): Promise<() => Promise<void>> {
  const cache = join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'consumer-'))
  await cp(join(root, 'test', 'consumer', 'next'), join(folder, 'next'), { recursive: true })
  await inRepository('turbo', 'run', 'build', ...packages.map((name) => `--filter=./packages/${name}`))
  const tarballs = Object.fromEntries(await Promise.all(packages.map((name) => pack(name, folder))))
  await writeManifest(folder, tarballs)
  await run('pnpm', ['install', '--prefer-offline', '--no-frozen-lockfile'], { cwd: folder })
  provide('consumer', folder)
  return () => rm(folder, { recursive: true, force: true })
}

/** The name of a package, and where its tarball is. */
async function pack(name: string, folder: string): Promise<[string, string]> {
  const packageFolder = join(root, 'packages', name)
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { name: string }
  const file = `${name}.tgz`
  await inRepository('pnpm', '--filter', manifest.name, 'pack', '--out', join(folder, file))
  return [manifest.name, `file:${file}`]
}

async function writeManifest(folder: string, tarballs: Record<string, string>): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'test', 'consumer', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const dependencies = { ...manifest.dependencies, ...tarballs }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }))
  const settings = {
    // What the workspace tests with, so that a release of somebody else does not change the result of this run.
    overrides: { ...(await lockedVersions()), ...tarballs },
    ignoredOptionalDependencies: ['sharp'],
    allowBuilds: { esbuild: false },
  }
  // JSON is YAML.
  await writeFile(join(folder, 'pnpm-workspace.yaml'), JSON.stringify(settings))
}

/** What the workspace's lockfile has of each package of the catalog. */
async function lockedVersions(): Promise<Record<string, string>> {
  const lockfile = await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
  const rows = lockfile.matchAll(/^ {4}'?([^':\n]+)'?:\n {6}specifier: .*\n {6}version: (\S+)$/gm)
  return Object.fromEntries(Array.from(rows, ([, name = '', version = '']) => [name, version]))
}

async function inRepository(command: string, ...args: string[]): Promise<void> {
  await run(command, args, { cwd: root, env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' } })
}
