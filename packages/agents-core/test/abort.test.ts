import { describe, expect, it } from 'vitest'

import { Agent, AgentTool, type AgentPlugin, Message } from '#src/index.ts'

import { scriptedClient, type Turn, usage } from './support/scripted-client.ts'
import { calling, definition, gate, outline, results, type Setting, stage, tool, untilFired } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

const reason = '用户中断了会话'
const fin: Turn = { text: 'fin' }
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends, aborts once `when` resolves, and waits for `send`, which must not hang on anything that does not settle. */
async function abortedRun(setting: Setting, when: Promise<void>) {
  const staged = stage(setting)
  const sending = staged.agent.send('go')
  await when
  staged.agent.abort()
  await sending
  return { ...staged, outline: outline(staged.agent.messages), results: results(staged.agent) }
}

/** Nothing in flight, a valid history, and the next send is answered with `fin`. */
async function expectUsable(agent: Agent): Promise<void> {
  expect(agent.isHasPendingMessage).toBe(false)
  expect(problemsOf(agent.formatHistory())).toEqual([])
  await agent.send('next')
  expect(agent.messages.at(-1)).toMatchObject({ content: 'fin', status: 'completed' })
}

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

describe('abort() during a tool round', () => {
  it('does not run a tool whose hook is pending, and does not wait for the hook', async () => {
    const asked = gate()
    const asking: AgentPlugin = { onToolCall: () => (asked.open(), new Promise<void>(() => {})) }
    const played = await abortedRun(
      { turns: [calling('a'), fin], callbacks: { a: () => 'ran' }, plugins: [asking] },
      asked.opened,
    )
    expect([played.count('exec:a'), played.outline, played.results]).toEqual([0, 'U✓ A✓ T✓', [reason]])
    await expectUsable(played.agent)
  })

  it('does not run a tool that is approved after the abort', async () => {
    const asked = gate()
    const asking: AgentPlugin = { onToolCall: async () => (asked.open(), later(15)) }
    const played = await abortedRun(
      { turns: [calling('a'), fin], callbacks: { a: () => 'ran' }, plugins: [asking] },
      asked.opened,
    )
    await later(30)
    expect([played.count('exec:a'), results(played.agent)]).toEqual([0, [reason]])
  })

  it('fires the signal of a running tool, does not wait for it, and ignores what it says later', async () => {
    const running = gate()
    let signal: AbortSignal | undefined
    let finish: (text: string) => void = () => {}
    const callbacks: Setting['callbacks'] = {
      a: (_, ctx) => {
        signal = ctx.signal
        running.open()
        return new Promise<string>((resolve) => (finish = resolve))
      },
    }
    const played = await abortedRun({ turns: [calling('a'), fin], callbacks }, running.opened)
    expect([signal?.aborted, played.outline, played.results]).toEqual([true, 'U✓ A✓ T✓', [reason]])
    finish('too late')
    await later(5)
    expect(results(played.agent)).toEqual([reason])
    await expectUsable(played.agent)
  })

  it('swallows what an abandoned tool rejects with', async () => {
    const running = gate()
    const rejects = async (_: unknown, { signal }: { signal: AbortSignal }) => {
      running.open()
      await untilFired(signal)
      throw new Error('stopped')
    }
    const played = await abortedRun({ turns: [calling('a'), fin], callbacks: { a: rejects } }, running.opened)
    await later(5)
    expect(played.results).toEqual([reason])
  })

  const halfDone = () => {
    const running = gate()
    const turns = [calling('a', 'b'), fin]
    const hanging = () => (setTimeout(running.open, 10), new Promise(() => {}))
    return { turns, callbacks: { a: () => 'A', b: hanging }, running }
  }

  it('keeps the results that are there and fills in the rest', async () => {
    const { running, ...setting } = halfDone()
    const played = await abortedRun(setting, running.opened)
    expect([played.outline, played.results]).toEqual(['U✓ A✓ T✓ T✓', ['A', reason]])
    await expectUsable(played.agent)
  })

  it('fills in with the reason of the agent', async () => {
    const { running, ...setting } = halfDone()
    const played = await abortedRun({ ...setting, abortedToolRoundReason: 'stopped by user' }, running.opened)
    expect(played.results).toEqual(['A', 'stopped by user'])
  })

  it('drops the whole round under the strategy drop', async () => {
    const { running, ...setting } = halfDone()
    const played = await abortedRun({ ...setting, abortedToolRoundStrategy: 'drop' }, running.opened)
    expect(played.outline).toBe('U✓')
    await expectUsable(played.agent)
  })
})

