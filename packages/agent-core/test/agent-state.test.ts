import { AIError, getModel } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import { Agent, type AgentMessage } from '#src/index.ts'

import { calls, ran, staged, user } from './support/staged.ts'
import { standardTools, wait } from './support/tools.ts'
import { textOf } from './support/trace.ts'

const failing = { fails: { code: 'server_error', message: '500', retryable: false } } as const
function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return (
    Object.isFrozen(value) && Object.entries(value).every(([key, part]) => key === 'details' || isDeeplyFrozen(part))
  )
}

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

  it('measures how long a response took', async () => {
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
