import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { sendWith } from '../../http/transports.ts'
import type { AuthMode, Model } from '../../message/model.ts'
import { supportsAdaptiveThinking } from '../../models/profile.ts'
import { anthropicPath } from './endpoint.ts'
import { anthropicHostOf } from './host.ts'
import type { AnthropicOptions } from './options.ts'

/** Sends a body to the Messages endpoint of the model's host. */
export async function send(model: Model, body: object, options: AnthropicOptions): Promise<Response> {
  const { signal, fetch, client } = options
  const key = client ? options.apiKey : requireApiKey(model, options)
  return sendWith('anthropic', {
    baseUrl: baseUrlOf(model),
    path: anthropicPath(model),
    headers: headersOf(model, key, options),
    body,
    provider: model.provider,
    signal,
    fetch,
    limits: options,
    client,
  })
}

function baseUrlOf({ baseUrl }: Model): string {
  return baseUrl.replace(/\/(v1\/?)?$/, '') || 'https://api.anthropic.com'
}

/** A bearer token that stands in the model's headers is stale: the key of the request replaces it. */
function headersOf(model: Model, key: string | undefined, options: AnthropicOptions): Record<string, string | null> {
  const own = mergeHeaders(model.headers)
  const auth = key === undefined ? {} : authHeaders(authModeOf(model, key), key)
  return mergeHeaders(
    // The version whose stream we read. The SDK's own scheme of sending a key is not known to compatible hosts.
    { 'anthropic-version': '2023-06-01', ...(options.client && key === undefined ? {} : { authorization: null }) },
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
function betaHeaders(model: Model, { interleavedThinking }: AnthropicOptions): Record<string, string> {
  if (anthropicHostOf(model) !== 'first-party') return {}
  const asksForInterleaved = interleavedThinking !== false && !supportsAdaptiveThinking(model)
  const interleaved = asksForInterleaved ? ['interleaved-thinking-2025-05-14'] : []
  return { 'anthropic-beta': ['fine-grained-tool-streaming-2025-05-14', ...interleaved].join(',') }
}
