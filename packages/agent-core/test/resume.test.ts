import type { AssistantMessage } from '@dreb/ai'
import { emptyUsage } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import { type AgentMessage, agentLoopContinue } from '#src/index.ts'

import { faultInHistory } from './support/history.ts'
import { staged, user } from './support/staged.ts'
import { label, textOf } from './support/trace.ts'

const response = (more: Partial<AssistantMessage>): AssistantMessage => ({
  role: 'assistant',
  content: [],
  api: scriptedModel.api,
  provider: scriptedModel.provider,
  model: scriptedModel.id,
  usage: emptyUsage(),
  stopReason: 'stop',
  timestamp: 1,
  ...more,
})
const call = (id: string) => ({ type: 'toolCall' as const, id, name: 'fast', arguments: {} })
const result = (toolCallId: string): AgentMessage => ({
  role: 'toolResult',
  toolCallId,
  toolName: 'fast',
  content: [{ type: 'text', text: 'done' }],
  isError: false,
  timestamp: 1,
})

describe('continue() after a kill inside a tool (C)', () => {
  const killed = [user('go'), response({ stopReason: 'toolUse', content: [call('c1'), call('c2')] })]

  it.each<[string, AgentMessage[], string[]]>([
    ['no result', killed, ['R:c1!', 'R:c2!']],
    ['one of two results', [...killed, result('c1')], ['R:c1', 'R:c2!']],
    ['all results', [...killed, result('c1'), result('c2')], ['R:c1', 'R:c2']],
    ['a failed response behind it', [...killed, response({ stopReason: 'error' })], ['A:error', 'R:c1!', 'R:c2!']],
  ])('with %s: interrupted calls are answered on record, and no tool runs', async (_name, messages, expected) => {
    const { agent, script, quiet } = staged(['resumed'], { initialState: { messages } })
    await agent.continue()
    expect(script.requests).toHaveLength(1)
    expect(agent.state.messages.map(label)).toEqual(['U:go', 'A:toolUse', ...expected, 'A:stop'])
    expect(quiet().filter((line) => line.startsWith('tool_'))).toEqual([])
    expect(await faultInHistory(agent)).toBeUndefined()
  })

  it('is the same in the raw loop', async () => {
    const config = { model: scriptedModel, convertToLlm: (messages: AgentMessage[]) => messages }
    const context = { systemPrompt: '', messages: killed }
    const added = await agentLoopContinue(context, config, undefined, scriptedStream('resumed')).result()
    expect(added.map(label)).toEqual(['R:c1!', 'R:c2!', 'A:stop'])
  })

  it('does not answer calls of a response that failed', async () => {
    const failed = response({ stopReason: 'error', content: [call('c1')] })
    const { agent } = staged(['again'], { initialState: { messages: [user('go'), failed] } })
    await agent.continue()
    expect(agent.state.messages.map(label)).toEqual(['U:go', 'A:error', 'A:stop'])
  })
})

describe('a restored response that was only half written (C)', () => {
  const halves: [string, Partial<Record<keyof AssistantMessage, unknown>>][] = [
    ['has no stop reason', { stopReason: undefined, content: [{ type: 'text', text: 'half' }] }],
    ['has a null for one, and an open call', { stopReason: null, content: [call('c1')] }],
    ['has no content', { content: undefined }],
  ]

  it.each(halves)('that %s is skipped: not sent, and requested again', async (_name, half) => {
    const messages = [user('go'), response(half as Partial<AssistantMessage>)]
    const { agent, script } = staged(['whole'], { initialState: { messages } })
    await agent.continue()
    expect(script.requests[0]?.context.messages.map(({ role }) => role)).toEqual(['user'])
    expect(textOf(agent.state.messages.at(-1))).toBe('whole')
  })

  it.each(halves)('that %s may be retried, which removes it', async (_name, half) => {
    const messages = [user('go'), response(half as Partial<AssistantMessage>)]
    const { agent } = staged(['whole'], { initialState: { messages } })
    await agent.retry()
    expect(agent.state.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  })
})
