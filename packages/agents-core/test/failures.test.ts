import { describe, expect, it } from 'vitest'

import {
  Agent,
  AgentBusyError,
  AgentTool,
  AgentToolLazy,
  type AgentPlugin,
  Message,
  ResponseError,
  sumUsage,
} from '#src/index.ts'

import { chunk, scriptedClient, tick, type Turn, usage } from './support/scripted-client.ts'
import { calling, definition, gate, outline, results, stage } from './support/stage.ts'

const fin: Turn = { text: 'fin' }

describe('a provider that fails', () => {
  it('before the response: an error message, error and finally, and send() resolves', async () => {
    const rejects = new Error('401 bad key')
    const { agent, notes } = stage({ turns: [{ rejects }] })
    const errors: Error[] = []
    agent.events.on('error', (told) => void errors.push(told))
    await agent.send('go')
    expect([outline(agent.messages), agent.messages[1]?.content, errors]).toEqual(['U✓ A✗', '401 bad key', [rejects]])
    expect(notes.slice(-7)).toEqual([
      'create',
      'error',
      'finally',
      'inner-loops-end',
      'onInnerLoopsEnd',
      'after-send',
      'onAfterSend',
    ])
  })

  it.each([undefined, null, { choices: [{ message: { content: 'all at once' } }] }])(
    'with %j instead of a stream: an error that says so',
    async (answer) => {
      const create = async () => answer
      const agent = new Agent({ client: { chat: { completions: { create } } }, model: 'm' })
      await agent.send('go')
      expect(outline(agent.messages)).toBe('U✓ A✗')
      expect(agent.messages[1]?.content).toContain('must return a stream of chunks')
    },
  )

  it('to say anything in a chunk: the others count', async () => {
    const { agent } = stage({ turns: [{ chunks: [null, chunk({ content: 'a' }), null, chunk({}, 'stop')] }] })
    await agent.send('go')
    expect([outline(agent.messages), agent.messages[1]?.content]).toEqual(['U✓ A✓', 'a'])
  })

  it('midway: the text is replaced, usage is kept, calls are not run', async () => {
    const breaks = new Error('500 boom')
    const { agent, count } = stage({
      turns: [{ text: 'part', ...calling('a'), usage: usage(3, 1), breaks }],
      callbacks: { a: () => 'ran' },
    })
    await agent.send('go')
    expect(agent.messages[1]).toMatchObject({ status: 'error', content: '500 boom', usage: usage(3, 1) })
    expect(['exec:a', 'open', 'parsed', 'error', 'finally'].map(count)).toEqual([0, 1, 0, 1, 1])
  })

  it('after the end mark: nothing is wrong', async () => {
    const { agent } = stage({
      turns: [{ chunks: [chunk({ content: 'all' }), chunk({}, 'stop')], breaks: new TypeError('terminated') }],
    })
    await agent.send('go')
    expect(agent.messages[1]).toMatchObject({ status: 'completed', content: 'all' })
  })

  it('in round 2: round 1 stays, and the next send is answered', async () => {
    const { agent } = stage({ turns: [calling('a'), { rejects: new Error('503') }, fin], callbacks: { a: () => 'A' } })
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A✓ T✓ A✗')
    await agent.send('next')
    expect(outline(agent.messages)).toBe('U✓ A✓ T✓ A✗ U✓ A✓')
  })

  it('while it is aborted: aborted, without an error event', async () => {
    const { agent, count } = stage({
      turns: [{ hangs: 'before headers' }],
      onRequest: () => void setTimeout(() => agent.abort(), 5),
    })
    await agent.send('go')
    expect([outline(agent.messages), count('error')]).toEqual(['U✓ A⊘', 0])
  })

  it('in a sub-agent: a failed tool, not a response', async () => {
    const child = scriptedClient([{ rejects: new Error('401 bad key') }]).client
    const ask = new AgentTool({ function: definition('ask'), client: child, model: 'm', messages: [Message.User('x')] })
    const { agent } = stage({ turns: [calling('ask'), fin], tools: [ask] })
    await agent.send('go')
    expect([results(agent), outline(agent.messages)]).toEqual([['执行工具 ask 时出错：401 bad key'], 'U✓ A✓ T✓ A✓'])
  })

  it('with a refusal: the words of the model stay', async () => {
    const errors: Error[] = []
    const { agent } = stage({
      turns: [{ chunks: [chunk({ refusal: 'I can not ' }), chunk({ refusal: 'do that.' }), chunk({}, 'stop')] }],
    })
    agent.events.on('error', (told) => void errors.push(told))
    await agent.send('go')
    expect(agent.messages[1]).toMatchObject({ status: 'error', content: 'I can not do that.', finish_reason: 'stop' })
    expect(errors).toEqual([expect.objectContaining({ code: 'refusal', retryable: false })])
    expect(errors[0]).toBeInstanceOf(ResponseError)
  })
})

