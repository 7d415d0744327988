import { AIError, getModel, type Model } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import { Agent, type AgentMessage, type AgentOptions } from '#src/index.ts'

import { calls, ran, staged, user } from './support/staged.ts'
import { standardTools, wait } from './support/tools.ts'
import { label, textOf } from './support/trace.ts'

const roles = (messages: readonly AgentMessage[]) => messages.map(({ role }) => role)
const failing = { fails: { code: 'server_error', message: '500', retryable: false } } as const
const busy =
  'Agent is already processing a prompt. Use steer() or followUp() to queue messages, or wait for completion.'

describe('a new agent', () => {
  it('knows nothing', () => {
    expect(new Agent().state).toEqual({
      systemPrompt: '',
      model: undefined,
      thinkingLevel: 'off',
      tools: [],
      messages: [],
      isStreaming: false,
      streamMessage: null,
      pendingToolCalls: new Set(),
      error: undefined,
    })
  })

  it('takes over what it is given, and copies the list of messages', () => {
    const messages = [user('x')]
    const tools = standardTools()
    const { state } = new Agent({ initialState: { model: scriptedModel, thinkingLevel: 'low', tools, messages } })
    expect(state).toMatchObject({ model: scriptedModel, thinkingLevel: 'low', messages })
    expect(state.tools).toBe(tools)
    expect(state.messages).not.toBe(messages)
  })

  it('takes what is undefined for not given', async () => {
    const initialState = { messages: undefined, tools: undefined, model: scriptedModel } as never
    const options = { convertToLlm: undefined, streamRetries: undefined, streamFn: scriptedStream('a') } as never
    const agent = new Agent({ ...(options as object), initialState })
    expect(agent.state).toMatchObject({ messages: [], tools: [] })
    await agent.prompt('go')
    expect(agent.state.messages).toMatchObject([{ role: 'user' }, { stopReason: 'stop' }])
  })

  it('refuses to work without a model', async () => {
    await expect(new Agent().prompt('go')).rejects.toThrow('No model configured')
    const agent = new Agent({ initialState: { messages: [user('x')] } })
    await expect(agent.continue()).rejects.toMatchObject({ code: 'unknown_model' })
  })
})

describe('prompt', () => {
  it('makes a user message of a text and pictures', async () => {
    const { agent } = staged(['a'])
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const
    await agent.prompt('look', [image])
    expect(agent.state.messages[0]).toMatchObject({ role: 'user', content: [{ type: 'text', text: 'look' }, image] })
  })

  it('takes a message, or several', async () => {
    const { agent } = staged(['a', 'b'])
    await agent.prompt(user('one'))
    await agent.prompt([user('two'), user('three')])
    expect(agent.state.messages.map(textOf)).toEqual(['one', 'a', 'two', 'three', 'b'])
  })

  it('is refused at once while a run is active, and disturbs it in nothing', async () => {
    const { agent } = staged(['a'])
    const running = agent.prompt('go')
    expect(agent.state.isStreaming).toBe(true)
    await expect(agent.prompt('again')).rejects.toThrow(busy)
    await expect(agent.prompt('again')).rejects.toMatchObject({ code: 'agent_busy' })
    await expect(agent.continue()).rejects.toThrow(
      'Agent is already processing. Wait for completion before continuing.',
    )
    await running
    expect(roles(agent.state.messages)).toEqual(['user', 'assistant'])
  })

  it('from a listener of agent_end starts a run of its own', async () => {
    let second: Promise<void> | undefined
    const { agent } = staged(
      ['a', { text: 'b', fails: 'hang' }],
      {},
      { agent_end: (running) => void (second = running.prompt('again')) },
    )
    await agent.prompt('go')
    expect(agent.state.isStreaming).toBe(true)
    let isIdle = false
    const idle = agent.waitForIdle().then(() => (isIdle = true))
    await wait(5)
    expect(isIdle).toBe(false)
    agent.abort()
    await Promise.all([second, idle])
    expect(agent.state.messages.map(label)).toEqual(['U:go', 'A:stop', 'U:again', 'A:aborted'])
  })
})

