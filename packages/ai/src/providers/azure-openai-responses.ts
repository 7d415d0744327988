import { AzureOpenAI, type OpenAI } from 'openai'

import type { Model } from '../message/model.ts'
import type { Context } from '../message/options.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from '../normalize/openai-responses.ts'
import { azureApiVersion, azureBaseUrl, azureDeployment } from '../request/openai-responses/azure.ts'
import { buildResponsesBody } from '../request/openai-responses/body.ts'
import type { AzureOpenAIResponsesOptions } from '../request/openai-responses/options.ts'
import { decodeSse } from '../transport/sse.ts'
import type { OpenAIResponsesEvent } from '../wire/openai-responses.ts'
import { requireApiKey } from './api-key.ts'
import { responsesOptions } from './openai-responses.ts'
import { defineProvider, type Provider } from './provider.ts'
import { clientOptions } from './responses-client.ts'

export type { AzureOpenAIResponsesOptions } from '../request/openai-responses/options.ts'

/** The Responses API of Azure OpenAI. Takes {@link AzureOpenAIResponsesOptions}. */
export const azureOpenAIResponses: Provider = defineProvider<OpenAIResponsesEvent, OpenAIResponsesState>({
  api: 'azure-openai-responses',
  normalizer: (_model, options) => createOpenAIResponsesNormalizer(options as AzureOpenAIResponsesOptions),
  buildPayload,
  send,
  decode: decodeSse,
  fromSimple: responsesOptions,
})

function buildPayload(model: Model, context: Context, options: AzureOpenAIResponsesOptions): object {
  return { ...buildResponsesBody(model, context, options), model: azureDeployment(model, options) }
}

function send(model: Model, payload: object, options: AzureOpenAIResponsesOptions): Promise<Response> {
  const baseURL = azureBaseUrl(model, options)
  const apiKey = requireApiKey({ provider: model.provider, baseUrl: baseURL }, options)
  const settings = clientOptions(model, options, { apiKey, auth: 'api-key', baseURL })
  const client = new AzureOpenAI({ ...settings, apiVersion: azureApiVersion(options) })
  const body = payload as OpenAI.Responses.ResponseCreateParamsStreaming
  return client.responses.create(body, options.signal && { signal: options.signal }).asResponse()
}
