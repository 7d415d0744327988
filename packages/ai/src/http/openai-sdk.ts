import { AzureOpenAI, OpenAI } from 'openai'

import { openaiUrl } from './openai-url.ts'
import { sendThroughClient, sharedClients, type Transport } from './sdk-request.ts'

// A redirect would carry the conversation, and headers that only their provider knows to be secret, to another host.
const shared = {
  apiKey: 'sent with each request',
  maxRetries: 0,
  dangerouslyAllowBrowser: true,
  fetchOptions: { redirect: 'manual' },
} as const

const openaiClientOf = sharedClients((baseURL, fetch) => {
  // Names of one's organization at OpenAI, which the SDK takes from the environment, are nobody else's business.
  const account = baseURL === openaiUrl ? {} : { organization: null, project: null }
  return new OpenAI({ ...shared, ...account, baseURL, fetch })
})

const azureClientOf = sharedClients((baseURL, fetch) => {
  const account = { organization: null, project: null, apiVersion: 'sent with each request' }
  return new AzureOpenAI({ ...shared, ...account, baseURL, fetch })
})

/** Requests of the official client for OpenAI, which makes one attempt. */
export const sendThroughOpenAI: Transport = (request) => sendThroughClient(openaiClientOf(request), request)

/** Requests of the official client for Azure OpenAI, which makes one attempt. */
export const sendThroughAzure: Transport = (request) => sendThroughClient(azureClientOf(request), request)
