import type { Model } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import {
  type AgentContext,
  type AgentEvent,
  agentLoop,
  agentLoopContinue,
  type AgentLoopConfig,
  type AgentMessage,
  type AgentState,
  reduceAgent,
  runAgentLoop,
  runAgentLoopContinue,
  Agent,
} from '#src/index.ts'

import { calls, ran, user } from './support/staged.ts'
import { standardTools, wait } from './support/tools.ts'
import { label, line, withoutUpdates } from './support/trace.ts'

const config: AgentLoopConfig = {
  model: scriptedModel,
  convertToLlm: (messages) => messages.filter(({ role }) => role !== ('note' as string)),
}
const contextOf = (...messages: AgentMessage[]): AgentContext => ({
  systemPrompt: 's',
  messages,
  tools: standardTools(),
})

describe('agentLoop', () => {
  it('tells the same events as the agent, and gives the new messages', async () => {
    const script = [{ text: 'look', ...calls(['t1', 'fast']) }, 'ok']
    const stream = agentLoop([user('go')], contextOf(), config, undefined, scriptedStream(...script))
    const lines: string[] = []
    for await (const event of stream) lines.push(line(event))
    expect(lines).toEqual((await ran(script)).lines())
    expect((await stream.result()).map(label)).toEqual(['U:go', 'A:toolUse', 'R:t1', 'A:stop'])
  })

  it('leaves the context of the caller as it is', async () => {
    const context = contextOf(user('x'))
    await agentLoop([user('go')], context, config, undefined, scriptedStream('a')).result()
    await agentLoopContinue(context, config, undefined, scriptedStream('a')).result()
    expect(context.messages).toEqual([user('x')])
  })

  it('does without tools', async () => {
    const stream = agentLoop(
      [user('go')],
      { systemPrompt: '', messages: [] },
      config,
      undefined,
      scriptedStream(calls(['t1', 'x']), 'a'),
    )
    expect((await stream.result()).map(label)).toEqual(['U:go', 'A:toolUse', 'R:t1!', 'A:stop'])
  })

  it('ends when its signal has fired before it began', async () => {
    const script = scriptedStream()
    const stream = agentLoop([user('go')], contextOf(), config, AbortSignal.abort(), script)
    expect((await stream.result()).map(label)).toEqual(['U:go', 'A:aborted'])
    expect(script.requests).toHaveLength(0)
  })

  it('passes on what it does not know, and sends answers that failed to nobody', async () => {
    const failed = (await ran([{ fails: { code: 'invalid_request' } }])).agent.state.messages
    const script = scriptedStream('a')
    const more = { ...config, somethingNew: 1 } as AgentLoopConfig
    await agentLoop([user('go')], contextOf(...failed), more, undefined, script).result()
    expect(script.requests[0]?.options).toMatchObject({ somethingNew: 1 })
    expect(script.requests[0]?.context.messages.map(({ role }) => role)).toEqual(['user', 'user'])
  })

  it.each<[Partial<Model>, AgentLoopConfig['reasoning'], string]>([
    [{ reasoning: true }, undefined, 'off'],
    [{ reasoning: false }, 'high', 'off'],
    [{ reasoning: true }, 'low', 'low'],
    [{ reasoning: true }, 'xhigh', 'high'],
    [{ reasoning: true }, 'max', 'high'],
    [{ reasoning: true, id: 'claude-opus-4-6' }, 'xhigh', 'high'],
    [{ reasoning: true, id: 'claude-opus-4-6' }, 'max', 'max'],
    [{ reasoning: true, id: 'gpt-5.6' }, 'max', 'max'],
  ])('says how much a model will really think: %o asked for %s', async (model, reasoning, level) => {
    const asked = { ...config, model: { ...scriptedModel, ...model }, ...(reasoning && { reasoning }) }
    const stream = agentLoop([user('go')], contextOf(), asked, undefined, scriptedStream('a'))
    const first = (await stream[Symbol.asyncIterator]().next()).value
    expect(first).toEqual({
      type: 'agent_start',
      model: { provider: 'scripted', id: model.id ?? 'scripted' },
      thinkingLevel: level,
    })
  })
})

describe('agentLoopContinue', () => {
  it('goes on from the context', async () => {
    const stream = agentLoopContinue(contextOf(user('open')), config, undefined, scriptedStream('a'))
    const lines: string[] = []
    for await (const event of stream) lines.push(line(event))
    expect(withoutUpdates(lines)).toEqual([
      'agent_start',
      'turn_start',
      'S(A)',
      'E(A:stop)',
      'turn_end[]',
      'agent_end[A:stop]',
    ])
  })

  it.each([
    ['an empty context', () => [], 'Cannot continue: no messages in context'],
    ['an answer', async () => (await ran(['a'])).agent.state.messages, 'Cannot continue from message role: assistant'],
  ])('refuses %s at once', async (_name, messages, text) => {
    const context = contextOf(...(await messages()))
    expect(() => agentLoopContinue(context, config)).toThrow(text)
    await expect(runAgentLoopContinue(context, config, () => {})).rejects.toThrow(text)
  })

  it('passes over a response that failed', async () => {
    const failed = (await ran([{ fails: { code: 'invalid_request' } }])).agent.state.messages
    const stream = agentLoopContinue(contextOf(...failed), config, undefined, scriptedStream('a'))
    expect((await stream.result()).map(label)).toEqual(['A:stop'])
  })
})

describe('runAgentLoop', () => {
  it('waits for its sink at every event', async () => {
    const order: string[] = []
    const hooked: AgentLoopConfig = { ...config, beforeToolCall: () => void order.push('preflight') }
    const sink = async (event: AgentEvent) => {
      if (event.type !== 'message_end' || event.message.role !== 'assistant') return
      await wait(5)
      order.push('heard')
    }
    const messages = await runAgentLoop(
      [user('go')],
      contextOf(),
      hooked,
      sink,
      undefined,
      scriptedStream(calls(['t1', 'fast']), 'ok'),
    )
    expect(order).toEqual(['heard', 'preflight', 'heard'])
    expect(messages.map(label)).toEqual(['U:go', 'A:toolUse', 'R:t1', 'A:stop'])
  })
})

describe('reduceAgent', () => {
  it('comes to the state of the agent from the events alone, and changes no state it is given', async () => {
    const { agent, events } = await ran([{ text: 'x', fails: 'drop' }, calls(['t1', 'slow'], ['t2', 'boom']), 'ok'])
    const start = Object.freeze({
      ...new Agent().state,
      systemPrompt: 'system',
      model: scriptedModel,
      tools: agent.state.tools,
    })
    const end = events.reduce<AgentState>((state, event) => Object.freeze(reduceAgent(state, event)), start)
    expect(end).toEqual(agent.state)
  })
})
