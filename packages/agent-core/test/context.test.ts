import { scriptedModel } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import type { AgentMessage } from '#src/index.ts'

import { calls, ran, staged, user } from './support/staged.ts'
import { textOf } from './support/trace.ts'

const roles = (messages: readonly AgentMessage[] = []) => messages.map(({ role }) => role)

describe('the way of the context', () => {
  it('goes through beforeLlmCall, transformContext, convertToLlm, then the request', async () => {
    const order: string[] = []
    await ran([() => (order.push('request'), 'a')], {
      beforeLlmCall: () => void order.push('beforeLlmCall'),
      transformContext: (messages) => (order.push('transformContext'), messages),
      convertToLlm: (messages) => (order.push('convertToLlm'), messages),
    })
    expect(order).toEqual(['beforeLlmCall', 'transformContext', 'convertToLlm', 'request'])
  })

  it('is prepared once a turn, not once an attempt', async () => {
    let prepared = 0
    await ran([{ text: 'a', fails: 'drop' }, 'ok'], { convertToLlm: (messages) => (prepared++, messages) })
    expect(prepared).toBe(1)
  })

  it('hands each request a list of its own', async () => {
    const { script } = await ran([calls(['t1', 'fast']), 'ok'], { convertToLlm: (messages) => messages })
    expect(script.requests.map(({ context }) => context.messages.length)).toEqual([1, 3])
  })
})

describe('beforeLlmCall', () => {
  it('sees the settled context before each turn, and before turn_start of all but the first', async () => {
    const seen: unknown[] = []
    const stage = staged([calls(['t1', 'fast']), 'ok'], {
      beforeLlmCall: ({ systemPrompt, messages, tools }, signal) => {
        const turns = stage.quiet().filter((entry) => entry === 'turn_start').length
        seen.push([systemPrompt, messages.at(-1)?.role, tools?.length, signal instanceof AbortSignal, turns])
      },
    })
    await stage.agent.prompt('go')
    expect(seen).toEqual([
      ['system', 'user', 7, true, 1],
      ['system', 'toolResult', 7, true, 1],
    ])
  })

  it('replaces messages and model, in the loop and in the state', async () => {
    const bigger = { ...scriptedModel, id: 'bigger', maxTokens: 9 }
    const { agent, script, quiet } = await ran([calls(['t1', 'fast']), 'ok'], {
      beforeLlmCall: ({ messages }) =>
        messages.length === 1 ? { messages: [user('short')], model: bigger } : undefined,
    })
    expect(script.requests.map(({ model, options }) => [model.id, options.maxTokens])).toEqual([
      ['bigger', 9],
      ['bigger', 9],
    ])
    expect(script.requests[0]?.context.messages.map(textOf)).toEqual(['short'])
    expect(agent.state.messages.map(textOf)).toEqual(['short', '', 'fast', 'ok'])
    expect(agent.state.model).toBe(bigger)
    expect(quiet().at(-1)).toBe('agent_end[U:go,A:toolUse,R:t1,A:stop]')
  })

  it('can not change anything but by what it returns', async () => {
    const { agent, script } = await ran(['a'], {
      beforeLlmCall: (context) => {
        context.messages.length = 0
        context.tools = []
        context.systemPrompt = 'x'
      },
    })
    expect(script.requests[0]?.context).toMatchObject({ systemPrompt: 'system', messages: [{ role: 'user' }] })
    expect(agent.state.messages).toHaveLength(2)
  })

  it('may return the very list it got', async () => {
    const { agent } = await ran([calls(['t1', 'fast']), 'ok'], { beforeLlmCall: ({ messages }) => ({ messages }) })
    expect(roles(agent.state.messages)).toEqual(['user', 'assistant', 'toolResult', 'assistant'])
  })

  it('is read anew before each turn', async () => {
    let asked = 0
    await ran(
      [calls(['t1', 'fast']), 'ok'],
      {},
      {
        tool_execution_start: (agent) => agent.setBeforeLlmCall(() => void asked++),
      },
    )
    expect(asked).toBe(1)
  })

  it('is not asked when shouldContinue ends the run', async () => {
    let asked = 0
    const { script } = await ran([calls(['t1', 'fast'])], {
      shouldContinue: () => false,
      beforeLlmCall: () => void asked++,
    })
    expect([asked, script.requests.length]).toEqual([1, 1])
  })
})

describe('transformContext', () => {
  it('starts from the whole conversation each time, and changes only the request', async () => {
    const seen: number[] = []
    const { agent, script } = await ran([calls(['t1', 'fast']), 'ok'], {
      transformContext: (messages, signal) => {
        expect(signal).toBeInstanceOf(AbortSignal)
        seen.push(messages.length)
        return messages.splice(-1)
      },
    })
    expect(seen).toEqual([1, 3])
    expect(script.requests.map(({ context }) => context.messages.length)).toEqual([1, 1])
    expect(agent.state.messages).toHaveLength(4)
  })
})

describe('shouldContinue', () => {
  it('is asked before every request but the first; what is undefined is no false', async () => {
    let asked = 0
    const { script } = await ran([calls(['t1', 'fast']), calls(['t2', 'fast']), 'ok'], {
      shouldContinue: () => (asked++, undefined as unknown as boolean),
    })
    expect([asked, script.requests.length]).toEqual([2, 3])
  })

  it('leaves follow-ups in the queue when it ends the run', async () => {
    const { agent, script } = await ran(
      [calls(['t1', 'fast'])],
      { shouldContinue: () => false },
      {
        tool_execution_start: (running) => running.followUp(user('F')),
      },
    )
    expect(script.requests).toHaveLength(1)
    expect(agent.exportState().followUps).toEqual([user('F')])
  })
})

describe('getApiKey', () => {
  it('is asked for each request, with the provider; undefined leaves the key to the provider layer', async () => {
    const asked: string[] = []
    const { script } = await ran([calls(['t1', 'fast']), 'ok'], {
      getApiKey: async (provider) => (asked.push(provider), asked.length === 1 ? 'k' : undefined),
    })
    expect(asked).toEqual(['scripted', 'scripted'])
    expect(script.requests.map(({ options }) => options.apiKey)).toEqual(['k', undefined])
  })
})
