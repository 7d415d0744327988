import { describe, expect, it } from 'vitest'

import type { SimpleStreamOptions } from '#src/options/options.ts'

import { adaptiveId, plain, strictAnthropic } from '../../support/anthropic-requests.ts'
import { call, result, turn, user, weather } from '../../support/conversation.ts'

const { modelOf, sent, sentSimply } = strictAnthropic()

describe('thinking', () => {
  it.each([
    [{}, { type: 'disabled' }, 32_000],
    [{ reasoning: 'low' }, { type: 'enabled', budget_tokens: 2048 }, 32_000],
    [{ reasoning: 'high' }, { type: 'enabled', budget_tokens: 16_384 }, 32_000],
    [{ reasoning: 'max' }, { type: 'enabled', budget_tokens: 16_384 }, 32_000],
    [{ reasoning: 'high', maxTokens: 8192 }, { type: 'enabled', budget_tokens: 4096 }, 8192],
    [{ reasoning: 'high', thinkingBudgets: { high: 31_000 } }, { type: 'enabled', budget_tokens: 24_000 }, 32_000],
    [{ reasoning: 'minimal', maxTokens: 1500 }, { type: 'enabled', budget_tokens: 1024 }, 1500],
    [{ reasoning: 'high', maxTokens: 1024 }, { type: 'disabled' }, 1024],
    [{ reasoning: 'low', thinkingDisplay: 'omitted' }, { type: 'enabled', budget_tokens: 2048 }, 32_000],
  ] as [SimpleStreamOptions, object, number][])(
    'of models with a budget, for %j, is %j under %d',
    async (options, thinking, maxTokens) => {
      const body = await sentSimply(modelOf(), options)
      expect(body).toMatchObject({ thinking, max_tokens: maxTokens })
      expect(body).not.toHaveProperty('output_config')
    },
  )

  it.each([
    [adaptiveId, {}, { thinking: { type: 'disabled' } }],
    [adaptiveId, { reasoning: 'minimal' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    [adaptiveId, { reasoning: 'high' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    [adaptiveId, { reasoning: 'xhigh' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    ['claude-opus-4-7', { reasoning: 'xhigh' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } }],
    ['claude-sonnet-4-6', { reasoning: 'max' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    [
      'claude-opus-5',
      { reasoning: 'max', thinkingDisplay: 'summarized' },
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'max' } },
    ],
  ] as [string, SimpleStreamOptions, object][])('of %s, for %j, is %j', async (id, options, fields) => {
    const { thinking, output_config } = await sentSimply(modelOf({ id }), options)
    expect(JSON.parse(JSON.stringify({ thinking, output_config }))).toEqual(fields)
  })

  it('is nothing that a model without it is told of', async () => {
    expect(await sentSimply(modelOf({ reasoning: false }), { reasoning: 'high' })).not.toHaveProperty('thinking')
  })

  it('leaves out the temperature for models that take none, thinking or not', async () => {
    expect(await sentSimply(modelOf({ id: 'claude-opus-4-7' }), { temperature: 0.2 })).not.toHaveProperty('temperature')
    expect(await sentSimply(modelOf({ id: 'claude-opus-4-6' }), { temperature: 0.2 })).toMatchObject({
      temperature: 0.2,
    })
  })

  it('says a limit for models that come without one', async () => {
    expect(await sentSimply(modelOf({ maxTokens: 0 }), {})).toMatchObject({ max_tokens: 8192 })
    expect(await sentSimply(modelOf({ maxTokens: 0 }), { reasoning: 'low' })).toMatchObject({
      max_tokens: 8192,
      thinking: { type: 'enabled', budget_tokens: 2048 },
    })
  })

  it('leaves out the temperature, which it forbids', async () => {
    expect(await sentSimply(modelOf(), { reasoning: 'low', temperature: 0.2 })).not.toHaveProperty('temperature')
    expect(await sentSimply(modelOf(), { temperature: 0.2 })).toMatchObject({ temperature: 0.2 })
  })

  it('gives way to a forced choice of tools, which forbids it', async () => {
    const options = { thinkingEnabled: true, thinkingBudgetTokens: 2048, toolChoice: 'any' } as const
    const body = await sent(modelOf(), { ...plain, tools: [weather] }, options)
    expect(body).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'any' } })
  })

  it('does not begin in the middle of a round of tools, of those that count tokens', async () => {
    const other = { api: 'openai-completions', provider: 'openai', id: 'gpt-test' }
    const messages = [user('go'), turn(other, [call('c1')]), result('c1', 'rain')]
    const options = { thinkingEnabled: true, thinkingBudgetTokens: 2048 }
    expect(await sent(modelOf(), { messages }, options)).toMatchObject({ thinking: { type: 'disabled' } })
    const finished = [...messages, turn(other, [{ type: 'text', text: 'Rain.' }]), user('and now?')]
    expect(await sent(modelOf(), { messages: finished }, options)).toMatchObject({ thinking: { type: 'enabled' } })
    expect(await sent(modelOf({ id: adaptiveId }), { messages }, options)).toMatchObject({
      thinking: { type: 'adaptive' },
    })
  })
})
