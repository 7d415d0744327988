import { AIError, getModel, type Model } from '@dreb/ai'
import { scriptedModel } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import { Agent, agentLoop, type AgentMessage, type QueuedMessages, reduceAgent, initialAgentState } from '#src/index.ts'

import { calls, ran, staged, user } from './support/staged.ts'
import { says, text, tool } from './support/tools.ts'
import { textOf } from './support/trace.ts'

describe('the signal of a prompt (decision 63)', () => {
  it('aborts that run, and leaves no listener behind', async () => {
    const controller = new AbortController()
    let listeners = 0
    const { signal } = controller
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args))
    const { agent } = staged(['whole', { text: 'x', fails: 'hang' }])
    await agent.prompt('go', { signal })
    expect(listeners).toBe(0)
    const run = agent.prompt('again', [], { signal })
    setTimeout(() => controller.abort(), 5)
    await run
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'aborted' })
    expect(listeners).toBe(0)
  })

  it('that has fired already makes no request, and the message is on record', async () => {
    const { agent, script } = staged(['never'])
    await agent.prompt('go', { signal: AbortSignal.abort() })
    expect(script.requests).toHaveLength(0)
    expect(agent.state.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    await agent.continue({ signal: AbortSignal.abort() })
    expect(script.requests).toHaveLength(0)
  })
})

describe('queues (decision 63)', () => {
  it('take a text for a message of the user', async () => {
    const { agent } = staged(['a', 'b'])
    agent.steer('S')
    agent.followUp('F')
    await agent.prompt('go')
    expect(agent.state.messages.map(textOf)).toEqual(['go', 'S', 'a', 'F', 'b'])
  })

  it('tell every change, and exportState() then holds every message once', async () => {
    const { agent } = staged([calls(['t1', 'fast']), 'a', 'b'], { steeringMode: 'all' })
    const told: string[] = []
    const saves: string[] = []
    const leave = agent.onQueueChange(({ steering, followUps }: QueuedMessages) => {
      told.push([...steering, ...followUps].map(textOf).join())
      saves.push(JSON.stringify(agent.exportState()))
    })
    agent.steer('S1')
    agent.steer('S2')
    agent.followUp('F')
    await agent.prompt('go')
    expect(told).toEqual(['S1', 'S1,S2', 'S1,S2,F', 'F', ''])
    for (const save of saves.slice(2)) {
      for (const message of ['S1', 'S2', 'F']) expect(save.split(`"${message}"`)).toHaveLength(2)
    }
    agent.clearAllQueues()
    expect(told).toHaveLength(5)
    leave()
    agent.steer('S3')
    expect(told).toHaveLength(5)
  })

  it('that a listener fails to hear change all the same', async () => {
    const warnings: string[] = []
    const { agent } = staged(['a'], { onWarning: (code) => warnings.push(code) })
    agent.onQueueChange(() => {
      throw new Error('listener')
    })
    agent.steer('S')
    await agent.prompt('go')
    expect([warnings, agent.state.messages.map(textOf)]).toEqual([
      ['listener_error', 'listener_error'],
      ['go', 'S', 'a'],
    ])
  })

  it('with the rest of a prompt of several messages are in exportState() at every event', async () => {
    const { agent } = staged(['a'])
    const counts = new Set<number>()
    agent.subscribe(() => {
      const { messages, steering } = agent.exportState()
      counts.add([...messages, ...steering].filter(({ role }) => role === 'user').length)
    })
    await agent.prompt([user('1'), user('2'), user('3')])
    expect([...counts]).toEqual([3])
  })
})

describe('beforeLlmCall (decision 63)', () => {
  it('replaces tools and system prompt, in the run and in the state', async () => {
    const extra = says('extra', 'did it')
    const { agent, script } = await ran([calls(['t1', 'extra']), 'ok'], {
      beforeLlmCall: ({ tools = [] }) =>
        tools.includes(extra) ? undefined : { tools: [...tools, extra], systemPrompt: 'new' },
    })
    expect(script.requests[0]?.context).toMatchObject({ systemPrompt: 'new' })
    expect(textOf(agent.state.messages[2])).toBe('did it')
    expect([agent.state.systemPrompt, agent.state.tools.at(-1)]).toEqual(['new', extra])
  })

  it('fails the turn when it gives two tools of one name, and replaces nothing', async () => {
    const tools = [says('read', 'a'), says('read', 'b')]
    const { agent } = await ran(['ok'], { beforeLlmCall: () => ({ tools, systemPrompt: 'new' }) })
    expect(agent.state).toMatchObject({ error: expect.stringContaining('read') as string, systemPrompt: 'system' })
  })
})

describe('two tools of one name (decision 63)', () => {
  const tools = [says('read', 'a'), says('read', 'b')]

  it('are refused at once, wherever they are given', () => {
    expect(() => new Agent({ initialState: { tools } })).toThrow('Two tools are named read')
    expect(() => new Agent().setTools(tools)).toThrow(AIError)
    const config = { model: scriptedModel, convertToLlm: () => [] }
    expect(() => agentLoop([], { systemPrompt: '', messages: [], tools }, config)).toThrow('read')
  })
})

