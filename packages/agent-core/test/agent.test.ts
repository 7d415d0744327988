import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import { Agent, type AgentMessage } from '#src/index.ts'

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
  it('makes a user message of a text and images', async () => {
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

  it('after a response runs what is queued: steering first, one at a time', async () => {
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

  it('after a response that failed asks again; the failure stays on record and is not sent', async () => {
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
  it('removes the response that failed and asks again', async () => {
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
