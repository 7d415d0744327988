import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { openaiClientOf, openaiUrl, postThrough } from '../../http/openai-sdk.ts'
import { decodeSse } from '../../http/sse.ts'
import type { Model } from '../../message/model.ts'
import type { ProviderStreamOptions } from '../../options/options.ts'
import { defineProvider, type Provider } from '../api.ts'
import { buildChatBody } from './body.ts'
import { compatOf } from './compat.ts'
import { createOpenAIChatNormalizer } from './normalize.ts'
import { toChatOptions } from './options.ts'

/** OpenAI Chat Completions, and all servers that are compatible with it. Its options are `OpenAICompletionsOptions`. */
export const openaiCompletions: Provider = defineProvider({
  api: 'openai-completions',
  normalizer,
  buildPayload: buildChatBody,
  send,
  decode: decodeSse,
  fromSimple: toChatOptions,
})

function normalizer(model: Model, options: ProviderStreamOptions) {
  const { cumulativeArguments, thinkTags, supportsFinishReason } = compatOf(model)
  return createOpenAIChatNormalizer({
    cumulativeArguments,
    thinkTags: thinkTags || options['thinkTags'] === true,
    missingFinish: supportsFinishReason ? 'drop' : 'accept',
    tierSetsPrice: model.provider === 'openai',
  })
}

async function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  const authorization = key === undefined ? null : `Bearer ${key}`
  const headers = mergeHeaders({ authorization }, model.headers, options.headers)
  const client = openaiClientOf(model.baseUrl || openaiUrl, options.fetch)
  return postThrough(client, '/chat/completions', payload, { headers, signal: options.signal })
}
