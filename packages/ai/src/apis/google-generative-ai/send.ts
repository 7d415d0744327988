import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import type { Model } from '../../message/model.ts'
import type { GoogleOptions } from './options.ts'

/** Sends a body to `streamGenerateContent`. */
export async function send(model: Model, body: object, options: GoogleOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  return post({
    url: urlOf(model),
    headers: mergeHeaders(key ? { 'x-goog-api-key': key } : {}, model.headers, options.headers),
    body: JSON.stringify(body),
    provider: model.provider,
    signal: options.signal,
    fetch: options.fetch,
  })
}

/** Ids that hold a slash are the whole name of a resource (`tunedModels/…`). */
function urlOf({ id, wireModelId = id, baseUrl }: Model): string {
  const base = (baseUrl || 'https://generativelanguage.googleapis.com/v1beta').replace(/\/+$/, '')
  const name = wireModelId.includes('/') ? wireModelId : `models/${wireModelId}`
  return `${base}/${name}:streamGenerateContent?alt=sse`
}
