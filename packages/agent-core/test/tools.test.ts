import { describe, expect, it, vi } from 'vitest'

import type { AgentTool, AgentToolUpdateCallback } from '#src/index.ts'

import { calls, ran, staged } from './support/staged.ts'
import { announced, says, text, tool, wait } from './support/tools.ts'

const resultsOf = ({ agent }: Awaited<ReturnType<typeof ran>>) =>
  agent.state.messages.filter((message) => message.role === 'toolResult')

describe('running tools', () => {
  it('hands over id, checked arguments, signal and a way to show progress', async () => {
    const execute = vi.fn<AgentTool['execute']>(async () => ({ content: text('x') }))
    await ran([calls(['t1', 'spy', { n: 1 }]), 'ok'], { initialState: { tools: [tool('spy', execute)] } })
    expect(execute).toHaveBeenCalledExactlyOnceWith('t1', { n: 1 }, expect.any(AbortSignal), expect.any(Function))
  })

  it('gives arguments that the tool may change: the message keeps its own', async () => {
    const greedy = tool('greedy', async (_id, args: { list: number[] }) => {
      args.list.push(2)
      return { content: text('x') }
    })
    const { agent } = await ran([calls(['t1', 'greedy', { list: [1] }]), 'ok'], { initialState: { tools: [greedy] } })
    expect(agent.state.messages[1]).toMatchObject({ content: [{ arguments: { list: [1] } }] })
    expect(agent.state.messages[2]).toMatchObject({ isError: false })
  })

  it('tells events with the arguments as the model wrote them', async () => {
    const { events } = await ran([calls(['t1', 'num', { n: '12' }]), 'ok'])
    expect(events.find((event) => event.type === 'tool_execution_start')).toEqual({
      type: 'tool_execution_start',
      toolCallId: 't1',
      toolName: 'num',
      args: { n: '12' },
    })
    expect(events.find((event) => event.type === 'tool_execution_end')).toEqual({
      type: 'tool_execution_end',
      toolCallId: 't1',
      toolName: 'num',
      result: { content: text('number'), details: {} },
      isError: false,
    })
  })

  it('keeps details for the application, and none where there are none', async () => {
    const tools = [says('with', 'x', { details: { size: 3 } }), tool('without', async () => ({ content: text('x') }))]
    const results = resultsOf(await ran([calls(['t1', 'with'], ['t2', 'without']), 'ok'], { initialState: { tools } }))
    expect(results[0]).toMatchObject({ details: { size: 3 } })
    expect(results[1]).not.toHaveProperty('details')
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'text'],
    ['no list of blocks', { content: 'text' }],
    ['a list of texts', { content: ['text'] }],
    ['a list with gaps', { content: [null] }],
  ])('answers with an error when a tool returns %s', async (_name, value) => {
    const bad = tool('bad', async () => value as never)
    const [result] = resultsOf(await ran([calls(['t1', 'bad']), 'ok'], { initialState: { tools: [bad] } }))
    expect(result).toMatchObject({
      isError: true,
      content: text('Tool bad returned no content: a result needs a list of text and images'),
    })
  })

  it('treats a tool that throws at once like one that rejects', async () => {
    const rude = tool('rude', () => {
      throw new TypeError('rude')
    })
    const [result] = resultsOf(await ran([calls(['t1', 'rude']), 'ok'], { initialState: { tools: [rude] } }))
    expect(result).toMatchObject({ isError: true, content: text('rude') })
  })

  it('does not run a call whose arguments could not be parsed', async () => {
    const execute = vi.fn<AgentTool['execute']>()
    const broken = { toolCalls: [{ id: 't1', name: 'spy', arguments: '{"a": 1' }] }
    const [result] = resultsOf(await ran([broken, 'ok'], { initialState: { tools: [tool('spy', execute)] } }))
    expect(execute).not.toHaveBeenCalled()
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/not valid JSON/) as string }],
    })
  })

  it('runs complete calls although the provider said stop', async () => {
    const stage = await ran([{ ...calls(['t1', 'fast']), stopReason: 'stop' }, 'ok'])
    expect(resultsOf(stage)).toMatchObject([{ content: text('fast') }])
  })

  it('tells calls of one id apart by their place', async () => {
    let count = 0
    const counter = tool('count', async () => ({ content: text(`${++count}`) }))
    const stage = await ran([calls(['t1', 'count'], ['t1', 'count']), 'ok'], { initialState: { tools: [counter] } })
    expect(resultsOf(stage)).toMatchObject([{ content: text('1') }, { content: text('2') }])
    expect(stage.agent.state.pendingToolCalls.size).toBe(0)
  })

  it('shows progress while it runs, in order, and nothing after the end', async () => {
    let late: AgentToolUpdateCallback | undefined
    const telling = tool('telling', async (_id, _args, _signal, onUpdate) => {
      late = onUpdate
      onUpdate?.({ content: text('1') })
      onUpdate?.({ content: text('2') })
      return { content: text('3') }
    })
    const { events, quiet } = await ran([calls(['t1', 'telling']), 'ok'], { initialState: { tools: [telling] } })
    expect(quiet().slice(6, 10)).toEqual(['tool_start(t1)', 'tool_update(t1)', 'tool_update(t1)', 'tool_end(t1)'])
    const before = events.length
    late?.({ content: text('late') })
    await wait(5)
    expect(events).toHaveLength(before)
  })

  it('copies the blocks of a result, so that the tool may go on using its own', async () => {
    const mine = text('mine')
    const keeper = tool('keeper', async () => ({ content: mine }))
    const stage = await ran([calls(['t1', 'keeper']), 'ok'], { initialState: { tools: [keeper] } })
    mine[0]!.text = 'changed'
    expect(resultsOf(stage)).toMatchObject([{ content: text('mine') }])
  })
})

