import type { Model } from '../message/model.ts'
import type { ProviderStreamOptions } from '../message/options.ts'
import { google } from '../normalize/google.ts'
import { buildGoogleBody } from '../request/google/body.ts'
import { toGoogleOptions } from '../request/google/options.ts'
import { mergeHeaders } from '../transport/merge-headers.ts'
import { post } from '../transport/post.ts'
import { decodeSse } from '../transport/sse.ts'
import { requireApiKey } from './api-key.ts'
import { defineProvider, type Provider } from './provider.ts'

export type { GoogleOptions } from '../request/google/options.ts'

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
    url: urlOf(model),
    headers: mergeHeaders(key ? { 'x-goog-api-key': key } : {}, model.headers, options.headers),
    body: JSON.stringify(payload),
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
