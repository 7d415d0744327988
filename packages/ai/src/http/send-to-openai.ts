import { requireApiKey } from '../auth/api-key.ts'
import type { Model } from '../message/model.ts'
import type { StreamOptions } from '../options/options.ts'
import { mergeHeaders } from './merge-headers.ts'
import { openaiUrl } from './openai-url.ts'
import { sendWith } from './transports.ts'

/** Sends a body to a path of the model's server, which speaks a protocol of OpenAI and takes a bearer token. */
export async function sendToOpenAI(
  model: Model,
  path: string,
  body: object,
  options: StreamOptions,
): Promise<Response> {
  const { signal, fetch, client } = options
  // A client of the caller's has a key of its own, which no header may replace.
  const key = client ? options.apiKey : requireApiKey(model, options)
  const authorization = key === undefined ? null : `Bearer ${key}`
  return sendWith('openai', {
    baseUrl: model.baseUrl || openaiUrl,
    path,
    headers: mergeHeaders(client && !key ? {} : { authorization }, model.headers, options.headers),
    body,
    provider: model.provider,
    signal,
    fetch,
    limits: options,
    client,
  })
}
