import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import { decodeSse } from '../../http/sse.ts'
import type { Model } from '../../message/model.ts'
import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { ProviderStreamOptions } from '../../options/options.ts'
import { defineProvider, type Provider } from '../api.ts'
import { buildMistralBody } from './body.ts'
import { mistral } from './normalize.ts'
import { toMistralOptions } from './options.ts'

export type { MistralOptions } from './options.ts'

/** Mistral's own API. Its options are `MistralOptions`. */
export const mistralConversations: Provider = defineProvider({
  api: 'mistral-conversations',
  normalizer: () => mistral,
  buildPayload: buildMistralBody,
  send,
  decode: decodeSse,
  fromSimple: toMistralOptions,
})

async function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  return post({
    url: urlOf(model),
    headers: mergeHeaders(
      key ? { authorization: `Bearer ${key}` } : {},
      affinityOf(options),
      model.headers,
      options.headers,
    ),
    body: JSON.stringify(payload),
    provider: model.provider,
    signal: options.signal,
    fetch: options.fetch,
  })
}

/** Requests of one session go to where their prompt is cached. */
function affinityOf(options: ProviderStreamOptions): Record<string, string> {
  const { sessionId } = options
  return sessionId && cacheRetentionOf(options.cacheRetention) !== 'none' ? { 'x-affinity': sessionId } : {}
}

function urlOf({ baseUrl }: Model): string {
  const base = (baseUrl || 'https://api.mistral.ai').replace(/\/+$/, '')
  return `${/\/v\d+$/.test(base) ? base : `${base}/v1`}/chat/completions`
}
