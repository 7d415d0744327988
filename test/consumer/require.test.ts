// ES modules only, which every Node from 20.19 on can require (decision 62).
import { execFileSync } from 'node:child_process'
import { delimiter } from 'node:path'

import { describe, expect, inject, it } from 'vitest'

const consumer = inject('consumer')

/** The Node of the machine, outside the repository's own, and of which version it is. */
function hostNode(): { path: string; version: string } {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const print = 'console.log(JSON.stringify({ path: process.execPath, version: process.version }))'
  try {
    return JSON.parse(execFileSync('node', ['-e', print], { env, encoding: 'utf8' })) as ReturnType<typeof hostNode>
  } catch {
    return { path: process.execPath, version: process.version }
  }
}

const canRequireModules = ({ version }: { version: string }): boolean => {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

const nodes = [hostNode(), { path: process.execPath, version: process.version }].filter(canRequireModules)

describe.each(nodes)('Node $version', ({ path }) => {
  it.each([
    ['@dreb/ai', 'stream'],
    ['@dreb/ai/normalize', 'accumulate'],
    ['@dreb/ai/schema', 'Type'],
    ['@dreb/ai/validate', 'validateToolCallSync'],
    ['@dreb/ai/proxy', 'createProxyHandler'],
    ['@dreb/ai/testing', 'scriptedStream'],
    ['@dreb/ai/models/openai', 'openaiModels'],
    ['@dreb/agent-core', 'Agent'],
    ['@ai-zen/agents-core', 'Agent'],
  ])('can require %s', (specifier, name) => {
    const program = `console.log(Object.keys(require('${specifier}')).join())`
    const exported = execFileSync(path, ['--no-warnings', '-e', program], { cwd: consumer, encoding: 'utf8' })
    expect(exported.trim().split(',')).toContain(name)
  })
})