describe('a time limit', () => {
  it('answers a call that takes too long with an error, and fires its signal', async () => {
    let aborted = false
    const stuck = tool('stuck', (_id, _args, signal) => {
      signal?.addEventListener('abort', () => (aborted = true))
      return new Promise(() => {})
    })
    const stage = await ran([calls(['t1', 'stuck']), 'ok'], { initialState: { tools: [stuck] }, toolTimeoutMs: 10 })
    expect(resultsOf(stage)).toMatchObject([{ isError: true, content: text('Tool stuck timed out after 10 ms') }])
    expect(aborted).toBe(true)
    expect(stage.agent.state.messages.at(-1)).toMatchObject({ content: text('ok') })
  })

  it('of the tool counts before that of the agent; 0 is none', async () => {
    const slow = tool('slow', async () => (await wait(30), { content: text('in time') }), { timeoutMs: 0 })
    const stage = await ran([calls(['t1', 'slow']), 'ok'], { initialState: { tools: [slow] }, toolTimeoutMs: 5 })
    expect(resultsOf(stage)).toMatchObject([{ content: text('in time') }])
  })

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('of %s ms is none: no timer can wait so long', async (timeoutMs) => {
    const slow = tool('slow', async () => (await wait(10), { content: text('in time') }), { timeoutMs })
    const stage = await ran([calls(['t1', 'slow']), 'ok'], { initialState: { tools: [slow] } })
    expect(resultsOf(stage)).toMatchObject([{ content: text('in time'), isError: false }])
  })

  it('still lets the abort of the run through', async () => {
    const { tool: hang, started } = announced(
      tool(
        'hang',
        (_id, _args, signal) =>
          new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('heard')))
          }),
      ),
    )
    const stage = staged([calls(['t1', 'hang'])], { initialState: { tools: [hang] }, toolTimeoutMs: 60_000 })
    const running = stage.agent.prompt('go')
    await started
    stage.agent.abort()
    await running
    expect(resultsOf(stage)).toMatchObject([{ content: text('heard') }])
  })
})

describe('afterToolCall', () => {
  it('replaces what it gives, keeps what it does not, and can not take back that the turn ends', async () => {
    const stage = await ran([calls(['t1', 'last'], ['t2', 'boom'])], {
      afterToolCall: async ({ result, isError }) =>
        isError ? { content: text('patched'), isError: false } : { details: { ...result.details, audited: true } },
    })
    expect(resultsOf(stage)).toMatchObject([
      { content: text('started'), details: { audited: true }, isError: false },
      { content: text('patched'), isError: false },
    ])
    expect(stage.quiet().at(-1)).toBe('agent_end[U:go,A:toolUse,R:t1,R:t2]')
  })

  it('is asked for calls that were run, with the checked arguments, before their end is told', async () => {
    const asked: unknown[] = []
    const stage = staged([calls(['t1', 'num', { n: '1' }], ['t2', 'nope'], ['t3', 'boom']), 'ok'], {
      afterToolCall: ({ toolCall, args, isError }) => {
        const told = stage.quiet().filter((entry) => entry.startsWith(`tool_end(${toolCall.id}`))
        asked.push([toolCall.id, args, isError, told])
      },
    })
    await stage.agent.prompt('go')
    expect(asked).toEqual([
      ['t1', { n: 1 }, false, []],
      ['t3', {}, true, []],
    ])
  })
})

describe('beforeToolCall', () => {
  it('sees the response in the state and as the last message of the context', async () => {
    const seen: unknown[] = []
    const stage = staged([calls(['t1', 'fast'], ['t2', 'fast']), 'ok'], {
      beforeToolCall: ({ assistantMessage, context }) => {
        seen.push([
          context.messages.at(-1) === assistantMessage,
          stage.agent.state.messages.at(-1) === assistantMessage,
        ])
      },
    })
    await stage.agent.prompt('go')
    expect(seen).toEqual([
      [true, true],
      [true, true],
    ])
  })

  it('blocks with a text of its own, or with the default', async () => {
    const stage = await ran([calls(['t1', 'fast']), 'ok'], { beforeToolCall: () => ({ block: true }) })
    expect(resultsOf(stage)).toMatchObject([{ content: text('Tool execution was blocked'), isError: true }])
  })
})
