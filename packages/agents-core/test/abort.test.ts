import { describe, expect, it } from 'vitest'

import { Agent, type AgentPlugin } from '#src/index.ts'

import { reason, fin, later, abortedRun, expectUsable } from './support/aborting.ts'
import { calling, gate, outline, results, type Setting, stage } from './support/stage.ts'

describe('abort() of an idle agent', () => {
  it('does nothing, and nothing is remembered', async () => {
    const { agent } = stage({ turns: [fin] })
    agent.abort()
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A✓')
  })
})

describe.each(['onBeforeSend', 'onInnerLoopsStart', 'onInnerLoopStart'] as const)(
  'abort() while %s is pending',
  (hook) => {
    it('lets the hook finish, makes no request and leaves an aborted answer', async () => {
      const started = gate()
      let isFinished = false
      const slow: AgentPlugin = {
        [hook]: async () => {
          if (isFinished) return
          started.open()
          await later(20)
          isFinished = true
        },
      }
      const played = await abortedRun({ turns: [fin], plugins: [slow] }, started.opened)
      expect([isFinished, played.requests.length, played.outline]).toEqual([true, 0, 'U✓ A⊘'])
      expect([played.count('error'), played.count('onInnerLoopsEnd'), played.count('onAfterSend')]).toEqual([0, 1, 1])
      await expectUsable(played.agent)
    })
  },
)

describe.each(['onInnerLoopsStart', 'onInnerLoopStart'] as const)('abort() inside %s', (hook) => {
  it.each([
    ['a refusal', () => 'no'],
    ['a failure', () => Promise.reject(new Error('no'))],
  ])('wins over %s of that hook', async (_, answer) => {
    const { agent, count } = stage({ turns: [fin], plugins: [{ [hook]: () => (agent.abort(), answer()) }] })
    await agent.send('go')
    expect([outline(agent.messages), count('create'), count('onInnerLoopsEnd')]).toEqual(['U✓ A⊘', 0, 1])
  })
})

describe('abort() inside onBeforeSend', () => {
  it('does not make a message acceptable that the hook refuses', async () => {
    const { agent } = stage({ plugins: [{ onBeforeSend: () => (agent.abort(), 'no') }] })
    await expect(agent.send('secret')).rejects.toThrow('no')
    expect(agent.messages).toEqual([])
  })
})

describe.each([false, true])('abort() of a request whose client ignores the signal: %s', (isDeaf) => {
  it('before the headers: aborted, no error event', async () => {
    const asked = gate()
    const setting: Setting = {
      turns: [{ hangs: 'before headers', isDeaf }, fin],
      onRequest: (_, nth) => void (nth === 1 && setTimeout(asked.open, 5)),
    }
    const played = await abortedRun(setting, asked.opened)
    expect([played.outline, played.requests[0]?.signal.aborted]).toEqual(['U✓ A⊘', true])
    expect(['open', 'error', 'parsed', 'finally', 'onInnerLoopsEnd', 'onAfterSend'].map(played.count)).toEqual([
      0, 0, 0, 1, 1, 1,
    ])
    await expectUsable(played.agent)
  })

  it('while streaming: aborted with what came so far', async () => {
    const arrived = gate()
    const staged = stage({ turns: [{ text: 'part', reasoning: 'hm', hangs: 'at the end', isDeaf }, fin] })
    staged.agent.events.on('chunk-parsed', ({ content }) => void (content === 'part' && arrived.open()))
    const sending = staged.agent.send('go')
    await arrived.opened
    staged.agent.abort()
    await sending
    expect(outline(staged.agent.messages)).toBe('U✓ A⊘')
    expect(staged.agent.messages[1]).toMatchObject({ content: 'part', reasoning_content: 'hm' })
    expect(['error', 'parsed', 'onInnerLoopEnd'].map(staged.count)).toEqual([0, 0, 0])
    expect(staged.notes.slice(-5)).toEqual([
      'finally',
      'inner-loops-end',
      'onInnerLoopsEnd',
      'after-send',
      'onAfterSend',
    ])
    await expectUsable(staged.agent)
  })
})

it('a stream whose return() throws at once is left to itself', async () => {
  const asked = gate()
  let tries = 0
  const stuck = {
    [Symbol.asyncIterator]: () => ({
      next: () => (asked.open(), new Promise(() => {})),
      return() {
        tries++
        throw new Error('no')
      },
    }),
  }
  const agent = new Agent({ client: { chat: { completions: { create: () => stuck } } } as never, model: 'm' })
  const sending = agent.send('go')
  await asked.opened
  agent.abort()
  await sending
  expect([outline(agent.messages), tries]).toEqual(['U✓ A⊘', 1])
})

it('a response that comes after the abort is let go', async () => {
  let isClosed = false
  const late = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: async () => ((isClosed = true), { done: true }),
    }),
  }
  const asked = gate()
  const create = () => (asked.open(), later(20).then(() => late))
  const agent = new Agent({ client: { chat: { completions: { create } } }, model: 'm' })
  const sending = agent.send('go')
  await asked.opened
  agent.abort()
  await sending
  expect([outline(agent.messages), isClosed]).toEqual(['U✓ A⊘', false])
  await later(40)
  expect(isClosed).toBe(true)
})

describe('abort() from a listener', () => {
  it('twice, at open: the response is aborted once', async () => {
    const { agent } = stage({ turns: [{ text: 'part', hangs: 'at the end' }, fin] })
    agent.events.once('open', () => {
      agent.abort()
      agent.abort()
    })
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A⊘')
    await expectUsable(agent)
  })

  it('at parsed of a message with calls: no tool runs, the round is filled', async () => {
    const { agent, count } = stage({ turns: [calling('a', 'b'), fin], callbacks: { a: () => 'ran', b: () => 'ran' } })
    agent.events.once('parsed', () => agent.abort())
    await agent.send('go')
    expect([outline(agent.messages), results(agent), count('exec:a')]).toEqual(['U✓ A✓ T✓ T✓', [reason, reason], 0])
    await expectUsable(agent)
  })

  it('is told to the hooks that follow', async () => {
    const seen: unknown[] = []
    const { agent } = stage({
      turns: [{ hangs: 'at the end' }, fin],
      plugins: [{ onAfterSend: ({ aborted }) => void seen.push(aborted) }],
    })
    agent.events.once('open', () => agent.abort())
    await agent.send('go')
    await agent.send('next')
    expect(seen).toEqual([true, undefined])
  })
})
