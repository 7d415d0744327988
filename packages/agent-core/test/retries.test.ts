import { describe, expect, it } from 'vitest'

import type { Agent, AgentOptions } from '#src/index.ts'

import { calls, ran, staged } from './support/staged.ts'
import { text } from './support/tools.ts'

const drop = { text: 'part', fails: 'drop' } as const
const cut = { text: 'cut', stopReason: 'length' } as const
const overloaded = { text: 'part', fails: { code: 'overloaded', message: 'Overloaded' } } as const

async function retries(script: Parameters<typeof ran>[0], options: AgentOptions = {}): Promise<string[]> {
  return (await ran(script, options)).quiet().filter((entry) => entry.includes('retry'))
}

describe('stream retries', () => {
  it('are three by default', async () => {
    const { script, agent } = await ran([drop, drop, drop, drop])
    expect(script.requests).toHaveLength(4)
    expect(agent.state.messages).toMatchObject([
      { role: 'user' },
      {
        stopReason: 'error',
        errorMessage: 'Stream dropped repeatedly — connection likely unstable',
        errorCode: 'stream_dropped',
        content: text('part'),
      },
    ])
  })

  it('are switched off by 0', async () => {
    const { script, agent } = await ran([drop], { streamRetries: 0 })
    expect(script.requests).toHaveLength(1)
    expect(agent.state.error).toBe('Stream dropped repeatedly — connection likely unstable')
  })

  it('say why, and what is thrown away', async () => {
    const { events } = await ran([drop, 'whole'])
    expect(events.find((event) => event.type === 'stream_retry')).toMatchObject({
      attempt: 1,
      maxAttempts: 3,
      error: 'Stream ended without an end mark — connection likely dropped',
      discardedPartial: { content: text('part') },
    })
  })

  it('have nothing to throw away where nothing was shown', async () => {
    const { events } = await ran([{ fails: 'drop', failsAfter: 0 }, 'whole'])
    expect(events.find((event) => event.type === 'stream_retry')).not.toHaveProperty('discardedPartial')
  })

  it('repeat what fails for a reason that passes, also inside a stream', async () => {
    const { agent, script } = await ran([overloaded, 'whole'])
    expect(script.requests).toHaveLength(2)
    expect(agent.state.messages).toMatchObject([{ role: 'user' }, { content: text('whole') }])
  })

  it('keep the words of such a failure when they are used up', async () => {
    const { agent } = await ran([overloaded, overloaded], { streamRetries: 1 })
    expect(agent.state.error).toBe('Overloaded')
  })

  it.each([
    ['a refusal', { text: 'no', refusal: { explanation: 'connection likely dropped' } }],
    ['a quota', { fails: { code: 'quota_exceeded' } }],
    ['an overflow', { fails: { code: 'context_overflow' } }],
    ['a failure that was repeated already', { fails: { code: 'overloaded', retryable: false } }],
    ['a wait longer than allowed', { fails: { code: 'rate_limited', retryAfterMs: 61_000 } }],
  ] as const)('do not repeat %s', async (_name, reply) => {
    const { script, agent } = await ran([reply])
    expect(script.requests).toHaveLength(1)
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'error' })
  })

  it('wait at least as long as the server asks', async () => {
    const start = performance.now()
    await ran([{ fails: { code: 'rate_limited', retryAfterMs: 60 } }, 'ok'])
    expect(performance.now() - start).toBeGreaterThanOrEqual(59)
  })

  it.each([2 ** 33, Number.POSITIVE_INFINITY])('wait, where that is longer than a timer can: %s ms', async (ms) => {
    const at = { stream_retry: (agent: Agent) => setTimeout(() => agent.abort(), 20) }
    const { quiet, script } = await ran([drop, 'ok'], { streamRetryBaseDelayMs: ms }, at)
    expect(quiet().slice(-3)).toEqual(['E(A:aborted)', 'turn_end[]', 'agent_end[U:go,A:aborted]'])
    expect(script.requests).toHaveLength(1)
  })

  it('wait twice as long each time', async () => {
    const at: number[] = []
    const note = () => (at.push(performance.now()), drop)
    await ran([note, note, note, () => (note(), 'ok')], { streamRetryBaseDelayMs: 20 })
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0))
    expect(waits.map((wait, index) => wait >= 20 * 2 ** index - 1)).toEqual([true, true, true])
  })

  it.each(['Stream ended without finish_reason', 'connection likely dropped', 'WebSocket stream closed before done'])(
    'take the word of a stream function that knows no codes: %s',
    async (message) => {
      expect(await retries([{ fails: { throws: new Error(message) } }, 'ok'])).toEqual(['stream_retry(1/3)'])
    },
  )

  it('ask for the key again', async () => {
    let asked = 0
    const { script } = await ran([drop, 'ok'], { getApiKey: () => `key ${++asked}` })
    expect(script.requests.map(({ options }) => options.apiKey)).toEqual(['key 1', 'key 2'])
  })

  it('leave no trace in later requests and in the state', async () => {
    const { script, agent } = await ran([drop, cut, calls(['t1', 'fast']), 'ok'])
    expect(script.requests.at(-1)?.context.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'toolResult',
    ])
    expect(agent.state.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'toolResult', 'assistant'])
  })

  it('take the open message out of the state', async () => {
    const seen: unknown[] = []
    const stage = staged([drop, cut, 'ok'])
    stage.agent.subscribe((event) => {
      if (event.type.endsWith('retry')) seen.push(stage.agent.state.streamMessage)
    })
    await stage.agent.prompt('go')
    expect(seen).toEqual([null, null])
  })
})

describe('length retries', () => {
  it('are two by default, each with the same limit', async () => {
    const { script, agent } = await ran([cut, cut, cut])
    expect(script.requests.map(({ options }) => options.maxTokens)).toEqual([8192, 8192, 8192])
    expect(agent.state.messages[1]).toMatchObject({
      stopReason: 'error',
      errorCode: 'output_limit',
      errorMessage: 'Response truncated at the configured output token limit after 3 attempts',
      content: text('cut'),
    })
  })

  it('are switched off by 0', async () => {
    const { script, agent } = await ran([cut], { lengthRetries: 0 })
    expect(script.requests).toHaveLength(1)
    expect(agent.state.error).toBe('Response truncated at the configured output token limit after 1 attempt')
  })

  it('give stream retries a new start', async () => {
    expect(await retries([drop, cut, drop, 'ok'], { streamRetries: 1, lengthRetries: 1 })).toEqual([
      'stream_retry(1/1)',
      'length_retry(1/1)',
      'stream_retry(1/1)',
    ])
  })

  it('use the limit that is configured', async () => {
    const { script, events } = await ran([cut, 'ok'], { maxTokens: 100 })
    expect(script.requests.map(({ options }) => options.maxTokens)).toEqual([100, 100])
    expect(events.find((event) => event.type === 'length_retry')).toMatchObject({ maxTokens: 100 })
  })
})