describe('a stream without its end mark', () => {
  it.each([
    ['text is an answer', { text: 'abc', finish: null }, 'U✓ A✓'],
    ['an open call is an error', { calls: [{ id: 'c1', name: 'a', raw: '{"n":' }], finish: null }, 'U✓ A✗'],
    ['text with a call is an error', { text: 'abc', calls: [{ id: 'c1', name: 'a' }], finish: null }, 'U✓ A✗'],
    ['nothing at all is an error', { chunks: [] }, 'U✓ A✗'],
  ] satisfies [string, Turn, string][])('%s', async (_, turn, messages) => {
    const { agent, count } = stage({ turns: [turn], callbacks: { a: () => 'ran' } })
    await agent.send('go')
    expect([outline(agent.messages), agent.messages[1]?.finish_reason, count('exec:a')]).toEqual([
      messages,
      undefined,
      0,
    ])
  })
})

describe('an agent that is busy', () => {
  it('refuses a second send or run at once, and the first is unharmed', async () => {
    const { agent, requests } = stage({ turns: [fin] })
    const first = agent.send('go')
    await expect(agent.send('me too')).rejects.toThrow(AgentBusyError)
    await expect(agent.run()).rejects.toMatchObject({ code: 'agent_busy' })
    await first
    expect([outline(agent.messages), requests.length]).toEqual(['U✓ A✓', 1])
  })

  it('refuses a send from inside a tool rather than wait for itself', async () => {
    const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: (_, ctx) => ctx.agent.send('more') } })
    await agent.send('go')
    expect(results(agent)).toEqual([expect.stringContaining('running already')])
  })

  it('is free again in onAfterSend', async () => {
    const again: AgentPlugin = {
      async onAfterSend(ctx) {
        if (ctx.messages.length === 2) await ctx.agent.send('more')
      },
    }
    const { agent } = stage({ turns: [fin, fin], plugins: [again] })
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A✓ U✓ A✓')
  })

  it('that delegates to one child object twice at a time: one of them fails, the other answers', async () => {
    const child = stage({ turns: [fin, fin], messages: [Message.User('please')] }).agent
    const lazy = new AgentToolLazy({ function: definition('ask'), buildAgent: () => child })
    const { agent } = stage({ turns: [calling('ask', 'ask'), fin], tools: [lazy] })
    await agent.send('go')
    expect(results(agent)).toEqual(['fin', expect.stringContaining('running already')])
  })

  it('is not billed to the call that it turned away', async () => {
    const { opened, open } = gate()
    const paid = { ...fin, usage: usage(50, 10) }
    const child = stage({ turns: [paid], plugins: [{ onInnerLoopEnd: () => opened }] }).agent
    const own = child.send('work of its own')
    while (!child.lastUsage) await tick()
    const lazy = new AgentToolLazy({ function: definition('ask'), buildAgent: () => child })
    const { agent } = stage({ turns: [calling('ask'), fin], tools: [lazy] })
    await agent.send('go')
    expect(sumUsage(agent.messages).total_tokens).toBe(0)
    open()
    await own
    expect(sumUsage(child.messages).total_tokens).toBe(60)
  })
})

describe('run()', () => {
  it('refuses an empty list', async () => {
    await expect(stage().agent.run()).rejects.toThrow('at least one message')
  })
})
