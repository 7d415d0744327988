import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ModelProfile } from '#src/message/model-profile.ts'
import {
  supportsAdaptiveThinking,
  supportsMax,
  supportsXhigh,
  takesTemperature,
  profileOf,
  clampThinkingLevel,
  supportedThinkingLevels,
} from '#src/models/profile.ts'
import { getModels, getProviders } from '#src/models/registry.ts'

const all = getProviders().flatMap((provider) => getModels(provider))

describe('supportsXhigh', () => {
  it.each([
    'gpt-5.2',
    'gpt-5.3-codex',
    'gpt-5.6-sol',
    'openai/gpt-5.4',
    'global.openai.gpt-5.5',
    'gpt-6-luna',
    'gpt-5.10',
    'anthropic/claude-opus-4.7',
    'us.anthropic.claude-opus-4-7-v1',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-fable-5-1',
    'qwen3.8-max',
    'Qwen4',
  ])('is so for %s', (id) => expect(supportsXhigh({ id })).toBe(true))

  it.each([
    'gpt-5',
    'gpt-5.1',
    'gpt-5.1-codex-mini',
    'gpt-4o',
    'gpt-4.1',
    'gpt-oss-120b',
    'chatgpt-5.2x',
    'claude-opus-4-5',
    'claude-opus-4-6',
    'claude-opus-4-20250514',
    'claude-opus-4-123',
    'claude-sonnet-4-6',
    'claude-haiku-4-5',
    'claude-3-7-sonnet-20250219',
    'qwen3-32b',
    'qwen3.7-max',
    'qwen-plus',
    'o3',
  ])('is not so for %s', (id) => expect(supportsXhigh({ id })).toBe(false))
})

describe('supportsMax', () => {
  it.each([
    'gpt-5.6',
    'gpt-5.6-sol',
    'openai/gpt-5.6-terra',
    'gpt-6-sol',
    'a/b/gpt-5.6',
    'claude-opus-5',
    'claude-opus-4-6',
  ])('is so for %s', (id) => expect(supportsMax({ id })).toBe(true))
  it.each(['gpt-5.5', 'my-gpt-5.6', 'gpt-5.6turbo', 'gpt-60b', 'claude-sonnet-4-6'])('is not so for %s', (id) =>
    expect(supportsMax({ id })).toBe(false),
  )
})

describe('supportsAdaptiveThinking', () => {
  it.each(['claude-opus-4-6', 'claude-sonnet-4-6', 'anthropic/claude-sonnet-4.6', 'claude-sonnet-5', 'claude-fable-5'])(
    'is so for %s',
    (id) => expect(supportsAdaptiveThinking({ id })).toBe(true),
  )
  it.each(['claude-opus-4-5', 'claude-sonnet-4-20250514', 'claude-sonnet-4-5', 'claude-3-7-sonnet-latest', 'gpt-5.6'])(
    'is not so for %s',
    (id) => expect(supportsAdaptiveThinking({ id })).toBe(false),
  )
})

it.each<[string, boolean, boolean]>([
  ['claude-opus-4-6', false, true],
  ['claude-opus-4-6', true, false],
  ['claude-opus-4-7', false, false],
  ['global.anthropic.claude-sonnet-5', false, false],
  ['claude-opus-4-20250514', false, true],
  ['o3', true, false],
  ['gpt-5-mini', true, false],
  ['gpt-5.4', false, true],
  ['gpt-5.4', true, false],
  ['gpt-4o', true, true],
  ['gemini-2.5-pro', true, true],
  ['deepseek-v4-pro', true, true],
  ['kimi-k2-0905-preview', false, true],
  ['kimi-k2.5', false, false],
  ['moonshotai/kimi-k2.6', true, false],
  ['kimi-k2.7-code', true, false],
  ['kimi-k3', true, false],
  ['kimi-for-coding', true, false],
])('%s, thinking: %s, takes a temperature: %s', (id, isThinking, takes) => {
  expect(takesTemperature({ id, reasoning: true }, isThinking)).toBe(takes)
})

it('a chat model of the GPT-5 family, which does not reason, takes a temperature', () => {
  expect(takesTemperature({ id: 'gpt-5-chat-latest', reasoning: false }, false)).toBe(true)
})

it.each([
  ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', false],
  ['us.anthropic.claude-sonnet-4-20250514-v1:0', true],
  ['anthropic.claude-opus-4-5', true],
])('%s can be asked to think between calls: %s', (id, can) => {
  expect(profileOf({ id }).interleavedThinking).toBe(can)
})

describe('levels of thinking (decision 50)', () => {
  it.each([
    ['gpt-5', ['minimal', 'low', 'medium', 'high']],
    ['gpt-5.1', ['off', 'low', 'medium', 'high']],
    ['gpt-5.4-pro', ['medium', 'high', 'xhigh']],
    ['gpt-6-astra', ['low', 'medium', 'high', 'xhigh', 'max']],
    ['claude-fable-5-1', ['low', 'medium', 'high', 'xhigh', 'max']],
    ['claude-opus-4-6', ['off', 'low', 'medium', 'high', 'max']],
    ['gemini-3.8-flash', ['low', 'medium', 'high']],
    ['glm-4.7', ['off', 'high']],
    ['of-another-maker', ['off', 'minimal', 'low', 'medium', 'high']],
  ])('%s knows %j', (id, levels) => {
    expect(supportedThinkingLevels({ id, reasoning: true })).toEqual(levels)
    expect(supportedThinkingLevels({ id, reasoning: false })).toEqual(['off'])
  })

  const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
  const ids = all.map(({ id }) => id)

  it('a clamped level is one the model knows, the asked one if it does, and never higher if a lower one is known', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.constantFrom(...levels), (id, asked) => {
        const model = { id, reasoning: true }
        const known = supportedThinkingLevels(model)
        const got = clampThinkingLevel(model, asked)
        expect(known).toContain(got)
        expect(!known.includes(asked) || got === asked).toBe(true)
        const isHigher = levels.indexOf(got) > levels.indexOf(asked)
        expect(!isHigher || known.find((level) => level !== 'off') === got).toBe(true)
      }),
    )
  })

  it('a profile of the model wins over its family, and may be replaced', () => {
    const model: { id: string; reasoning: boolean; profile?: Partial<ModelProfile> } = {
      id: 'glm-4.7',
      reasoning: true,
    }
    expect(clampThinkingLevel(model, 'low')).toBe('high')
    model.profile = { thinkingLevels: ['low', 'high'] }
    expect(clampThinkingLevel(model, 'low')).toBe('low')
    expect(profileOf(model).thinkingControl).toBe('switch')
  })
})