describe('continue', () => {
  it('has to have something to go on from', async () => {
    const { agent } = staged(['a'])
    await expect(agent.continue()).rejects.toThrow('No messages to continue from')
    await agent.prompt('go')
    await expect(agent.continue()).rejects.toThrow('Cannot continue from message role: assistant')
  })

  it('after an answer runs what is queued: steering first, one at a time', async () => {
    const { agent, script } = staged(['b', 'c', 'd'], {
      initialState: { messages: (await ran(['a'])).agent.state.messages },
    })
    agent.followUp(user('F'))
    agent.steer(user('S1'))
    agent.steer(user('S2'))
    await agent.continue()
    expect(agent.state.messages.map(textOf)).toEqual(['go', 'a', 'S1', 'b', 'S2', 'c', 'F', 'd'])
    script.assertComplete()
  })

  it('after an answer that failed asks again; the failure stays on record and is not sent', async () => {
    const { agent, script } = await ran([failing, 'ok'])
    await agent.continue()
    expect(agent.state.messages.map(label)).toEqual(['U:go', 'A:error', 'A:stop'])
    expect(script.requests[1]?.context.messages.map(({ role }) => role)).toEqual(['user'])
    expect(agent.state.error).toBeUndefined()
  })

  it('after a turn that was aborted goes on from the results of its calls', async () => {
    const aborted = await ran([calls(['t1', 'fast'])], {}, { 'turn_end[R:t1]': (agent) => agent.abort() })
    const { agent, script } = staged(['ok'], { initialState: { messages: aborted.agent.state.messages } })
    await agent.continue()
    expect(script.requests[0]?.context.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'toolResult'])
  })
})

describe('retry', () => {
  it('removes the answer that failed and asks again', async () => {
    const { agent, script } = await ran([failing, 'ok'])
    await agent.retry()
    expect(agent.state.messages.map(label)).toEqual(['U:go', 'A:stop'])
    script.assertComplete()
  })

  it('is refused where nothing failed', async () => {
    const { agent } = await ran(['a'])
    await expect(agent.retry()).rejects.toThrow('Nothing to retry')
    expect(agent.state.messages).toHaveLength(2)
  })
})

