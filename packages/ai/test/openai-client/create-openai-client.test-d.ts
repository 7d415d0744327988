import type OpenAI from 'openai'
import type { Stream } from 'openai/streaming'
import { expectTypeOf, it } from 'vitest'

import { createOpenAIClient, type Model } from '#src/index.ts'
import type { ChunkStream, CreateCompletion } from '#src/openai-client/completions.ts'

declare const model: Model
type Create = OpenAI['chat']['completions']['create']

it('is typed as the official client', () => {
  expectTypeOf(createOpenAIClient(model)).toEqualTypeOf<OpenAI>()
})

it('takes and gives what the official create does', () => {
  expectTypeOf<Parameters<CreateCompletion>[0]>().toEqualTypeOf<OpenAI.Chat.Completions.ChatCompletionCreateParams>()
  expectTypeOf<Parameters<Create>[1]>().toExtend<Parameters<CreateCompletion>[1]>()
  expectTypeOf<Stream<OpenAI.Chat.Completions.ChatCompletionChunk>>().toExtend<ChunkStream>()
  expectTypeOf<
    Exclude<Awaited<ReturnType<CreateCompletion>>, ChunkStream>
  >().toEqualTypeOf<OpenAI.Chat.Completions.ChatCompletion>()
})
