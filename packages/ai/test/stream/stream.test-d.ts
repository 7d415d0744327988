import { expectTypeOf, test } from 'vitest'

import {
  type AnthropicOptions,
  type Api,
  type AssistantMessageEventStream,
  type Context,
  getModel,
  type GoogleVertexOptions,
  type KnownApi,
  type Model,
  type OptionsByApi,
  stream,
  type StreamFunction,
  streamSimple,
} from '#src/index.ts'

declare const model: Model
declare const context: Context

test('options of one provider are taken, written down or held in a variable', () => {
  const vertex: GoogleVertexOptions = { project: 'p', location: 'l' }
  const anthropic: AnthropicOptions = { thinkingEnabled: true }
  expectTypeOf(stream(model, context, vertex)).toEqualTypeOf<AssistantMessageEventStream>()
  expectTypeOf(stream(model, context, anthropic)).toEqualTypeOf<AssistantMessageEventStream>()
  stream(model, context, { apiKey: 'k', seed: 7 })
})

test('options of a known model are those of its API only', () => {
  const openai = stream(getModel('openai', 'gpt-4o'), context, { serviceTier: 'flex', temperature: 1 })
  expectTypeOf(openai).toEqualTypeOf<AssistantMessageEventStream>()
  stream(getModel('anthropic', 'claude-sonnet-4-6'), context, { thinkingEnabled: true })
  // @ts-expect-error a typo
  stream(getModel('openai', 'gpt-4o'), context, { temprature: 1 })
  // @ts-expect-error an option of another API
  stream(getModel('anthropic', 'claude-sonnet-4-6'), context, { serviceTier: 'flex' })
})

test('each built-in API has its options, and a name that is known', () => {
  expectTypeOf<keyof OptionsByApi>().toEqualTypeOf<KnownApi>()
  expectTypeOf<'mine'>().toExtend<Api>()
  expectTypeOf(streamSimple).toExtend<StreamFunction>()
})

test('options for all providers are those of this library only', () => {
  expectTypeOf(streamSimple(model, context, { reasoning: 'high' })).toEqualTypeOf<AssistantMessageEventStream>()
  // @ts-expect-error no provider has such an option
  streamSimple(model, context, { resoning: 'high' })
})
