import { decodeSse } from '../../http/sse.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import { buildGoogleBody } from '../google-generative-ai/body.ts'
import { google, type GoogleState } from '../google-generative-ai/normalize.ts'
import { type GoogleVertexOptions, toGoogleOptions } from '../google-generative-ai/options.ts'
import type { GoogleChunk } from '../google-generative-ai/wire.ts'
import { send } from './send.ts'

/** Gemini on Vertex AI, by API key or by access token. Takes {@link GoogleVertexOptions}. */
export const googleVertex: ApiAdapter = defineApi<GoogleVertexOptions, GoogleChunk, GoogleState>({
  api: 'google-vertex',
  fromSimple: toGoogleOptions,
  body: buildGoogleBody,
  send,
  decode: decodeSse,
  normalizer: () => google,
})
