import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import type { Model } from '../../message/model.ts'
import { googleUrl } from './endpoint.ts'
import type { GoogleOptions } from './options.ts'

/** Sends a body to `streamGenerateContent`. */
export async function send(model: Model, body: object, options: GoogleOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  return post({
    url: googleUrl(model),
    headers: mergeHeaders(key ? { 'x-goog-api-key': key } : {}, model.headers, options.headers),
    body: JSON.stringify(body),
    provider: model.provider,
    signal: options.signal,
    fetch: options.fetch,
    limits: options,
  })
}
