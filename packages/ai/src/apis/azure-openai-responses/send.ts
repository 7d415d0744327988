import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { sendWith } from '../../http/transports.ts'
import type { Model } from '../../message/model.ts'
import type { AzureOpenAIResponsesOptions } from '../openai-responses/options.ts'
import { azureApiVersion, azureBaseUrl } from './azure.ts'

/** Sends a body to the Responses endpoint of an Azure resource. */
export async function send(model: Model, body: object, options: AzureOpenAIResponsesOptions): Promise<Response> {
  const { provider } = model
  const { signal, fetch, client } = options
  const baseUrl = client ? '' : azureBaseUrl(model, options)
  const key = client ? options.apiKey : requireApiKey({ provider, baseUrl }, options)
  const auth = client && !key ? {} : { 'api-key': key ?? null }
  const query = client ? {} : { 'api-version': azureApiVersion(options) }
  const headers = mergeHeaders(auth, model.headers, options.headers)
  return sendWith('azure', {
    baseUrl,
    path: '/responses',
    headers,
    query,
    body,
    provider,
    signal,
    fetch,
    limits: options,
    client,
  })
}
