import { describe, expect, it } from 'vitest'

import {
  isQwen38OrLater,
  supportsAdaptiveThinking,
  supportsInterleavedThinking,
  supportsMax,
  supportsXhigh,
  takesTemperature,
} from '#src/models/families.ts'

describe('supportsXhigh', () => {
  it.each([
    'gpt-5.2',
    'gpt-5.3-codex',
    'gpt-5.6-sol',
    'openai/gpt-5.4',
    'global.openai.gpt-5.5',
    'gpt-6-luna',
    'gpt-5.10',
    'claude-opus-4-6',
    'anthropic/claude-opus-4.7',
    'us.anthropic.claude-opus-4-6-v1',
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
  it.each(['gpt-5.6', 'gpt-5.6-sol', 'openai/gpt-5.6-terra', 'gpt-6-sol'])('is so for %s', (id) =>
    expect(supportsMax({ id })).toBe(true),
  )
  it.each(['gpt-5.5', 'my-gpt-5.6', 'gpt-5.6turbo', 'a/b/gpt-5.6', 'claude-opus-5', 'gpt-60b'])(
    'is not so for %s',
    (id) => expect(supportsMax({ id })).toBe(false),
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

describe('isQwen38OrLater', () => {
  it.each(['qwen3.8', 'qwen/qwen3.8-plus', 'Qwen3.10-max', 'qwen4.0'])('is so for %s', (id) =>
    expect(isQwen38OrLater(id)).toBe(true),
  )
  it.each(['qwen3-32b', 'qwen3.7', 'qwen-7b', 'qwen3-235b-a22b', 'qwen2.5-72b-instruct', 'qwen38b', 'llama-3.8'])(
    'is not so for %s',
    (id) => expect(isQwen38OrLater(id)).toBe(false),
  )
})

it.each([
  ['claude-opus-4-6', undefined, true],
  ['claude-opus-4-7', undefined, false],
  ['global.anthropic.claude-sonnet-5', undefined, false],
  ['claude-opus-4-20250514', undefined, true],
  ['o3', 'low', false],
  ['gpt-5-mini', 'minimal', false],
  ['gpt-5.4', 'none', true],
  ['gpt-5.4', 'low', false],
  ['openai/gpt-5.4', undefined, false],
  ['gpt-4o', undefined, true],
  ['gemini-2.5-pro', undefined, true],
  ['deepseek-v4-pro', 'high', true],
])('%s at the effort %s takes a temperature: %s', (id, effort, takes) => {
  expect(takesTemperature({ id, reasoning: true }, effort)).toBe(takes)
})

it('a chat model of the GPT-5 family, which does not reason, takes a temperature', () => {
  expect(takesTemperature({ id: 'gpt-5-chat-latest', reasoning: false })).toBe(true)
})

it.each([
  ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', false],
  ['us.anthropic.claude-sonnet-4-20250514-v1:0', true],
  ['anthropic.claude-opus-4-5', true],
])('%s can be asked to think between calls: %s', (id, can) => {
  expect(supportsInterleavedThinking({ id })).toBe(can)
})
