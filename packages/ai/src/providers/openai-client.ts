import { OpenAI } from 'openai'

import { sharedClients } from './shared-client.ts'

/** The base URL of OpenAI itself. */
export const openaiUrl = 'https://api.openai.com/v1'

/** The official client for a base URL. It makes one attempt; keys and headers go with each request. */
export const openaiClientOf = sharedClients((baseURL, fetch) => {
  // Names of one's organisation at OpenAI, which the SDK takes from the environment, are nobody else's business.
  const account = baseURL === openaiUrl ? {} : { organization: null, project: null }
  const apiKey = 'sent with each request'
  return new OpenAI({ baseURL, fetch, apiKey, ...account, maxRetries: 0, dangerouslyAllowBrowser: true })
})
