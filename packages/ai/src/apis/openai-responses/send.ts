import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { openaiUrl } from '../../http/openai-url.ts'
import { sendWith } from '../../http/transports.ts'
import type { Model } from '../../message/model.ts'
import type { OpenAIResponsesOptions } from './options.ts'

/** Sends a body to the Responses endpoint of the model's server. */
export async function send(model: Model, body: object, options: OpenAIResponsesOptions): Promise<Response> {
  const { signal, fetch, client } = options
  const key = client ? options.apiKey : requireApiKey(model, options)
  const authorization = key === undefined ? null : `Bearer ${key}`
  return sendWith('openai', {
    baseUrl: model.baseUrl || openaiUrl,
    path: '/responses',
    headers: mergeHeaders(client && !key ? {} : { authorization }, model.headers, options.headers),
    body,
    provider: model.provider,
    signal,
    fetch,
    limits: options,
    client,
  })
}
