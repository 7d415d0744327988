import { AIError } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import { type AgentContext, agentLoop, type AgentLoopConfig, type AgentOptions, runAgentLoop } from '#src/index.ts'

import { calls, ran, rawStream, staged, user } from './support/staged.ts'
import { standardTools, text, wait } from './support/tools.ts'
import { line } from './support/trace.ts'

const failedTurn = [
  'agent_start',
  'turn_start',
  'S(U:go)',
  'E(U:go)',
  'S(A)',
  'E(A:error)',
  'turn_end[]',
  'agent_end[U:go,A:error]',
]

function throwing(): never {
  throw new Error('hook failed')
}

const failingHooks: [string, AgentOptions][] = [
  ['convertToLlm', { convertToLlm: throwing }],
  ['transformContext', { transformContext: async () => throwing() }],
  ['getApiKey', { getApiKey: throwing }],
  ['beforeLlmCall', { beforeLlmCall: async () => throwing() }],
]

describe('what fails, by place', () => {
  it.each(failingHooks)('%s: a failed turn that is seen, and prompt() resolves', async (_name, options) => {
    const { agent, quiet } = await ran(['x'], options)
    expect(quiet()).toEqual(failedTurn)
    expect(agent.state).toMatchObject({ error: 'hook failed', isStreaming: false })
  })

  it.each(failingHooks)('%s, in the raw loop: the same', async (_name, options) => {
    const config = {
      convertToLlm: (messages: unknown[]) => messages,
      ...options,
      model: scriptedModel,
    } as AgentLoopConfig
    const context: AgentContext = { systemPrompt: '', messages: [] }
    const stream = agentLoop([user('go')], context, config, undefined, scriptedStream('x'))
    const lines: string[] = []
    for await (const event of stream) lines.push(line(event))
    expect(lines).toEqual(failedTurn)
    expect(await stream.result()).toMatchObject([{ role: 'user' }, { errorMessage: 'hook failed' }])
  })

  it.each<[string, AgentOptions]>([
    ['convertToLlm', { convertToLlm: () => 5 as never }],
    ['transformContext', { transformContext: () => undefined as never }],
  ])('%s that gives no list: a failed turn that says so', async (name, options) => {
    const { agent, quiet } = await ran(['x'], options)
    expect(quiet()).toEqual(failedTurn)
    expect(agent.state.error).toMatch(new RegExp(`^${name} must return an array of messages, got (number|undefined)$`))
  })

  it.each<[string, Partial<AgentLoopConfig>]>([
    ['beforeLlmCall', { beforeLlmCall: () => ({ messages: {} as never }) }],
    ['getSteeringMessages', { getSteeringMessages: () => undefined as never }],
  ])('%s of the raw loop that gives no list: the same', async (name, hooks) => {
    const config: AgentLoopConfig = { model: scriptedModel, convertToLlm: () => [], ...hooks }
    const context = { systemPrompt: '', messages: [] }
    const messages = await agentLoop([user('go')], context, config, undefined, scriptedStream('x')).result()
    expect(messages.at(-1)).toMatchObject({
      errorMessage: expect.stringContaining(`${name} must return an array of messages, got `) as string,
    })
  })

  it.each<[string, AgentOptions]>([
    ['convertToLlm', { convertToLlm: () => [undefined] as never }],
    ['transformContext', { transformContext: () => [null] as never, convertToLlm: (messages) => messages }],
  ])('%s that gives a list with gaps: a failed turn that is seen, and prompt() resolves', async (_name, options) => {
    const { agent, quiet } = await ran(['x'], options)
    expect(quiet()).toEqual(failedTurn)
    expect(agent.state.error).toContain('role')
  })

  it('a message that says it wants tools in an error event: a failed turn, and no tool is run', async () => {
    const [, wanting] = (await ran([calls(['t1', 'fast']), 'ok'])).agent.state.messages
    const error = { type: 'error', reason: 'error', error: wanting } as never
    const { agent, quiet } = await ran([], { streamFn: rawStream([error], 'stop') })
    expect(quiet()).toEqual(failedTurn)
    expect(agent.state.messages[1]).toMatchObject({ errorCode: 'unexpected', errorMessage: 'The request failed' })
  })

  it('the same with an abort for a reason: an aborted turn', async () => {
    const [, wanting] = (await ran([calls(['t1', 'fast']), 'ok'])).agent.state.messages
    const error = { type: 'error', reason: 'aborted', error: wanting } as never
    const { quiet } = await ran([], { streamFn: rawStream([error], 'stop') })
    expect(quiet().slice(-3)).toEqual(['E(A:aborted)', 'turn_end[]', 'agent_end[U:go,A:aborted]'])
  })

  it('a stream whose last event holds no message: a failed turn', async () => {
    const streamFn = async function* () {
      yield { type: 'done', reason: 'stop' } as never
    }
    const { agent, quiet } = await ran([], { streamFn })
    expect(quiet()).toEqual(failedTurn)
    expect(agent.state.messages[1]).toMatchObject({ errorCode: 'malformed_response' })
  })

  it('shouldContinue: a failed turn of its own', async () => {
    const { quiet } = await ran([calls(['t1', 'fast'])], { shouldContinue: throwing })
    expect(quiet().slice(-6)).toEqual([
      'turn_end[R:t1]',
      'turn_start',
      'S(A)',
      'E(A:error)',
      'turn_end[]',
      'agent_end[U:go,A:toolUse,R:t1,A:error]',
    ])
  })

  it.each(['getSteeringMessages', 'getFollowUpMessages'] as const)(
    '%s of the raw loop: a failed turn',
    async (hook) => {
      const config: AgentLoopConfig = { model: scriptedModel, convertToLlm: () => [], [hook]: throwing }
      const lines: string[] = []
      const emit = (event: Parameters<typeof line>[0]) => void lines.push(line(event))
      await runAgentLoop([user('go')], { systemPrompt: '', messages: [] }, config, emit, undefined, scriptedStream('a'))
      expect(lines.slice(-3)).toEqual([
        'E(A:error)',
        'turn_end[]',
        expect.stringMatching(/^agent_end\[U:go,.*A:error\]$/),
      ])
      expect(lines.filter((entry) => entry === 'turn_start').length).toBe(
        lines.filter((entry) => entry.startsWith('turn_end')).length,
      )
    },
  )

  it.each([5, 'abc'])('beforeLlmCall: replaces nothing when messages are no list but %s', async (messages) => {
    const { agent } = await ran(['x'], {
      beforeLlmCall: async () => ({ messages: messages as never, model: { ...scriptedModel, id: 'other' } }),
    })
    expect(agent.state.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(agent.state).toMatchObject({ model: { id: 'scripted' } })
    expect(agent.state.error).toBe(`beforeLlmCall must return an array of messages, got ${typeof messages}`)
  })

  it.each([
    ['throws', { fails: { throws: new Error('ECONNREFUSED') } } as const],
    ['gives an error event', { fails: { code: 'invalid_request', message: 'ECONNREFUSED' } } as const],
  ])('a stream function that %s: a failed turn', async (_name, reply) => {
    const { agent, quiet, script } = await ran([reply])
    expect(quiet()).toEqual(failedTurn)
    expect(agent.state.error).toBe('ECONNREFUSED')
    expect(script.requests).toHaveLength(1)
  })

  it('a stream whose iteration throws: a failed turn that keeps what came', async () => {
    const partial = { ...(await ran(['x'])).agent.state.messages[1], content: text('part') } as never
    const streamFn = async function* () {
      yield { type: 'start', partial } as const
      throw new AIError('server_error', 'broken', { retryable: false })
    }
    const { agent, quiet } = await ran([], { streamFn })
    expect(quiet()).toEqual(failedTurn)
    expect(agent.state.messages[1]).toMatchObject({
      content: text('part'),
      errorCode: 'server_error',
      errorMessage: 'broken',
    })
  })

  it('a stream that stops without a last event: a dropped one, which is retried', async () => {
    let asked = 0
    const { quiet } = await ran([], {
      streamFn: (...request) => (asked++, rawStream([], 'stop')(...request)),
      streamRetries: 2,
    })
    expect(asked).toBe(3)
    expect(quiet().filter((entry) => entry.includes('retry'))).toEqual(['stream_retry(1/2)', 'stream_retry(2/2)'])
  })

  it('beforeToolCall: an error result, and the tool is not run', async () => {
    const { agent } = await ran([calls(['t1', 'fast']), 'ok'], { beforeToolCall: throwing })
    expect(agent.state.messages.slice(2)).toMatchObject([
      { isError: true, content: text('hook failed') },
      { stopReason: 'stop' },
    ])
  })

  it.each([
    ['a text', { content: 'text' }],
    ['a list of texts', { content: ['text'] }],
  ])('afterToolCall that gives %s for content: an error result of that call, and the run goes on', async (_n, bad) => {
    const { agent, quiet } = await ran([calls(['t1', 'fast'], ['t2', 'fast']), 'ok'], {
      afterToolCall: ({ toolCall }) => (toolCall.id === 't1' ? (bad as never) : undefined),
    })
    expect(quiet().at(-1)).toBe('agent_end[U:go,A:toolUse,R:t1!,R:t2,A:stop]')
    expect(agent.state.messages[2]).toMatchObject({
      content: text('afterToolCall gave no content: it needs a list of text and images'),
    })
  })

  it('afterToolCall: an error result of that call, and the run goes on', async () => {
    const { agent } = await ran([calls(['t1', 'fast'], ['t2', 'fast']), 'ok'], {
      afterToolCall: ({ toolCall }) => (toolCall.id === 't1' ? throwing() : undefined),
    })
    expect(agent.state.messages.slice(2)).toMatchObject([
      { isError: true, content: text('hook failed') },
      { isError: false, content: text('fast') },
      { stopReason: 'stop' },
    ])
  })

  it.each([
    ['throws', throwing],
    ['rejects', async () => throwing()],
  ])('a listener that %s: reported once for each event, and nothing else', async (_name, listener) => {
    const warnings: string[] = []
    const { agent, quiet } = staged(['a'], { onWarning: (code, message) => warnings.push(`${code}: ${message}`) })
    agent.subscribe(listener)
    const heard: string[] = []
    agent.subscribe((event) => void heard.push(line(event)))
    await agent.prompt('go')
    expect(quiet().at(-1)).toBe('agent_end[U:go,A:stop]')
    expect(agent.state.error).toBeUndefined()
    expect(new Set(warnings)).toEqual(new Set(['listener_error: A listener of the agent failed: hook failed']))
    expect(warnings).toHaveLength(heard.length)
  })

  it('the sink of runAgentLoop: rejects with its error, once the tools have ended', async () => {
    let ended = false
    const tools = standardTools()
    const slow = { ...tools[0]!, execute: async () => (await wait(20), (ended = true), { content: text('x') }) }
    const context: AgentContext = { systemPrompt: '', messages: [], tools: [slow, ...tools.slice(1)] }
    const config: AgentLoopConfig = { model: scriptedModel, convertToLlm: () => [] }
    const script = scriptedStream(calls(['t1', 'fast'], ['t2', 'slow']))
    const emit = (event: { type: string }) => {
      if (event.type === 'tool_execution_end') throw new Error('sink failed')
    }
    await expect(runAgentLoop([user('go')], context, config, emit, undefined, script)).rejects.toThrow('sink failed')
    expect(ended).toBe(true)
  })
})