describe('abort() after the answer', () => {
  it('while onInnerLoopEnd of a final answer is pending leaves the answer alone', async () => {
    const ending = gate()
    const slow: AgentPlugin = { onInnerLoopEnd: async () => (ending.open(), later(10)) }
    const played = await abortedRun({ turns: [{ text: 'answer' }], plugins: [slow] }, ending.opened)
    expect([played.outline, played.agent.messages[1]?.content]).toEqual(['U✓ A✓', 'answer'])
  })

  it('while onInnerLoopEnd of a tool round is pending starts no further round', async () => {
    const ending = gate()
    const slow: AgentPlugin = { onInnerLoopEnd: async () => (ending.open(), later(10)) }
    const played = await abortedRun(
      { turns: [calling('a'), fin], callbacks: { a: () => 'A' }, plugins: [slow] },
      ending.opened,
    )
    expect([played.outline, played.requests.length]).toEqual(['U✓ A✓ T✓', 1])
  })

  it.each(['onInnerLoopsEnd', 'onAfterSend'] as const)('while %s is pending changes nothing', async (hook) => {
    const ending = gate()
    const slow: AgentPlugin = { [hook]: async () => (ending.open(), later(10)) }
    const played = await abortedRun({ turns: [{ text: 'answer' }], plugins: [slow] }, ending.opened)
    expect(played.outline).toBe('U✓ A✓')
  })

  it('in round 2 leaves round 1 alone', async () => {
    const second = gate()
    const setting: Setting = {
      turns: [calling('a'), { text: 'par', hangs: 'at the end' }, fin],
      callbacks: { a: () => 'A' },
      onRequest: (_, nth) => void (nth === 2 && setTimeout(second.open, 20)),
    }
    const played = await abortedRun(setting, second.opened)
    expect([played.outline, played.results]).toEqual(['U✓ A✓ T✓ A⊘', ['A']])
    await expectUsable(played.agent)
  })
})

describe('abort() of a sub-agent', () => {
  const child = (turns: Turn[], onRequest?: (nth: number) => void) => {
    const { client, requests } = scriptedClient(turns, (_, nth) => onRequest?.(nth))
    const look = tool('look', () => 'seen')
    const ask = new AgentTool({
      function: definition('ask'),
      client,
      model: 'm',
      messages: [Message.User('please')],
      tools: [look],
    })
    return { ask, requests }
  }

  it('reaches it, waits for it, and keeps what it used', async () => {
    const second = gate()
    const turns: Turn[] = [{ ...calling('look'), usage: usage(50, 10) }, { hangs: 'at the end' }]
    const { ask, requests } = child(turns, (nth) => nth === 2 && setTimeout(second.open, 10))
    const played = await abortedRun({ turns: [calling('ask'), fin], tools: [ask] }, second.opened)
    expect(['sub-agent-start', 'sub-agent-end', 'onSubAgentEnd'].map(played.count)).toEqual([1, 1, 1])
    expect([played.outline, played.results, requests[1]?.signal.aborted]).toEqual(['U✓ A✓ T✓', [reason], true])
    expect(played.agent.messages[2]?.subAgentUsage).toEqual(usage(50, 10))
    await expectUsable(played.agent)
  })

  it('before it has begun keeps it from running', async () => {
    const asked = gate()
    const { ask, requests } = child([fin])
    const slow: AgentPlugin = { onSubAgentStart: async () => (asked.open(), later(15)) }
    const played = await abortedRun({ turns: [calling('ask'), fin], tools: [ask], plugins: [slow] }, asked.opened)
    await later(30)
    expect([requests.length, results(played.agent)]).toEqual([0, [reason]])
  })
})

describe('abort() from a listener', () => {
  it('twice, at open: the answer is aborted once', async () => {
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
