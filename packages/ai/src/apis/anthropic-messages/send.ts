import { BaseAnthropic } from '@anthropic-ai/sdk/client'

import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { sharedClients } from '../../http/shared-clients.ts'
import { decodeSse } from '../../http/sse.ts'
import type { AuthMode, Model } from '../../message/model.ts'
import { supportsAdaptiveThinking } from '../../models/families.ts'
import type { ProviderStreamOptions } from '../../options/options.ts'
import { defineProvider, type Provider } from '../api.ts'
import { buildAnthropicBody } from './body.ts'
import { anthropicPath } from './endpoint.ts'
import { anthropicHostOf } from './host.ts'
import { anthropic } from './normalize.ts'
import { toAnthropicOptions } from './options.ts'

/**
 * Anthropic Messages: Anthropic itself, compatible hosts, and Claude on Google Vertex, for which the base URL ends in
 * `…/projects/<project>/locations/<location>/publishers/anthropic` and the key is an access token. Its options are
 * `AnthropicOptions`.
 */
export const anthropicMessages: Provider = defineProvider({
  api: 'anthropic-messages',
  normalizer: () => anthropic,
  buildPayload: buildAnthropicBody,
  send,
  decode: decodeSse,
  fromSimple: toAnthropicOptions,
})

// The base class is all of the SDK that sending needs, and a third of the size of the whole.
const clientOf = sharedClients((baseURL, fetch) => {
  const apiKey = 'sent with each request'
  // A redirect would carry the key, in a header that only Anthropic knows to be secret, to another host.
  const fetchOptions = { redirect: 'manual' } as const
  return new BaseAnthropic({ baseURL, fetch, fetchOptions, apiKey, maxRetries: 0, dangerouslyAllowBrowser: true })
})

async function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const { signal, fetch } = options
  const headers = headersOf(model, requireApiKey(model, options), options)
  return clientOf(baseUrlOf(model), fetch)
    .post(anthropicPath(model), { body: payload, headers, signal, stream: true })
    .asResponse()
}

function baseUrlOf({ baseUrl }: Model): string {
  return baseUrl.replace(/\/(v1\/?)?$/, '') || 'https://api.anthropic.com'
}

/** A bearer token that stands in the model's headers is stale: the key of the request replaces it. */
function headersOf(
  model: Model,
  key: string | undefined,
  options: ProviderStreamOptions,
): Record<string, string | null> {
  const own = mergeHeaders(model.headers)
  const auth = key === undefined ? {} : authHeaders(authModeOf(model, key), key)
  return mergeHeaders(
    // The version whose stream we read. The SDK's own scheme of sending a key is not known to compatible hosts.
    { 'anthropic-version': '2023-06-01', authorization: null },
    betaHeaders(model, options),
    auth,
    auth['authorization'] ? { ...own, authorization: auth['authorization'] } : own,
    options.headers,
  )
}

function authHeaders(mode: AuthMode, key: string): Record<string, string> {
  return mode === 'bearer' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }
}

/** Access tokens of Anthropic's own look different from its keys. */
function authModeOf(model: Model, key: string): AuthMode {
  if (model.authMode) return model.authMode
  const host = anthropicHostOf(model)
  return host === 'vertex' || (host === 'first-party' && key.startsWith('sk-ant-oat')) ? 'bearer' : 'api-key'
}

/** Only Anthropic itself knows its betas. */
function betaHeaders(model: Model, { interleavedThinking }: ProviderStreamOptions): Record<string, string> {
  if (anthropicHostOf(model) !== 'first-party') return {}
  const asksForInterleaved = interleavedThinking !== false && !supportsAdaptiveThinking(model)
  const interleaved = asksForInterleaved ? ['interleaved-thinking-2025-05-14'] : []
  return { 'anthropic-beta': ['fine-grained-tool-streaming-2025-05-14', ...interleaved].join(',') }
}
