import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'

import { bundleForBrowser } from '../scripts/bundle.ts'
import { root } from './source-imports.ts'

/** A file that was loaded, of which several modules may have been made one. */
interface Loaded {
  /** From the folder of the packages, or of `node_modules`, on. */
  file: string
  /** The modules of ours that are in it. */
  sources: string[]
}

// Of the built packages, in a Node of their own: what the test runner loads would be counted, too.
async function loadedBy(specifier: string): Promise<Loaded[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('${specifier}')
    console.log(JSON.stringify(loaded))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
  return (JSON.parse(stdout) as string[]).map((url) => ({
    file: url.replace(/.*\/(packages|node_modules)\//, ''),
    sources: sourcesOf(fileURLToPath(url)),
  }))
}

/** By the source map. A file that only passes on what others export has none. */
function sourcesOf(path: string): string[] {
  const map = `${path}.map`
  if (!existsSync(map)) return []
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }
  return sources.map((source) => source.replace(/^(\.\.\/)+src\//, ''))
}

describe('importing @dreb/ai', () => {
  const loading = loadedBy('@dreb/ai')

  it('loads at most 15 files', async () => {
    expect((await loading).slice(15)).toEqual([])
  })

  it('loads nothing but its own files: no SDK, no TypeBox', async () => {
    expect((await loading).filter(({ file }) => !file.startsWith('ai/dist/'))).toEqual([])
  })

  it('loads no whole catalogue, no API, nothing that reads a response, and no validator', async () => {
    const light = /^apis\/(api|registry)\.ts$|^tools\/lazy-validate\.ts$/
    const heavy = /^(apis|history|http|models\/catalogs|proxy|tools)\/|^stream\/(exchange|pipeline|read-body)\.ts$/
    const sources = (await loading).flatMap((loaded) => loaded.sources)
    expect(sources.filter((source) => heavy.test(source) && !light.test(source))).toEqual([])
    expect(sources).toContain('stream/stream.ts')
  })
})

it.each([
  ['@dreb/ai/lean', 20],
  ['@dreb/agent-core', 25],
  ['@ai-zen/agents-core', 30],
])('importing %s loads at most %i files, no SDK among them', async (specifier, most) => {
  const files = (await loadedBy(specifier)).map(({ file }) => file)
  expect(files.slice(most)).toEqual([])
  expect(files.filter((file) => /openai\/|anthropic-ai\//.test(file))).toEqual([])
})

describe.each([
  ['@dreb/ai', 'packages/ai'],
  ['@dreb/ai/normalize', 'packages/ai'],
  ['@dreb/ai/schema', 'packages/ai'],
  ['@dreb/ai/validate', 'packages/ai'],
  ['@dreb/ai/proxy', 'packages/ai'],
  ['@dreb/ai/testing', 'packages/ai'],
  ['@dreb/agent-core', 'packages/agent-core'],
  ['@ai-zen/agents-core', 'packages/agents-core'],
])('%s', (specifier, folder) => {
  it('reaches no module of Node, at once or on demand', async () => {
    const { entry, nodeModules } = await bundleForBrowser(`export * from '${specifier}'`, folder)
    expect(nodeModules).toEqual([])
    expect(entry).toBeGreaterThan(0)
  })
})

it('a program that reaches a module of Node is found out', async () => {
  const { nodeModules } = await bundleForBrowser(`import { join } from 'node:path'\nconsole.log(join)`, 'packages/ai')
  expect(nodeModules).toHaveLength(1)
})
