import type { Model } from '../message/model.ts'
import type { ProviderStreamOptions, SimpleStreamOptions } from '../message/options.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from '../normalize/openai-responses.ts'
import { baseOptions } from '../request/base-options.ts'
import { buildResponsesBody } from '../request/openai-responses/body.ts'
import type { OpenAIResponsesOptions } from '../request/openai-responses/options.ts'
import { mergeHeaders } from '../transport/merge-headers.ts'
import { decodeSse } from '../transport/sse.ts'
import type { OpenAIResponsesEvent } from '../wire/openai-responses.ts'
import { requireApiKey } from './api-key.ts'
import { openaiClientOf, openaiUrl, postThrough } from './openai-client.ts'
import { defineProvider, type Provider } from './provider.ts'

export type { OpenAIResponsesOptions } from '../request/openai-responses/options.ts'

/** OpenAI's Responses API, and the servers that speak it. Takes {@link OpenAIResponsesOptions}. */
export const openaiResponses: Provider = defineProvider<OpenAIResponsesEvent, OpenAIResponsesState>({
  api: 'openai-responses',
  normalizer: (_model, options) => createOpenAIResponsesNormalizer(options as OpenAIResponsesOptions),
  buildPayload: buildResponsesBody,
  send,
  decode: decodeSse,
  fromSimple: responsesOptions,
})

/** The level of thinking is this API's effort. */
export function responsesOptions(_model: Model, options: SimpleStreamOptions): ProviderStreamOptions {
  const { reasoning } = options
  return { ...baseOptions(options), ...(reasoning && { reasoningEffort: reasoning }) }
}

async function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  const authorization = key === undefined ? null : `Bearer ${key}`
  const headers = mergeHeaders({ authorization }, model.headers, options.headers)
  const client = openaiClientOf(model.baseUrl || openaiUrl, options.fetch)
  return postThrough(client, '/responses', payload, { headers, signal: options.signal })
}
