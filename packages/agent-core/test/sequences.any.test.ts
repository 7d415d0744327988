import { describe, expect, it } from 'vitest'

import type { AgentOptions } from '#src/index.ts'

import { calls, ran, type Reactions, staged, type Stage, user } from './support/staged.ts'
import { text } from './support/tools.ts'

const drop = { text: 'part', fails: 'drop' } as const

/** "S(A) E(A:stop)" as a list of lines. */
const steps = (trace: string): string[] => trace.trim().split(/\s+/)

const opening = 'agent_start turn_start S(U:go) E(U:go)'
const oneCall = `${opening} S(A) E(A:toolUse)`
const answer = 'turn_start S(A) E(A:stop) turn_end[]'

const abortSoon: Reactions = { tool_execution_start: (agent) => setTimeout(() => agent.abort(), 5) }
const steerTwice: Reactions = {
  tool_execution_start: (agent) => {
    agent.steer(user('S1'))
    agent.steer(user('S2'))
  },
}

async function quiet(script: Parameters<typeof ran>[0], options?: AgentOptions, on?: Reactions): Promise<string[]> {
  return (await ran(script, options, on)).quiet()
}

describe('the order of events', () => {
  it('1: a text', async () => {
    expect((await ran(['hi'])).lines()).toEqual(
      steps(`${opening} S(A) u(text_start) u(text_delta) u(text_end) E(A:stop) turn_end[] agent_end[U:go,A:stop]`),
    )
  })

  it('2: one tool that tells of its progress', async () => {
    expect((await ran([calls(['t1', 'slow']), 'ok'])).lines()).toEqual(
      steps(`${opening} S(A) u(toolcall_start) u(toolcall_delta) u(toolcall_end) E(A:toolUse)
        tool_start(t1) tool_update(t1) tool_end(t1) S(R:t1) E(R:t1) turn_end[R:t1]
        turn_start S(A) u(text_start) u(text_delta) u(text_end) E(A:stop) turn_end[] agent_end[U:go,A:toolUse,R:t1,A:stop]`),
    )
  })

  it('3: two parallel tools, of which the second finishes first', async () => {
    expect(await quiet([calls(['t1', 'slow'], ['t2', 'fast']), 'ok'])).toEqual(
      steps(`${oneCall} tool_start(t1) tool_start(t2) tool_update(t1)
        tool_end(t1) S(R:t1) E(R:t1) tool_end(t2) S(R:t2) E(R:t2) turn_end[R:t1,R:t2]
        ${answer} agent_end[U:go,A:toolUse,R:t1,R:t2,A:stop]`),
    )
  })

  it('4: the same, one after the other', async () => {
    expect(await quiet([calls(['t1', 'slow'], ['t2', 'fast']), 'ok'], { toolExecution: 'sequential' })).toEqual(
      steps(`${oneCall} tool_start(t1) tool_update(t1) tool_end(t1) S(R:t1) E(R:t1)
        tool_start(t2) tool_end(t2) S(R:t2) E(R:t2) turn_end[R:t1,R:t2]
        ${answer} agent_end[U:go,A:toolUse,R:t1,R:t2,A:stop]`),
    )
  })

  it('5: the second of three parallel calls is blocked', async () => {
    const stage = await ran([calls(['t1', 'slow'], ['t2', 'fast'], ['t3', 'fast']), 'ok'], {
      beforeToolCall: ({ toolCall }) => (toolCall.id === 't2' ? { block: true, reason: 'not today' } : undefined),
    })
    expect(stage.quiet()).toEqual(
      steps(`${oneCall} tool_start(t1) tool_start(t2) tool_start(t3) tool_update(t1)
        tool_end(t1) S(R:t1) E(R:t1) tool_end(t2!) S(R:t2!) E(R:t2!) tool_end(t3) S(R:t3) E(R:t3) turn_end[R:t1,R:t2!,R:t3]
        ${answer} agent_end[U:go,A:toolUse,R:t1,R:t2!,R:t3,A:stop]`),
    )
    expect(stage.agent.state.messages[3]).toMatchObject({ content: text('not today'), isError: true })
  })

  const refused = `${oneCall} tool_start(t1) tool_end(t1!) S(R:t1!) E(R:t1!) turn_end[R:t1!]
    ${answer} agent_end[U:go,A:toolUse,R:t1!,A:stop]`

  it.each([
    [
      '6: a tool nobody knows, and the known ones',
      calls(['t1', 'nope']),
      'Tool nope not found',
      'Known tools: slow, fast, num, boom, hang, deaf, last',
    ],
    ['8: a tool that throws', calls(['t1', 'boom']), 'boom!'],
    [
      '7: arguments that do not fit',
      calls(['t1', 'num', { n: 'abc' }]),
      'Validation failed for tool "num":\n  - n: must be number\n\nReceived arguments:\n{\n  "n": "abc"\n}',
    ],
  ])('%s', async (_name, reply, ...reasons) => {
    const stage = await ran([reply, 'ok'])
    expect(stage.quiet()).toEqual(steps(refused))
    expect(stage.agent.state.messages[2]).toMatchObject({
      content: reasons.flatMap((reason) => text(reason as string)),
      isError: true,
    })
  })

  it('7: arguments that can be converted are', async () => {
    const { agent, quiet } = await ran([calls(['t1', 'num', { n: '12' }]), 'ok'])
    expect(quiet()).toEqual(steps(refused.replaceAll('!', '')))
    expect(agent.state.messages[2]).toMatchObject({ content: text('number') })
  })

  it('9: two steering messages during a tool, one at a time', async () => {
    expect(await quiet([calls(['t1', 'fast']), 'a', 'b'], {}, steerTwice)).toEqual(
      steps(`${oneCall} tool_start(t1) tool_end(t1) S(R:t1) E(R:t1) turn_end[R:t1]
        S(U:S1) E(U:S1) ${answer} S(U:S2) E(U:S2) ${answer} agent_end[U:go,A:toolUse,R:t1,U:S1,A:stop,U:S2,A:stop]`),
    )
  })

  it('9: the same, all at once', async () => {
    expect(await quiet([calls(['t1', 'fast']), 'a'], { steeringMode: 'all' }, steerTwice)).toEqual(
      steps(`${oneCall} tool_start(t1) tool_end(t1) S(R:t1) E(R:t1) turn_end[R:t1]
        S(U:S1) E(U:S1) S(U:S2) E(U:S2) ${answer} agent_end[U:go,A:toolUse,R:t1,U:S1,U:S2,A:stop]`),
    )
  })

  it('10: a steering message that waited before the prompt', async () => {
    const stage = staged(['a'])
    stage.agent.steer(user('S0'))
    await stage.agent.prompt('go')
    expect(stage.quiet()).toEqual(
      steps(`${opening} S(U:S0) E(U:S0) S(A) E(A:stop) turn_end[] agent_end[U:go,U:S0,A:stop]`),
    )
  })

  it('11: a follow-up', async () => {
    expect(await quiet(['a', 'b'], {}, { agent_start: (agent) => agent.followUp(user('F1')) })).toEqual(
      steps(`${opening} S(A) E(A:stop) turn_end[] S(U:F1) E(U:F1) ${answer} agent_end[U:go,A:stop,U:F1,A:stop]`),
    )
  })

  it('12: an abort in the middle of a stream', async () => {
    const stage = await ran([{ text: 'part', fails: 'hang' }], {}, { 'u(text_delta)': (agent) => agent.abort() })
    expect(stage.quiet()).toEqual(steps(`${opening} S(A) E(A:aborted) turn_end[] agent_end[U:go,A:aborted]`))
    expect(stage.agent.state.error).toBe('Request was aborted')
  })

  it('13: an abort in the middle of a tool', async () => {
    expect(await quiet([calls(['t1', 'hang'])], {}, abortSoon)).toEqual(
      steps(`${oneCall} tool_start(t1) tool_end(t1!) S(R:t1!) E(R:t1!) turn_end[R:t1!]
        turn_start S(A) E(A:aborted) turn_end[] agent_end[U:go,A:toolUse,R:t1!,A:aborted]`),
    )
  })

  it('14: a dropped stream, then a whole one', async () => {
    const stage = await ran([drop, 'whole'])
    expect(stage.quiet()).toEqual(
      steps(`${opening} S(A) stream_retry(1/3) S(A) E(A:stop) turn_end[] agent_end[U:go,A:stop]`),
    )
    expect(stage.agent.state.messages[1]).toMatchObject({ content: text('whole') })
  })

  it('15: dropped streams until the retries are used up', async () => {
    const stage = await ran([drop, drop], { streamRetries: 1 })
    expect(stage.quiet()).toEqual(
      steps(`${opening} S(A) stream_retry(1/1) S(A) E(A:error) turn_end[] agent_end[U:go,A:error]`),
    )
    expect(stage.agent.state.error).toBe('Stream dropped repeatedly — connection likely unstable')
  })

  it('16: a response that was cut, then a whole one', async () => {
    const stage = await ran([{ text: 'cut', stopReason: 'length' }, 'whole'])
    expect(stage.quiet()).toEqual(
      steps(`${opening} S(A) length_retry(1/2) S(A) E(A:stop) turn_end[] agent_end[U:go,A:stop]`),
    )
    const [retry] = stage.events.filter((event) => event.type === 'length_retry')
    expect(retry).toMatchObject({ maxTokens: 8192, discardedPartial: { content: text('cut') } })
  })

  it('17: answers that were cut until the retries are used up; no call of theirs is run', async () => {
    const cut = { ...calls(['t1', 'fast']), stopReason: 'length' } as const
    const stage: Stage = await ran([cut, cut], { lengthRetries: 1 })
    expect(stage.quiet()).toEqual(
      steps(`${opening} S(A) length_retry(1/1) S(A) E(A:error) turn_end[] agent_end[U:go,A:error]`),
    )
    expect(stage.agent.state.error).toBe('Response truncated at the configured output token limit after 2 attempts')
  })

  it('18: a failure before the first event', async () => {
    const failure = { fails: { code: 'authentication', message: '401 Unauthorized' }, failsAfter: 0 } as const
    const stage = await ran([failure])
    expect(stage.lines()).toEqual(steps(`${opening} S(A) E(A:error) turn_end[] agent_end[U:go,A:error]`))
    expect(stage.agent.state.error).toBe('401 Unauthorized')
  })

  it('19: a refusal in the middle of a response', async () => {
    const stage = await ran([{ text: 'I can', refusal: { category: 'cyber', explanation: 'declined' } }])
    expect(stage.quiet()).toEqual(steps(`${opening} S(A) E(A:error) turn_end[] agent_end[U:go,A:error]`))
    expect(stage.agent.state.messages[1]).toMatchObject({
      content: text('I can'),
      refusal: { category: 'cyber', explanation: 'declined' },
    })
  })

  it('20: a tool that ends the turn', async () => {
    expect(await quiet([calls(['t1', 'last'])])).toEqual(
      steps(`${oneCall} tool_start(t1) tool_end(t1) S(R:t1) E(R:t1) turn_end[R:t1] agent_end[U:go,A:toolUse,R:t1]`),
    )
  })

  it('21: no further request is wanted, and a steering message waits', async () => {
    const on: Reactions = { tool_execution_start: (agent) => agent.steer(user('S1')) }
    expect(await quiet([calls(['t1', 'fast'])], { shouldContinue: () => false }, on)).toEqual(
      steps(`${oneCall} tool_start(t1) tool_end(t1) S(R:t1) E(R:t1) turn_end[R:t1]
        S(U:S1) E(U:S1) agent_end[U:go,A:toolUse,R:t1,U:S1]`),
    )
  })

  it('22: beforeLlmCall throws in the second turn', async () => {
    let asked = 0
    const beforeLlmCall = async () => {
      if (++asked === 2) throw new Error('hook failed')
    }
    const stage = await ran([calls(['t1', 'fast'])], { beforeLlmCall })
    expect(stage.quiet()).toEqual(
      steps(`${oneCall} tool_start(t1) tool_end(t1) S(R:t1) E(R:t1) turn_end[R:t1]
        turn_start S(A) E(A:error) turn_end[] agent_end[U:go,A:toolUse,R:t1,A:error]`),
    )
    expect(stage.agent.state.error).toBe('hook failed')
  })

  it('23: going on from the result of a call', async () => {
    const before = await ran([calls(['t1', 'last'])])
    const { lines, agent } = staged(['ok'], { initialState: { messages: before.agent.state.messages } })
    await agent.continue()
    expect(lines()).toEqual(
      steps(
        'agent_start turn_start S(A) u(text_start) u(text_delta) u(text_end) E(A:stop) turn_end[] agent_end[A:stop]',
      ),
    )
  })

  it('24: thinking, text and a call in one message', async () => {
    const stage = await ran([{ thinking: 'hm', text: 'look', ...calls(['t1', 'fast']) }, 'ok'])
    expect(stage.lines().slice(4, 15)).toEqual(
      steps(`S(A) u(thinking_start) u(thinking_delta) u(thinking_end) u(text_start) u(text_delta) u(text_end)
        u(toolcall_start) u(toolcall_delta) u(toolcall_end) E(A:toolUse)`),
    )
    const updates = stage.events.filter((event) => event.type === 'message_update')
    const places = updates.slice(0, 9).map(({ assistantMessageEvent }) => assistantMessageEvent.contentIndex)
    expect(places).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2])
  })
})
