import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { openaiClientOf, openaiUrl, postThrough } from '../../http/openai-sdk.ts'
import { decodeSse } from '../../http/sse.ts'
import type { Model } from '../../message/model.ts'
import { baseOptions } from '../../options/base-options.ts'
import type { ProviderStreamOptions, SimpleStreamOptions } from '../../options/options.ts'
import { defineProvider, type Provider } from '../api.ts'
import { buildResponsesBody } from './body.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from './normalize.ts'
import type { OpenAIResponsesOptions } from './options.ts'
import type { OpenAIResponsesEvent } from './wire.ts'

export type { OpenAIResponsesOptions } from './options.ts'

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
