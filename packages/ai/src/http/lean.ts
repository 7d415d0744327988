import { readEnv } from '../auth/environment.ts'
import { withoutTrailingSlashes } from '../values/trailing-slashes.ts'
import { openaiUrl } from './openai-url.ts'
import { post } from './post.ts'
import type { SdkRequest, Transport } from './sdk-request.ts'
import { replaceTransport } from './transports.ts'

/** Sends the requests of OpenAI Chat Completions, Responses, Azure and Anthropic through `fetch`, without their SDKs. */
export function useLeanTransport(): void {
  replaceTransport('openai', sendToOpenAI)
  replaceTransport('azure', sendOverFetch)
  replaceTransport('anthropic', sendToAnthropic)
}

/** As the SDK does, requests to OpenAI itself name the organization and the project that the environment names. */
const sendToOpenAI: Transport = (request) => {
  if (request.baseUrl !== openaiUrl) return sendOverFetch(request)
  const account = {
    'openai-organization': readEnv('OPENAI_ORG_ID') ?? null,
    'openai-project': readEnv('OPENAI_PROJECT_ID') ?? null,
  }
  return sendOverFetch({ ...request, headers: { ...account, ...request.headers } })
}

/** Anthropic refuses requests from a browser without this header. */
const sendToAnthropic: Transport = (request) =>
  sendOverFetch({
    ...request,
    headers: { 'anthropic-dangerous-direct-browser-access': 'true', ...request.headers },
  })

const sendOverFetch: Transport = ({ headers, body, baseUrl, path, query = {}, ...rest }) =>
  post({ ...rest, url: urlOf({ baseUrl, path, query }), headers: withoutNulls(headers), body: JSON.stringify(body) })

function urlOf({ baseUrl, path, query }: Required<Pick<SdkRequest, 'baseUrl' | 'path' | 'query'>>): string {
  const search = new URLSearchParams(query).toString()
  return `${withoutTrailingSlashes(baseUrl)}${path}${search && `?${search}`}`
}

function withoutNulls(headers: Record<string, string | null>): Record<string, string> {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)
  return { accept: 'application/json', ...Object.fromEntries(entries) }
}
