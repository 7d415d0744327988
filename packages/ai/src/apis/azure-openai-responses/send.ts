import { AzureOpenAI } from 'openai'

import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { postThrough } from '../../http/openai-sdk.ts'
import { sharedClients } from '../../http/shared-clients.ts'
import { decodeSse } from '../../http/sse.ts'
import type { Model } from '../../message/model.ts'
import type { Context } from '../../options/options.ts'
import { defineProvider, type Provider } from '../api.ts'
import { buildResponsesBody } from '../openai-responses/body.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from '../openai-responses/normalize.ts'
import type { AzureOpenAIResponsesOptions } from '../openai-responses/options.ts'
import { responsesOptions } from '../openai-responses/send.ts'
import type { OpenAIResponsesEvent } from '../openai-responses/wire.ts'
import { azureApiVersion, azureBaseUrl, azureDeployment } from './azure.ts'

export type { AzureOpenAIResponsesOptions } from '../openai-responses/options.ts'

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
