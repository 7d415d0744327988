import { BaseAnthropic } from '@anthropic-ai/sdk/client'

import { sendThroughClient, sharedClients, type Transport } from './sdk-request.ts'

// The base class is all of the SDK that sending needs, and a third of the size of the whole.
const clientOf = sharedClients((baseURL, fetch) => {
  const apiKey = 'sent with each request'
  // A redirect would carry the key, in a header that only Anthropic knows to be secret, to another host.
  const fetchOptions = { redirect: 'manual' } as const
  return new BaseAnthropic({ baseURL, fetch, fetchOptions, apiKey, maxRetries: 0, dangerouslyAllowBrowser: true })
})

/** Requests of the official client for Anthropic, which makes one attempt. */
export const sendThroughAnthropic: Transport = (request) => sendThroughClient(clientOf(request), request)
