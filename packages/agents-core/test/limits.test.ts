import { describe, expect, it } from 'vitest'

import { Agent, type AgentWarning, englishTexts, Message } from '#src/index.ts'

import { scriptedClient, type Turn } from './support/scripted-client.ts'
import { calling, gate, outline, results, stage, untilFired } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

const fin: Turn = { text: 'fin' }

describe('limits and queues (decisions 63, 67)', () => {
  it('stops after maxTurns with turn_limit and a valid history, and run() goes on', async () => {
    const errors: unknown[] = []
    const turns = [calling('a'), calling('a'), fin]
    const { agent, requests } = stage({ turns, callbacks: { a: () => 'x' }, maxTurns: 2 })
    agent.events.on('error', (error) => void errors.push(error))
    await agent.send('go')
    expect([requests.length, errors]).toMatchObject([2, [{ code: 'turn_limit' }]])
    expect(problemsOf(agent.formatHistory())).toEqual([])
    await agent.run()
    expect(agent.messages.at(-1)?.content).toBe('fin')
    expect(new Agent({ client: scriptedClient([]).client, model: 'm' }).maxTurns).toBe(2000)
  })

  it('warns when equal calls give equal results 20 times in a row', async () => {
    const warnings: AgentWarning[] = []
    const play = async (result: () => string) => {
      const turns = [...Array.from({ length: 25 }, () => calling('a')), fin]
      const { agent } = stage({ turns, callbacks: { a: result }, onWarning: (warning) => void warnings.push(warning) })
      await agent.send('go')
    }
    let n = 0
    await play(() => `${n++}`)
    expect(warnings).toEqual([])
    await play(() => 'same')
    expect(warnings).toMatchObject([{ code: 'repeated_call' }])
  })

  it.each([0, NaN, -1])('refuses a limit of %d', (maxTurns) => {
    expect(() => stage({ maxTurns })).toThrow(RangeError)
  })

  it('obeys the signal of a send, also one that has fired', async () => {
    const controller = new AbortController()
    const { agent } = stage({ turns: [{ hangs: 'before headers' }], onRequest: () => controller.abort() })
    await agent.send('go', { signal: controller.signal })
    expect(outline(agent.messages)).toBe('U✓ A⊘')
    const { agent: second, requests } = stage({ turns: [fin] })
    await second.send('go', { signal: AbortSignal.abort() })
    expect([outline(second.messages), requests.length]).toEqual(['U✓ A⊘', 0])
    await second.send('again')
    expect(second.messages.at(-1)?.content).toBe('fin')
  })

  it('takes what is said meanwhile: steering before the next request, follow-ups at the end', async () => {
    const sizes: unknown[] = []
    const { agent, requests } = stage({
      turns: [calling('a'), { text: 'one' }, { text: 'two' }],
      callbacks: { a: () => '' },
    })
    agent.events.on('queue', (size) => void sizes.push(size))
    agent.events.once('tool-call', () => {
      agent.followUp('later')
      agent.steer('now')
    })
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A✓ T✓ U✓ A✓ U✓ A✓')
    expect(requests.map(({ body }) => body.messages.at(-1)?.content)).toEqual(['go', 'now', 'later'])
    expect([sizes[1], sizes.at(-1)]).toEqual([
      { steer: 1, followUp: 1 },
      { steer: 0, followUp: 0 },
    ])
  })

  it('aborts a tool after its time, and goes on', async () => {
    const fired = gate()
    const { agent } = stage({
      turns: [calling('slow'), fin],
      callbacks: { slow: async (_, { signal }) => (await untilFired(signal), fired.open(), new Promise(() => {})) },
      toolTimeoutMs: 20,
      texts: 'en',
    })
    await agent.send('go')
    await fired.opened
    expect([results(agent), outline(agent.messages)]).toEqual([[englishTexts.toolTimeout('slow', 20)], 'U✓ A✓ T✓ A✓'])
  })

  it('runs at most maxParallelTools at a time, and keeps the order of results', async () => {
    let [now, most] = [0, 0]
    const work = async (name: string) => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now -= 1
      return name
    }
    const names = ['a', 'b', 'c', 'd', 'e']
    const callbacks = Object.fromEntries(names.map((name) => [name, () => work(name)]))
    const { agent } = stage({ turns: [calling(...names), fin], callbacks, maxParallelTools: 2 })
    await agent.send('go')
    expect([most, results(agent)]).toEqual([2, names])
  })

  it('emits message-done once for each message, with its final status', async () => {
    const done: string[] = []
    const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: () => 'x' } })
    agent.events.on('message-done', (message) => void done.push(outline([message])))
    await agent.send('go')
    expect(done).toEqual(['U✓', 'A✓', 'T✓', 'A✓'])
  })
})

describe('growth (A10)', () => {
  it('10,000 calls in one response take a time that grows with their number', async () => {
    const tool_calls = Array.from({ length: 10_000 }, (_, index) => ({
      index,
      id: `c${index}`,
      function: { name: 'a', arguments: '{}' },
    }))
    const messages = [
      Message.User('go'),
      Message.Assistant('', {
        status: 'aborted',
        tool_calls: tool_calls.map((call) => ({ ...call, type: 'function' })),
      }),
    ]
    const start = performance.now()
    const { agent } = stage({ turns: [fin], messages })
    await agent.run()
    expect(agent.messages.length).toBe(10_003)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
