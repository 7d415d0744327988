import type { Model } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import type { AgentOptions } from '#src/index.ts'

import { calls, ran, staged } from './support/staged.ts'

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
