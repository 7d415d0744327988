// The programs of the README, where there is no key or no server: none of them is silent (faults.md D).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { describe, expect, inject, it } from 'vitest'

import { samplesOf } from '../samples.ts'

const consumer = inject('consumer')
const keyless = { PATH: process.env['PATH'] ?? '' }
const unreachable = { ...keyless, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }

/** What a program writes to the standard error. */
async function complaintsOf(code: string, env: Record<string, string>): Promise<string> {
  const args = ['--no-warnings', '--input-type=module-typescript', '-e', code]
  const child = spawn(process.execPath, args, { cwd: consumer, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [complaints] = await Promise.all([text(child.stderr), once(child, 'close')])
  return complaints
}

describe.each(['README.md', 'README.zh.md'])('%s', (page) => {
  const [ai, agentCore, agentsCore] = samplesOf(page).map(({ code }) => code)

  it.each([
    ['@dreb/ai, without a key', ai, keyless, 'missing_key No API key'],
    ['@dreb/agent-core, without a key', agentCore, keyless, 'No API key'],
    ['@ai-zen/agents-core, without a key', agentsCore, keyless, 'OPENAI_API_KEY'],
    ['@ai-zen/agents-core, without a server', agentsCore, unreachable, 'Connection error'],
  ])('%s: says what is wrong', async (_what, code = '', env, complaint) => {
    expect(await complaintsOf(code, env)).toContain(complaint)
  })
})
