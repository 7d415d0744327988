import { decodeSse } from '../../http/sse.ts'
import { preloadTransport } from '../../http/transports.ts'
import { settleCacheRetention } from '../../options/cache-retention.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import { buildResponsesBody } from './body.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from './normalize.ts'
import { type OpenAIResponsesOptions, toResponsesOptions } from './options.ts'
import { send } from './send.ts'
import type { OpenAIResponsesEvent } from './wire.ts'

preloadTransport('openai')

/** OpenAI's Responses API, and the servers that speak it. Takes {@link OpenAIResponsesOptions}. */
export const openaiResponses: ApiAdapter = defineApi<
  OpenAIResponsesOptions,
  OpenAIResponsesEvent,
  OpenAIResponsesState
>({
  api: 'openai-responses',
  fromSimple: toResponsesOptions,
  resolve: settleCacheRetention,
  body: buildResponsesBody,
  send,
  decode: decodeSse,
  normalizer: (_model, options) => createOpenAIResponsesNormalizer(options),
})
