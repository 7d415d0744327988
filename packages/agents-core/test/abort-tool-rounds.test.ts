import { describe, expect, it } from 'vitest'

import { AgentTool, type AgentPlugin, Message } from '#src/index.ts'

import { reason, fin, later, abortedRun, expectUsable } from './support/aborting.ts'
import { scriptedClient, type Turn, usage } from './support/scripted-client.ts'
import { calling, definition, gate, results, type Setting, tool, untilFired } from './support/stage.ts'

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

describe('abort() after the response', () => {
  it('while onInnerLoopEnd of a final answer is pending leaves the response alone', async () => {
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
