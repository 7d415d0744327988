import { OpenAI } from 'openai'

import { sharedClients } from './shared-clients.ts'

/** The base URL of OpenAI itself. */
export const openaiUrl = 'https://api.openai.com/v1'

/** The official client for a base URL. It makes one attempt; keys and headers go with each request. */
export const openaiClientOf = sharedClients((baseURL, fetch) => {
  // Names of one's organisation at OpenAI, which the SDK takes from the environment, are nobody else's business.
  const account = baseURL === openaiUrl ? {} : { organization: null, project: null }
  const apiKey = 'sent with each request'
  return new OpenAI({ baseURL, fetch, apiKey, ...account, maxRetries: 0, dangerouslyAllowBrowser: true })
})

/** What goes with a request besides its body. */
export interface ClientRequest {
  headers: Record<string, string | null>
  signal: AbortSignal | undefined
  query?: Record<string, string>
}

/**
 * Sends a body through an official client, as its own resources do, but for one thing: they watch every value of the
 * body while it is written, which makes long histories two to three times as slow to send (openai 7.59,
 * `streamFromBody`).
 */
export function postThrough(
  client: OpenAI,
  path: string,
  body: object,
  { headers, signal, query = {} }: ClientRequest,
): Promise<Response> {
  return client.post(path, { body, headers, query, signal: signal ?? null, stream: true }).asResponse()
}
