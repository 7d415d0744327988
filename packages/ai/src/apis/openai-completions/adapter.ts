import { decodeSse } from '../../http/sse.ts'
import { preloadTransport } from '../../http/transports.ts'
import type { Model } from '../../message/model.ts'
import { settleCacheRetention } from '../../options/cache-retention.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import { buildChatBody } from './body.ts'
import { compatOf } from './compat.ts'
import { createOpenAIChatNormalizer, type OpenAIChatState } from './normalize.ts'
import { type OpenAICompletionsOptions, toChatOptions } from './options.ts'
import { send } from './send.ts'
import type { OpenAIChatChunk } from './wire.ts'

preloadTransport('openai')

/** OpenAI Chat Completions, and all servers that are compatible with it. Takes {@link OpenAICompletionsOptions}. */
export const openaiCompletions: ApiAdapter = defineApi<OpenAICompletionsOptions, OpenAIChatChunk, OpenAIChatState>({
  api: 'openai-completions',
  fromSimple: toChatOptions,
  resolve: settleCacheRetention,
  body: buildChatBody,
  send,
  decode: decodeSse,
  normalizer: normalizerFor,
})

function normalizerFor(model: Model, options: OpenAICompletionsOptions) {
  const { cumulativeArguments, thinkTags, supportsFinishReason } = compatOf(model)
  return createOpenAIChatNormalizer({
    cumulativeArguments,
    thinkTags: thinkTags || options.thinkTags === true,
    missingFinish: supportsFinishReason ? 'drop' : 'accept',
    tierSetsPrice: model.provider === 'openai',
  })
}
