import { describe, expect, it } from 'vitest'

import type { BedrockOptions } from '#src/apis/bedrock-converse-stream/options.ts'
import type { Model } from '#src/message/model.ts'

import {
  claude,
  nova,
  weather,
  user,
  assistant,
  call,
  result,
  plain,
  strictBedrock,
} from '../../support/bedrock-requests.ts'

const { modelOf, sent } = strictBedrock()

describe('thinking on Bedrock', () => {
  const fields = async (id: string, options: BedrockOptions, facts: Partial<Model> = {}) => {
    const body = await sent(modelOf(id, facts), plain, { temperature: 0.5, ...options })
    const { inferenceConfig, additionalModelRequestFields } = body as Record<string, unknown>
    return { inferenceConfig, additionalModelRequestFields }
  }

  it('is a budget that fits under the limit, for Claude before 4.6; the temperature is the model’s', async () => {
    expect(await fields(claude, { reasoning: 'high' })).toEqual({
      inferenceConfig: { maxTokens: 8192 },
      additionalModelRequestFields: {
        thinking: { type: 'enabled', budget_tokens: 7168 },
        anthropic_beta: ['interleaved-thinking-2025-05-14'],
      },
    })
  })

  it('takes the caller’s budget, and does not interleave when told so', async () => {
    const options = { reasoning: 'low', thinkingBudgets: { low: 3000 }, interleavedThinking: false } as const
    expect((await fields(claude, options)).additionalModelRequestFields).toEqual({
      thinking: { type: 'enabled', budget_tokens: 3000 },
    })
  })

  it('is not asked to interleave of Claude 3.7, which refuses the question', async () => {
    const older = await fields('us.anthropic.claude-3-7-sonnet-20250219-v1:0', { reasoning: 'low' })
    expect(older.additionalModelRequestFields).toEqual({ thinking: { type: 'enabled', budget_tokens: 2048 } })
  })

  it('has no limit where the model has none', async () => {
    expect((await fields(nova, {}, { maxTokens: 0 })).inferenceConfig).toEqual({ temperature: 0.5 })
  })

  it('or not, a temperature is kept from models that take none', async () => {
    const { inferenceConfig } = await fields('global.anthropic.claude-opus-4-7', {})
    expect(inferenceConfig).toEqual({ maxTokens: 8192 })
  })

  it.each([
    ['minimal', 'low'],
    ['medium', 'medium'],
    ['high', 'high'],
    ['xhigh', 'high'],
  ] as const)('%s is the effort %s of an adaptive Claude', async (reasoning, effort) => {
    const sonnet = await fields('anthropic.claude-sonnet-4-6', { reasoning, thinkingDisplay: 'summarized' })
    expect(sonnet.additionalModelRequestFields).toEqual({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort },
    })
  })

  it('goes to max where the model knows it', async () => {
    const opus = await fields('global.anthropic.claude-opus-4-6-v1', { reasoning: 'max' })
    expect(opus.additionalModelRequestFields).toEqual({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'max' },
    })
  })

  it.each([
    ['not asked for', claude, {}, {}],
    ['not known to the model', claude, { reasoning: 'high' }, { reasoning: false }],
    ['of another maker', nova, { reasoning: 'high' }, {}],
  ] as const)('is not mentioned when %s', async (_, id, options, facts) => {
    expect(await fields(id, options, facts)).toEqual({
      inferenceConfig: { maxTokens: 8192, temperature: 0.5 },
      additionalModelRequestFields: undefined,
    })
  })

  it('is left out beside a tool choice that forces a call', async () => {
    const { additionalModelRequestFields } = await fields(claude, { reasoning: 'high', toolChoice: 'any' })
    expect(additionalModelRequestFields).toBeUndefined()
  })

  it('is left out in a round of tools that was begun without it, for a model with a budget', async () => {
    const messages = [user('Weather?'), assistant([call('a')]), result('a', 'rain')]
    const body = (id: string) => sent(modelOf(id), { messages, tools: [weather] }, { reasoning: 'high' })
    expect(await body(claude)).not.toHaveProperty('additionalModelRequestFields')
    expect(await body('anthropic.claude-sonnet-4-6')).toHaveProperty('additionalModelRequestFields')
  })
})