describe('results of MCP servers (decision 63)', () => {
  const resultOf = async (value: unknown) => {
    const warnings: string[] = []
    const { agent } = await ran([calls(['t1', 'mcp']), 'ok'], {
      onWarning: (code, message) => warnings.push(`${code}: ${message}`),
      initialState: { tools: [tool('mcp', async () => value as never)] },
    })
    const [result] = agent.state.messages.filter(({ role }) => role === 'toolResult')
    return { result, warnings }
  }

  it('that say they failed are failed calls', async () => {
    const { result } = await resultOf({ content: text('sftp failed'), isError: true })
    expect(result).toMatchObject({ isError: true, content: text('sftp failed') })
  })

  it('keep resources and links as text, embedded images as images, and leave out the rest with a warning', async () => {
    const { result, warnings } = await resultOf({
      content: [
        { type: 'text', text: 'a' },
        { type: 'resource', resource: { uri: 'file:///b', text: 'b' } },
        { type: 'resource', resource: { uri: 'file:///c', blob: 'AAAA', mimeType: 'image/png' } },
        { type: 'resource_link', name: 'd', uri: 'file:///d' },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      ],
    })
    expect(result?.content).toEqual([
      ...text('a'),
      ...text('b'),
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ...text('d: file:///d'),
    ])
    expect(warnings).toEqual([expect.stringMatching(/^unknown_content: Tool mcp .*resource.*resource_link.*audio/)])
  })

  it('with data alone are read as JSON', async () => {
    const { result } = await resultOf({ structuredContent: { temperature: 21 } })
    expect(result?.content).toEqual(text('{"temperature":21}'))
  })
})

describe('unknown content of a history (decision 63)', () => {
  it('is sent as text where it has one, stays in the state as it is, and is told once per run', async () => {
    const odd = [{ type: 'resource', resource: { uri: 'file:///a', text: 'A' } }, 42, { type: 'video' }, ...text('B')]
    const messages = [{ role: 'user', content: odd, timestamp: 1 } as unknown as AgentMessage]
    const warnings: string[] = []
    const { agent, script } = staged([calls(['t1', 'fast']), 'ok'], {
      onWarning: (code) => warnings.push(code),
      initialState: { messages },
    })
    await agent.prompt('go')
    for (const { context } of script.requests) {
      expect(context.messages[0]?.content).toEqual([...text('A'), ...text('42'), ...text('B')])
    }
    expect(agent.state.messages[0]?.content).toEqual(odd)
    expect(warnings).toEqual(['unknown_content'])
  })
})

describe('a stored model (D)', () => {
  const stored = (model: Parameters<Agent['setModel']>[0]) =>
    JSON.parse(JSON.stringify(new Agent({ initialState: { model } }).exportState())) as ReturnType<Agent['exportState']>
  const registered: Model = getModel('openai', 'gpt-4o')
  const gateway = { ...registered, baseUrl: 'https://user:pw@gateway.test/v1?token=T', headers: { 'X-Key': 'SECRET' } }

  it('is all of the reference but its secrets', () => {
    expect(stored(gateway).model).toEqual({
      provider: 'openai',
      id: 'gpt-4o',
      api: registered.api,
      baseUrl: 'https://gateway.test/v1',
      headerNames: ['x-key'],
    })
    expect(JSON.stringify(stored(gateway))).not.toMatch(/SECRET|pw|token/)
  })

  it('is found again when it is the registered one', () => {
    expect(new Agent({ initialState: stored(registered) }).state.model).toEqual(registered)
  })

  it.each<[string, Partial<Model>]>([
    ['another base URL', { baseUrl: 'https://gateway.test/v1' }],
    ['another api', { api: 'anthropic-messages' }],
    ['headers', { headers: { 'x-key': 'k' } }],
    ['an unknown id', { id: 'mine' }],
  ])('with %s is never guessed', (_name, changes) => {
    const state = stored({ ...registered, ...changes })
    expect(() => new Agent({ initialState: state })).toThrow('pass the model itself as initialState.model')
    const model: Model = { ...registered, ...changes }
    expect(new Agent({ initialState: { ...state, model } }).state.model).toBe(model)
  })

  it('of an older version, which has names only, is looked up', () => {
    const model = { provider: 'openai', id: 'gpt-4o' }
    expect(new Agent({ initialState: { model } }).state.model).toEqual(registered)
  })
})

it('reduceAgent from initialAgentState gives what the agent has', async () => {
  const { agent, events } = await ran([calls(['t1', 'fast'], ['t2', 'boom']), { fails: 'drop' }, 'ok'])
  const { messages, error, isStreaming, pendingToolCalls } = events.reduce(reduceAgent, initialAgentState())
  expect({ messages, error, isStreaming, pendingToolCalls }).toEqual({
    messages: agent.state.messages,
    error: agent.state.error,
    isStreaming: false,
    pendingToolCalls: new Set(),
  })
})
