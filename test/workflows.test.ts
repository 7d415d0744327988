// Fault A12: a tag of an action can be moved to other code, and a job without permissions of its own has those of its token.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from './source-imports.ts'

const workflows = globSync('.github/{workflows,actions}/**/*.{yml,yaml}', { cwd: root })

/** The name and the indented body of each job. */
function jobsOf(text: string): { name: string; body: string }[] {
  const [, jobs = ''] = text.split(/^jobs:\n/m)
  const parts = jobs.split(/^ {2}([\w-]+):\n/m).slice(1)
  return parts.flatMap((name, at) => (at % 2 === 0 ? [{ name, body: parts[at + 1] ?? '' }] : []))
}

it('there are workflows', () => {
  expect(workflows.length).toBeGreaterThan(0)
})

describe.each(workflows)('%s', (file) => {
  const text = readFileSync(join(root, file), 'utf8')

  it('pins each action by the SHA of a commit, with its version beside it', () => {
    const uses = Array.from(text.matchAll(/^[\s-]*uses:(.*)$/gm), ([, action = '']) => action.trim())
    expect(uses.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  })

  it('gives no job more than it asks for', () => {
    const [top = ''] = text.split(/^jobs:\n/m)
    expect(top).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m)
    expect(text).not.toMatch(/permissions: *(?:write-all|read-all)/)
    expect(jobsOf(text).length).toBeGreaterThan(0)
  })

  it('lets only jobs that write have a permission to write, and says so in the job', () => {
    const [top = ''] = text.split(/^jobs:\n/m)
    expect(top).not.toContain('write')
  })

  it('runs no text of strangers as a command', () => {
    expect(text).not.toContain('pull_request_target')
    const commands = Array.from(text.matchAll(/run: (?:\|\n((?: {10,}.*\n)+)|(.*))/g), ([command]) => command).join(
      '\n',
    )
    expect(commands).not.toMatch(/\$\{\{/)
  })
})
