import { scriptedModel } from '@dreb/ai/testing'
import { describe, expect, it, vi } from 'vitest'

import { Agent, type AgentOptions, type AgentTool } from '#src/index.ts'

import { calls, ran, rawStream, staged, user } from './support/staged.ts'
import { announced, announcedAmong, text, tool, untilAborted, wait } from './support/tools.ts'

const hanging = { text: 'part', fails: 'hang' } as const

/** Milliseconds that an abort may take (decision: 300), with 100 for a busy machine. */
const limitMs = 400

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

describe('abort, by phase', () => {
  it('when idle does nothing, and the next run is not aborted', async () => {
    const { agent } = staged(['a'])
    agent.abort()
    await agent.prompt('go')
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'stop' })
  })

  it('before the first request makes none', async () => {
    const { agent, script, quiet } = staged([], {}, { agent_start: (running) => running.abort() })
    await agent.prompt('go')
    expect(script.requests).toHaveLength(0)
    expect(quiet().slice(4)).toEqual(['S(A)', 'E(A:aborted)', 'turn_end[]', 'agent_end[U:go,A:aborted]'])
  })

  it.each<[string, AgentOptions]>([
    ['beforeLlmCall', { beforeLlmCall: () => new Promise(() => {}) }],
    ['transformContext', { transformContext: () => new Promise(() => {}) }],
    ['convertToLlm', { convertToLlm: () => new Promise(() => {}) }],
    ['getApiKey', { getApiKey: () => new Promise(() => {}) }],
  ])('during %s does not wait for it', async (_name, options) => {
    const { agent, script } = staged([], options, { agent_start: (running) => setTimeout(() => running.abort(), 5) })
    expect(await timed(() => agent.prompt('go'))).toBeLessThan(limitMs)
    expect(script.requests).toHaveLength(0)
    expect(agent.state).toMatchObject({ isStreaming: false, error: 'Request was aborted' })
  })

  it('during the stream keeps what came, polls no queue, retries nothing', async () => {
    const { agent, quiet } = staged(
      [hanging],
      {},
      {
        'u(text_delta)': (running) => {
          running.steer(user('S'))
          running.followUp(user('F'))
          running.abort()
        },
      },
    )
    await agent.prompt('go')
    expect(quiet().slice(4)).toEqual(['S(A)', 'E(A:aborted)', 'turn_end[]', 'agent_end[U:go,A:aborted]'])
    expect(agent.state.messages[1]).toMatchObject({ content: text('part'), errorCode: 'aborted', retryable: false })
    expect(agent.exportState()).toMatchObject({ steering: [user('S')], followUps: [user('F')] })
  })

  it('gives a provider that ignores it 100 ms', async () => {
    const partial = { ...(await ran(['x'])).agent.state.messages[1], content: text('part') } as never
    const streamFn = rawStream([{ type: 'start', partial }], 'hang')
    const { agent } = staged([], { streamFn }, { 'S(A)': (running) => setTimeout(() => running.abort(), 5) })
    expect(await timed(() => agent.prompt('go'))).toBeLessThan(limitMs)
    expect(agent.state.messages[1]).toMatchObject({ stopReason: 'aborted', content: text('part') })
  })

  it('during the wait for a retry ends it at once and makes no further request', async () => {
    const { agent, script, quiet } = staged(
      [{ text: 'part', fails: 'drop' }],
      { streamRetryBaseDelayMs: 60_000 },
      { stream_retry: (running) => setTimeout(() => running.abort(), 5) },
    )
    expect(await timed(() => agent.prompt('go'))).toBeLessThan(limitMs)
    expect(script.requests).toHaveLength(1)
    expect(quiet().slice(4)).toEqual([
      'S(A)',
      'stream_retry(1/3)',
      'S(A)',
      'E(A:aborted)',
      'turn_end[]',
      'agent_end[U:go,A:aborted]',
    ])
  })

  it('while a response is being cut makes it an aborted one, not one to be repeated', async () => {
    const { agent, quiet } = staged(
      [{ text: 'a', stopReason: 'length' }],
      {},
      { 'u(text_end)': (running) => running.abort() },
    )
    await agent.prompt('go')
    expect(quiet()).not.toContain('length_retry(1/2)')
    expect(agent.state.messages[1]).toMatchObject({ stopReason: 'aborted', content: text('a') })
  })

  it('during a tool lets it end within the grace, and answers the calls after it without running them', async () => {
    const { tools, started } = announcedAmong('hang')
    const { agent, quiet, script } = staged([calls(['t1', 'hang'], ['t2', 'fast'], ['t3', 'fast'])], {
      toolExecution: 'sequential',
      initialState: { tools },
    })
    void started.then(() => agent.abort())
    await agent.prompt('go')
    expect(script.requests).toHaveLength(1)
    expect(quiet().slice(6)).toEqual([
      'tool_start(t1)',
      'tool_end(t1!)',
      'S(R:t1!)',
      'E(R:t1!)',
      'tool_start(t2)',
      'tool_end(t2!)',
      'S(R:t2!)',
      'E(R:t2!)',
      'tool_start(t3)',
      'tool_end(t3!)',
      'S(R:t3!)',
      'E(R:t3!)',
      'turn_end[R:t1!,R:t2!,R:t3!]',
      'turn_start',
      'S(A)',
      'E(A:aborted)',
      'turn_end[]',
      'agent_end[U:go,A:toolUse,R:t1!,R:t2!,R:t3!,A:aborted]',
    ])
    const results = agent.state.messages.slice(2, 5)
    expect(results).toMatchObject([
      { content: text('tool aborted') },
      { content: text('Tool execution was aborted') },
      { content: text('Tool execution was aborted') },
    ])
  })

  it('does not wait for a tool that ignores it', async () => {
    const { tools, started } = announcedAmong('deaf')
    const { agent } = staged([calls(['t1', 'deaf'])], { initialState: { tools } })
    const running = agent.prompt('go')
    await started
    expect(await timed(() => (agent.abort(), running))).toBeLessThan(limitMs)
    expect(agent.state.messages[2]).toMatchObject({ content: text('Tool execution was aborted'), isError: true })
    expect(agent.state.pendingToolCalls.size).toBe(0)
  })

  it('keeps the results of tools that had ended', async () => {
    const { tools, started } = announcedAmong('deaf')
    const { agent } = staged([calls(['t1', 'fast'], ['t2', 'deaf'], ['t3', 'fast'])], {
      initialState: { tools },
      afterToolCall: async ({ toolCall }) => ({ details: `seen ${toolCall.id}` }),
    })
    const running = agent.prompt('go')
    await started.then(() => wait(1))
    agent.abort()
    await running
    expect(agent.state.messages.slice(2, 5)).toMatchObject([
      { content: text('fast'), details: 'seen t1', isError: false },
      { content: text('Tool execution was aborted'), isError: true },
      { content: text('fast'), details: 'seen t3', isError: false },
    ])
  })

  it('ignores what a tool says after it was given up', async () => {
    const late = tool('late', async (_id, _args, _signal, onUpdate) => {
      await wait(150)
      onUpdate?.({ content: text('still here') })
      return { content: text('too late') }
    })
    const { tool: announcing, started } = announced(late)
    const { agent, events } = staged([calls(['t1', 'late'])], { initialState: { tools: [announcing] } })
    const running = agent.prompt('go')
    await started
    agent.abort()
    await running
    const before = events.length
    await wait(120)
    expect(events).toHaveLength(before)
    expect(agent.state.messages[2]).toMatchObject({ content: text('Tool execution was aborted') })
  })

  it('does not wait for a hook of a tool that ignores it', async () => {
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const { agent } = staged([calls(['t1', 'fast'])], { beforeToolCall: () => (isAsked(), new Promise(() => {})) })
    const running = agent.prompt('go')
    await asked
    expect(await timed(() => (agent.abort(), running))).toBeLessThan(limitMs)
    expect(agent.state.messages[2]).toMatchObject({ content: text('Tool execution was aborted') })
  })

  it('does not wait for the validator of a schema that never answers', async () => {
    let isAsked = () => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const validate = () => (isAsked(), new Promise<never>(() => {}))
    const parameters = { '~standard': { version: 1, vendor: 'made', validate } }
    const execute = vi.fn<AgentTool['execute']>()
    const tools = [tool('checked', execute, { parameters })]
    const { agent } = staged([calls(['t1', 'checked'])], { initialState: { tools } })
    const running = agent.prompt('go')
    await asked
    expect(await timed(() => (agent.abort(), running))).toBeLessThan(limitMs)
    expect(agent.state.messages[2]).toMatchObject({ content: text('Tool execution was aborted') })
    expect(execute).not.toHaveBeenCalled()
  })

  it('does not wait for ever for a listener, and not again for the same', async () => {
    const { agent } = staged([calls(['t1', 'fast']), 'ok'])
    agent.subscribe((event) => (event.type === 'turn_start' ? undefined : new Promise(() => {})))
    const running = agent.prompt('go')
    expect(await timed(() => (agent.abort(), running))).toBeLessThan(limitMs)
  })

  it('waits for a listener that is only slow', async () => {
    const saved: string[] = []
    const { tools, started } = announcedAmong('deaf')
    const { agent } = staged([calls(['t1', 'deaf'])], { initialState: { tools } })
    agent.subscribe(async (event) => {
      if (event.type !== 'message_end') return
      await wait(20)
      saved.push(event.message.role)
    })
    const running = agent.prompt('go')
    await started
    agent.abort()
    await running
    expect(saved).toEqual(['user', 'assistant', 'toolResult', 'assistant'])
  })

  it('after a whole answer ends the run without a further turn, and leaves the queues alone', async () => {
    const { agent, quiet } = staged(
      ['a'],
      {},
      {
        'E(A:stop)': (running) => {
          running.followUp(user('F'))
          running.abort()
        },
      },
    )
    await agent.prompt('go')
    expect(quiet().slice(-3)).toEqual(['E(A:stop)', 'turn_end[]', 'agent_end[U:go,A:stop]'])
    expect(agent.hasQueuedMessages()).toBe(true)
    expect(agent.state.error).toBeUndefined()
  })

  it('asks no hook of the run any more', async () => {
    const asked: string[] = []
    const { tools, started } = announcedAmong('hang')
    const { agent } = staged([calls(['t1', 'hang'])], {
      initialState: { tools },
      beforeLlmCall: () => void asked.push('beforeLlmCall'),
      transformContext: (messages) => (asked.push('transformContext'), messages),
      shouldContinue: () => (asked.push('shouldContinue'), true),
    })
    const running = agent.prompt('go')
    await started
    agent.abort()
    await running
    expect(asked).toEqual(['beforeLlmCall', 'transformContext'])
  })

  it('reaches the tool as a signal', async () => {
    let reason: unknown
    const careful = tool('careful', async (_id, _args, signal) => {
      await untilAborted(signal).catch((error: unknown) => (reason = error))
      return { content: text('cleaned up') }
    })
    const { tool: announcing, started } = announced(careful)
    const { agent } = staged([calls(['t1', 'careful'])], { initialState: { tools: [announcing] } })
    const running = agent.prompt('go')
    await started
    agent.abort()
    await running
    expect(reason).toBeInstanceOf(Error)
    expect(agent.state.messages[2]).toMatchObject({ content: text('cleaned up'), isError: false })
  })

  it('leaves an agent that works', async () => {
    const { agent, script } = staged([hanging, 'fresh'], {}, { 'u(text_delta)': (running) => running.abort() })
    await agent.prompt('go')
    await agent.prompt('again')
    expect(agent.state.messages.at(-1)).toMatchObject({ content: text('fresh') })
    expect(script.requests[1]?.context.messages.map(({ role }) => role)).toEqual(['user', 'user'])
  })

  it('before prompt() has returned ends that run', async () => {
    const agent = new Agent({ streamFn: rawStream([], 'hang'), initialState: { model: scriptedModel } })
    const running = agent.prompt('go')
    agent.abort()
    await running
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'aborted' })
  })
})
