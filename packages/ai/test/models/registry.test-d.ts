import { expectTypeOf, test } from 'vitest'

import type { Model } from '#src/message/model.ts'
import { getModel, type KnownModelId, type KnownProvider } from '#src/models/registry.ts'

test('a known id gives the API of its provider', () => {
  expectTypeOf(getModel('anthropic', 'claude-sonnet-4-20250514')).toEqualTypeOf<Model<'anthropic-messages'>>()
  expectTypeOf(getModel('openai', 'gpt-4o')).toEqualTypeOf<Model<'openai-responses'>>()
  expectTypeOf(getModel('google', 'gemini-2.5-flash-lite')).toEqualTypeOf<Model<'google-generative-ai'>>()
})

test('a gateway gives the API of the model', () => {
  expectTypeOf(getModel('opencode', 'claude-sonnet-4-6')).toEqualTypeOf<Model<'anthropic-messages'>>()
  expectTypeOf(getModel('opencode', 'kimi-k2.5')).toEqualTypeOf<Model<'openai-completions'>>()
})

test('any other id gives a model of some API', () => {
  expectTypeOf(getModel('anthropic', 'claude-of-tomorrow')).toEqualTypeOf<Model>()
  expectTypeOf(getModel('my-server', 'mine')).toEqualTypeOf<Model>()
})

test('providers and ids are known to editors', () => {
  expectTypeOf<'anthropic'>().toExtend<KnownProvider>()
  expectTypeOf<'nobody'>().not.toExtend<KnownProvider>()
  expectTypeOf<'gpt-4o'>().toExtend<KnownModelId<'openai'>>()
  expectTypeOf<'gpt-4o'>().not.toExtend<KnownModelId<'anthropic'>>()
})
