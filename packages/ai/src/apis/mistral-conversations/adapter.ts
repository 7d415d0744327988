import { decodeSse } from '../../http/sse.ts'
import { settleCacheRetention } from '../../options/cache-retention.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import type { OpenAIChatState } from '../openai-completions/normalize.ts'
import { buildMistralBody } from './body.ts'
import { mistral } from './normalize.ts'
import { type MistralOptions, toMistralOptions } from './options.ts'
import { send } from './send.ts'
import type { MistralChunk } from './wire.ts'

/** Mistral's own API. Takes {@link MistralOptions}. */
export const mistralConversations: ApiAdapter = defineApi<MistralOptions, MistralChunk, OpenAIChatState>({
  api: 'mistral-conversations',
  fromSimple: toMistralOptions,
  resolve: settleCacheRetention,
  body: buildMistralBody,
  send,
  decode: decodeSse,
  normalizer: () => mistral,
})
