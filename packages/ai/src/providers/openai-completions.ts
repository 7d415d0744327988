import type { Model } from '../message/model.ts'
import type { ProviderStreamOptions } from '../message/options.ts'
import { createOpenAIChatNormalizer } from '../normalize/openai-chat.ts'
import { buildChatBody } from '../request/openai-completions/body.ts'
import { compatOf } from '../request/openai-completions/compat.ts'
import { toChatOptions } from '../request/openai-completions/options.ts'
import { mergeHeaders } from '../transport/merge-headers.ts'
import { decodeSse } from '../transport/sse.ts'
import { requireApiKey } from './api-key.ts'
import { openaiClientOf, openaiUrl, postThrough } from './openai-client.ts'
import { defineProvider, type Provider } from './provider.ts'

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
  })
}

async function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  const authorization = key === undefined ? null : `Bearer ${key}`
  const headers = mergeHeaders({ authorization }, model.headers, options.headers)
  const client = openaiClientOf(model.baseUrl || openaiUrl, options.fetch)
  return postThrough(client, '/chat/completions', payload, { headers, signal: options.signal })
}
