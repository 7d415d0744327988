import { OpenAI } from 'openai'

import type { Model } from '../message/model.ts'
import type { ProviderStreamOptions, SimpleStreamOptions } from '../message/options.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from '../normalize/openai-responses.ts'
import { baseOptions } from '../request/base-options.ts'
import { buildResponsesBody } from '../request/openai-responses/body.ts'
import type { OpenAIResponsesOptions } from '../request/openai-responses/options.ts'
import { decodeSse } from '../transport/sse.ts'
import type { OpenAIResponsesEvent } from '../wire/openai-responses.ts'
import { requireApiKey } from './api-key.ts'
import { defineProvider, type Provider } from './provider.ts'
import { clientOptions } from './responses-client.ts'

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

function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const apiKey = requireApiKey(model, options)
  const baseURL = model.baseUrl || 'https://api.openai.com/v1'
  const client = new OpenAI(clientOptions(model, options, { apiKey, auth: 'Authorization', baseURL }))
  const body = payload as OpenAI.Responses.ResponseCreateParamsStreaming
  return client.responses.create(body, options.signal && { signal: options.signal }).asResponse()
}