describe('the state', () => {
  it('follows the run in snapshots, each the same object until something changes (decision 56)', async () => {
    const { agent } = staged([{ text: 'look', ...calls(['t1', 'fast']) }, 'ok'])
    const before = agent.state
    const seen: unknown[] = []
    agent.subscribe((event) => {
      const { state } = agent
      if (event.type === 'message_update' && event.assistantMessageEvent.type === 'text_delta') {
        seen.push([state.isStreaming, textOf(state.streamMessage ?? undefined)])
      }
      if (event.type.startsWith('tool_execution')) seen.push([...state.pendingToolCalls])
      if (event.type === 'agent_end') seen.push(state.isStreaming)
    })
    await agent.prompt('go')
    expect(seen).toEqual([[true, 'look'], ['t1'], [], [true, 'ok'], false])
    expect(agent.state).not.toBe(before)
    expect(agent.state).toBe(agent.state)
    expect(before.messages).toEqual([])
  })

  it('replaces its lists and sets, so that they can be compared', async () => {
    const seen = new Set<unknown>()
    const { agent } = staged([calls(['t1', 'fast']), 'ok'])
    agent.subscribe(({ type }) => void (type === 'message_end' && seen.add(agent.state.messages)))
    await agent.prompt('go')
    expect(seen.size).toBe(4)
  })

  it('holds the very message that message_end told of, frozen to its last leaf', async () => {
    const { agent, events } = await ran([{ ...calls(['t1', 'fast', { list: [{ a: 1 }] }]), usage: { input: 1 } }, 'ok'])
    const ended = events.filter((event) => event.type === 'message_end').map(({ message }) => message)
    expect(ended.every((message, index) => message === agent.state.messages[index])).toBe(true)
    expect(ended.every(isDeeplyFrozen)).toBe(true)
  })

  it('freezes what was restored when it is used, but not the messages of the application', async () => {
    const note = { role: 'note', text: 'x' } as unknown as AgentMessage
    const { agent } = staged(['a'], { initialState: { messages: [user('restored'), note] } })
    expect(Object.isFrozen(agent.state.messages[0])).toBe(false)
    await agent.prompt('go')
    expect(agent.state.messages.map(Object.isFrozen)).toEqual([true, false, true, true])
  })

  it('measures how long an answer took', async () => {
    const { agent } = await ran([{ text: 'part', fails: 'drop' }, 'a'], { streamRetryBaseDelayMs: 20 })
    const [, answer] = agent.state.messages
    expect(answer).toMatchObject({ durationMs: expect.any(Number) as number })
    expect(answer?.role === 'assistant' && answer.durationMs).toBeGreaterThanOrEqual(19)
  })

  it('keeps an error until the next run', async () => {
    const { agent } = await ran([failing, 'ok'])
    expect(agent.state.error).toBe('500')
    await agent.prompt('again')
    expect(agent.state.error).toBeUndefined()
  })

  it('is emptied by reset, but for what the agent is', async () => {
    const { agent } = await ran([failing])
    agent.steer(user('S'))
    agent.reset()
    expect(agent.state).toMatchObject({ messages: [], error: undefined, systemPrompt: 'system', model: scriptedModel })
    expect(agent.hasQueuedMessages()).toBe(false)
  })

  it('is left alone by a run that was reset, which still tells its end', async () => {
    const { agent, quiet } = staged([{ text: 'part', fails: 'hang' }, 'fresh'])
    const running = agent.prompt('go')
    await wait(5)
    agent.reset()
    await agent.prompt('next')
    await Promise.all([running, agent.waitForIdle()])
    expect(agent.state.messages.map(textOf)).toEqual(['next', 'fresh'])
    expect(quiet().filter((entry) => entry.startsWith('agent_'))).toHaveLength(4)
  })
})

describe('messages that are set', () => {
  it('are a copy of the list, and the messages themselves', () => {
    const agent = new Agent()
    const [one, two] = [user('1'), user('2')]
    const list = [one]
    agent.replaceMessages(list)
    agent.appendMessage(two)
    expect(agent.state.messages).toEqual([one, two])
    expect(agent.state.messages[1]).toBe(two)
    expect(list).toEqual([one])
    agent.clearMessages()
    expect(agent.state.messages).toEqual([])
  })
})

