import { expectTypeOf, test } from 'vitest'

import {
  type AnthropicOptions,
  type AssistantMessageEventStream,
  type Context,
  type GoogleVertexOptions,
  type Model,
  stream,
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

test('options for all providers are those of this library only', () => {
  expectTypeOf(streamSimple(model, context, { reasoning: 'high' })).toEqualTypeOf<AssistantMessageEventStream>()
  // @ts-expect-error no provider has such an option
  streamSimple(model, context, { resoning: 'high' })
})
