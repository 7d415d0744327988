import { requireApiKey } from '../../auth/api-key.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import { decodeSse } from '../../http/sse.ts'
import type { Model } from '../../message/model.ts'
import type { ProviderStreamOptions } from '../../options/options.ts'
import { defineProvider, type Provider } from '../api.ts'
import { buildGoogleBody } from './body.ts'
import { googleUrl } from './endpoint.ts'
import { google } from './normalize.ts'
import { toGoogleOptions } from './options.ts'

export type { GoogleOptions } from './options.ts'

/** The Gemini API of Google AI Studio. Its options are `GoogleOptions`. */
export const googleGenerativeAI: Provider = defineProvider({
  api: 'google-generative-ai',
  normalizer: () => google,
  buildPayload: buildGoogleBody,
  send,
  decode: decodeSse,
  fromSimple: toGoogleOptions,
})

async function send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response> {
  const key = requireApiKey(model, options)
  return post({
    url: googleUrl(model),
    headers: mergeHeaders(key ? { 'x-goog-api-key': key } : {}, model.headers, options.headers),
    body: JSON.stringify(payload),
    provider: model.provider,
    signal: options.signal,
    fetch: options.fetch,
  })
}
