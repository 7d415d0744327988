import { APIError, AuthenticationError, InternalServerError, RateLimitError } from 'openai'
import { describe, expect, it } from 'vitest'

import { type RequestRetry, RetryPlugin } from '#src/index.ts'

import { chunk, type Turn, usage } from '../support/scripted-client.ts'
import { calling, outline, results, type Setting, stage } from '../support/stage.ts'

const fin: Turn = { text: 'fin' }
const headers = (values: Record<string, string> = {}) => new Headers(values)
const overloaded = new InternalServerError(503, { message: 'overloaded' }, undefined, headers())

const play = async (setting: Setting, options = {}) => {
  const retries: RequestRetry[] = []
  const staged = stage({
    ...setting,
    plugins: [...(setting.plugins ?? []), new RetryPlugin({ baseDelayMs: 1, ...options })],
  })
  staged.agent.events.on('request-retry', (retry) => void retries.push(retry))
  await staged.agent.send('go')
  return { ...staged, retries, outline: outline(staged.agent.messages) }
}

describe('RetryPlugin repeats', () => {
  it.each<[string, Turn]>([
    ['a server that is overloaded', { rejects: overloaded }],
    ['a rate limit', { rejects: new RateLimitError(429, { message: 'slow down' }, undefined, headers()) }],
    [
      'an error object inside the stream',
      {
        text: 'par',
        breaks: new APIError(undefined, { message: 'overloaded', type: 'overloaded_error' }, undefined, undefined),
      },
    ],
    ['a stream that breaks', { text: 'par', breaks: new TypeError('terminated') }],
    ['a stream that ends inside a call', { calls: [{ id: 'c', name: 'a', raw: '{"n"' }], finish: null }],
    ['no connection', { rejects: new Error('Connection error.', { cause: new Error('ECONNREFUSED') }) }],
    ['an error of the provider layer that may pass', { rejects: Object.assign(new Error('x'), { retryable: true }) }],
  ])('%s', async (_, turn) => {
    const played = await play({ turns: [turn, fin], callbacks: { a: () => 'ran' } })
    expect([played.outline, played.agent.messages[1]?.content, played.agent.messages[1]?.tool_calls]).toEqual([
      'U✓ A✓',
      'fin',
      undefined,
    ])
    expect(played.retries).toMatchObject([{ attempt: 1, maxAttempts: 3, delayMs: 1 }])
    expect(['error', 'inner-loop-start', 'create'].map(played.count)).toEqual([0, 1, 2])
  })

  it('at most as often as it may, waits longer each time, and then lets the failure surface', async () => {
    const played = await play(
      { turns: [{ rejects: overloaded }, { rejects: overloaded }, { rejects: overloaded }, fin] },
      { retries: 2 },
    )
    expect([played.outline, played.requests.length, played.count('error')]).toEqual(['U✓ A✗', 3, 1])
    expect(played.retries.map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('the one request that failed, not the tools before it', async () => {
    const played = await play({ turns: [calling('a'), { rejects: overloaded }, fin], callbacks: { a: () => 'A' } })
    expect([played.outline, results(played.agent), played.count('exec:a')]).toEqual(['U✓ A✓ T✓ A✓', ['A'], 1])
  })

  it('no sooner than the provider asked', async () => {
    const limit = new RateLimitError(429, { message: 'slow down' }, undefined, headers({ 'retry-after-ms': '20' }))
    expect((await play({ turns: [{ rejects: limit }, fin] })).retries).toMatchObject([{ delayMs: 20 }])
  })

  it('and counts what the attempts that failed had used', async () => {
    const { agent } = await play({
      turns: [
        { chunks: [chunk({ content: 'a' }, null, { usage: usage(5, 1) })], breaks: new TypeError('terminated') },
        { ...fin, usage: usage(5, 2) },
      ],
    })
    expect([agent.messages[1]?.usage, agent.lastUsage]).toEqual([usage(10, 3), usage(5, 2)])
  })
})

describe('RetryPlugin does not repeat', () => {
  it.each<[string, Turn]>([
    ['a wrong key', { rejects: new AuthenticationError(401, { message: 'bad key' }, undefined, headers()) }],
    [
      'a quota that is used up',
      { rejects: new RateLimitError(429, { message: 'no money', code: 'insufficient_quota' }, undefined, headers()) },
    ],
    [
      'a wait that is too long',
      { rejects: new RateLimitError(429, { message: 'later' }, undefined, headers({ 'retry-after': '3600' })) },
    ],
    ['a refusal', { chunks: [chunk({ refusal: 'No.' }), chunk({}, 'stop')] }],
    ['a filtered answer', { text: 'par', finish: 'content_filter' }],
    ['a fault of the program', { rejects: new TypeError('x is not a function') }],
    ['an error of the provider layer that stays', { rejects: Object.assign(new Error('x'), { retryable: false }) }],
  ])('%s', async (_, turn) => {
    const played = await play({ turns: [turn, fin] })
    expect([played.outline, played.requests.length, played.retries]).toEqual(['U✓ A✗', 1, []])
  })

  it('after an abort, which ends its wait', async () => {
    const staged = stage({ turns: [{ rejects: overloaded }, fin], plugins: [new RetryPlugin({ baseDelayMs: 60_000 })] })
    staged.agent.events.on('request-retry', () => void setTimeout(() => staged.agent.abort()))
    await staged.agent.send('go')
    expect([outline(staged.agent.messages), staged.requests.length, staged.count('error')]).toEqual(['U✓ A⊘', 1, 0])
  })
})

describe('aroundRequest', () => {
  it('of the first plugin is the outermost', async () => {
    const order: string[] = []
    const around = (name: string) => ({
      aroundRequest: async (_: unknown, next: () => Promise<{ type: 'completed' }>) => {
        order.push(`${name} in`)
        const outcome = await next()
        order.push(`${name} out ${outcome.type}`)
        return outcome
      },
    })
    const { agent } = stage({ turns: [fin], plugins: [around('a'), around('b')] })
    await agent.send('go')
    expect(order).toEqual(['a in', 'b in', 'b out completed', 'a out completed'])
  })

  it('that throws fails the request', async () => {
    const { agent } = stage({ turns: [fin], plugins: [{ aroundRequest: () => Promise.reject(new Error('no')) }] })
    await agent.send('go')
    expect(agent.messages[1]).toMatchObject({ status: 'error', content: 'no' })
  })

  it('that never settles is left on abort', async () => {
    const { agent } = stage({ turns: [fin], plugins: [{ aroundRequest: () => new Promise(() => {}) }] })
    agent.events.on('inner-loop-start', () => void setTimeout(() => agent.abort()))
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A⊘')
  })
})