describe('settings', () => {
  it('count from the next run on', async () => {
    const other: Model = { ...scriptedModel, id: 'other' }
    const { agent, script } = staged(
      [calls(['t1', 'fast']), 'ok', 'c'],
      {},
      {
        tool_execution_start: (running) => {
          running.setModel(other)
          running.setSystemPrompt('later')
          running.setTools([])
          running.setThinkingLevel('high')
        },
      },
    )
    await agent.prompt('go')
    await agent.prompt('again')
    const seen = script.requests.map(({ model, context, options }) => [
      model.id,
      context.systemPrompt,
      context.tools?.length,
      options.reasoning,
    ])
    expect(seen).toEqual([
      ['scripted', 'system', 7, undefined],
      ['scripted', 'system', 7, undefined],
      ['other', 'later', 0, 'high'],
    ])
  })

  it('reach the request, and the hooks of the loop do not', async () => {
    const onWarning = () => {}
    const options: AgentOptions = {
      sessionId: 's',
      thinkingBudgets: { low: 5 },
      thinkingDisplay: 'omitted',
      temperature: 0.5,
      maxRetryDelayMs: 7,
      transport: 'auto',
      headers: { 'x-a': 'b' },
      onWarning,
      beforeToolCall: () => undefined,
      shouldContinue: () => true,
    }
    const { script } = await ran(['a'], { ...options, initialState: { thinkingLevel: 'low' } })
    const { signal, ...sent } = script.requests[0]!.options
    expect(signal).toBeInstanceOf(AbortSignal)
    expect(sent).toEqual({
      sessionId: 's',
      thinkingBudgets: { low: 5 },
      thinkingDisplay: 'omitted',
      temperature: 0.5,
      maxRetryDelayMs: 7,
      transport: 'auto',
      headers: { 'x-a': 'b' },
      // Wrapped, so that a callback that throws does not end the request (decision 57).
      onWarning: expect.any(Function) as () => void,
      maxTokens: 8192,
      reasoning: 'low',
    })
  })

  it('can be read, changed and taken back', async () => {
    const { agent, script } = staged(['a', 'b'], { sessionId: 'one' })
    expect([agent.sessionId, agent.transport, agent.toolExecution]).toEqual(['one', 'sse', 'parallel'])
    agent.sessionId = undefined
    agent.thinkingBudgets = { high: 9 }
    agent.thinkingDisplay = 'summarized'
    agent.maxRetryDelayMs = 3
    agent.setTransport('auto')
    agent.setToolExecution('sequential')
    await agent.prompt('go')
    expect(script.requests[0]?.options).toMatchObject({
      thinkingBudgets: { high: 9 },
      maxRetryDelayMs: 3,
      transport: 'auto',
    })
    expect(script.requests[0]?.options).not.toHaveProperty('sessionId')
    expect([agent.thinkingDisplay, agent.maxRetryDelayMs, agent.toolExecution]).toEqual(['summarized', 3, 'sequential'])
  })

  it('of hooks can be changed between runs', async () => {
    const asked: string[] = []
    const { agent } = staged([calls(['t1', 'fast']), 'ok', 'b'])
    agent.setBeforeToolCall(() => void asked.push('before'))
    agent.setAfterToolCall(() => void asked.push('after'))
    agent.setShouldContinue(() => (asked.push('continue'), true))
    await agent.prompt('go')
    agent.setBeforeToolCall(undefined)
    await agent.prompt('again')
    expect(asked).toEqual(['before', 'after', 'continue'])
  })

  it('of the stream function and the key can be assigned', async () => {
    const { agent } = staged([])
    const other = scriptedStream('other')
    agent.streamFn = other
    agent.getApiKey = (provider) => `key of ${provider}`
    await agent.prompt('go')
    expect(other.requests[0]?.options.apiKey).toBe('key of scripted')
  })
})

describe('a state that is exported', () => {
  it('survives JSON and goes on elsewhere', async () => {
    const { agent } = await ran([calls(['t1', 'fast']), 'ok'], { initialState: { thinkingLevel: 'high' } })
    agent.setModel(getModel('openai', 'gpt-4o'))
    agent.steer(user('S'))
    agent.followUp(user('F'))
    const json = JSON.stringify(agent.exportState())
    const copy = new Agent({
      initialState: JSON.parse(json) as ReturnType<Agent['exportState']>,
      streamFn: scriptedStream('a', 'b'),
    })
    expect(copy.state).toMatchObject({
      systemPrompt: 'system',
      thinkingLevel: 'high',
      model: { id: 'gpt-4o', api: expect.any(String) as string },
    })
    expect(JSON.stringify(copy.exportState())).toBe(json)
    await copy.continue()
    expect(copy.state.messages.map(textOf)).toEqual(['go', '', 'fast', 'ok', 'S', 'a', 'F', 'b'])
  })

  it('says nothing of a model that is not set, nor of tools', () => {
    expect(Object.keys(new Agent({ initialState: { tools: standardTools() } }).exportState())).toEqual([
      'systemPrompt',
      'thinkingLevel',
      'messages',
      'steering',
      'followUps',
    ])
  })

  it('that names a model nobody knows is refused', () => {
    const start = () => new Agent({ initialState: { model: { provider: 'nobody', id: 'nothing' } } })
    expect(start).toThrow(AIError)
  })
})

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return (
    Object.isFrozen(value) && Object.entries(value).every(([key, part]) => key === 'details' || isDeeplyFrozen(part))
  )
}
