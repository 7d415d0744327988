import OpenAI from 'openai'
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'

import type { Model } from '../message/model.ts'
import type { ProviderStreamOptions } from '../message/options.ts'
import { createOpenAIChatNormalizer } from '../normalize/openai-chat.ts'
import { buildChatBody, toChatOptions } from '../request/openai-completions/body.ts'
import { compatOf } from '../request/openai-completions/compat.ts'
import { mergeHeaders } from '../transport/merge-headers.ts'
import { decodeSse } from '../transport/sse.ts'
import { requireApiKey } from './api-key.ts'
import { defineProvider, type Provider } from './provider.ts'
import { sharedClients } from './shared-client.ts'

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

const openaiUrl = 'https://api.openai.com/v1'

const clientOf = sharedClients((baseURL, fetch) => {
  // Names of one's organisation at OpenAI, which the SDK takes from the environment, are nobody else's business.
  const account = baseURL === openaiUrl ? {} : { organization: null, project: null }
  const apiKey = 'sent with each request'
  return new OpenAI({ baseURL, fetch, apiKey, ...account, maxRetries: 0, dangerouslyAllowBrowser: true })
})

async function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  const authorization = key === undefined ? null : `Bearer ${key}`
  const headers = mergeHeaders({ authorization }, model.headers, options.headers)
  const client = clientOf(model.baseUrl || openaiUrl, options.fetch)
  // What `onPayload` made of the body is the caller's responsibility.
  const body = payload as ChatCompletionCreateParamsStreaming
  return client.chat.completions.create(body, { headers, signal: options.signal ?? null }).asResponse()
}
