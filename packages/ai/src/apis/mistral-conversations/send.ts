import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import type { Model } from '../../message/model.ts'
import { cacheRetentionOf } from '../../options/cache-retention.ts'
import { withoutTrailingSlashes } from '../../values/trailing-slashes.ts'
import type { MistralOptions } from './options.ts'

/** Sends a body to Mistral's chat completions endpoint. */
export async function send(model: Model, body: object, options: MistralOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  return post({
    url: urlOf(model),
    headers: mergeHeaders(
      key ? { authorization: `Bearer ${key}` } : {},
      affinityOf(options),
      model.headers,
      options.headers,
    ),
    body: JSON.stringify(body),
    provider: model.provider,
    signal: options.signal,
    fetch: options.fetch,
    limits: options,
  })
}

/** Requests of one session go to where their prompt is cached. */
function affinityOf(options: MistralOptions): Record<string, string> {
  const { sessionId } = options
  return sessionId && cacheRetentionOf(options.cacheRetention) !== 'none' ? { 'x-affinity': sessionId } : {}
}

function urlOf({ baseUrl }: Model): string {
  const base = withoutTrailingSlashes(baseUrl || 'https://api.mistral.ai')
  return `${/\/v\d+$/.test(base) ? base : `${base}/v1`}/chat/completions`
}
