import { AzureOpenAI } from 'openai'

import type { Model } from '../message/model.ts'
import type { Context } from '../message/options.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from '../normalize/openai-responses.ts'
import { azureApiVersion, azureBaseUrl, azureDeployment } from '../request/openai-responses/azure.ts'
import { buildResponsesBody } from '../request/openai-responses/body.ts'
import type { AzureOpenAIResponsesOptions } from '../request/openai-responses/options.ts'
import { mergeHeaders } from '../transport/merge-headers.ts'
import { decodeSse } from '../transport/sse.ts'
import type { OpenAIResponsesEvent } from '../wire/openai-responses.ts'
import { requireApiKey } from './api-key.ts'
import { postThrough } from './openai-client.ts'
import { responsesOptions } from './openai-responses.ts'
import { defineProvider, type Provider } from './provider.ts'
import { sharedClients } from './shared-client.ts'

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

// This client follows no redirect, which would carry the key elsewhere.
const clientOf = sharedClients((baseURL, fetch) => {
  const apiKey = 'sent with each request'
  const settings = { baseURL, fetch, apiKey, apiVersion: 'sent with each request', organization: null, project: null }
  return new AzureOpenAI({ ...settings, maxRetries: 0, dangerouslyAllowBrowser: true })
})

async function send(model: Model, payload: object, options: AzureOpenAIResponsesOptions): Promise<Response> {
  const baseUrl = azureBaseUrl(model, options)
  const key = requireApiKey({ provider: model.provider, baseUrl }, options)
  const headers = mergeHeaders({ 'api-key': key ?? null }, model.headers, options.headers)
  const query = { 'api-version': azureApiVersion(options) }
  const client = clientOf(baseUrl, options.fetch)
  return postThrough(client, '/responses', payload, { headers, query, signal: options.signal })
}
