import { decodeSse } from '../../http/sse.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import { buildGoogleBody } from './body.ts'
import { google, type GoogleState } from './normalize.ts'
import { type GoogleOptions, toGoogleOptions } from './options.ts'
import { send } from './send.ts'
import type { GoogleChunk } from './wire.ts'

/** The Gemini API of Google AI Studio. Takes {@link GoogleOptions}. */
export const googleGenerativeAI: ApiAdapter = defineApi<GoogleOptions, GoogleChunk, GoogleState>({
  api: 'google-generative-ai',
  fromSimple: toGoogleOptions,
  body: buildGoogleBody,
  send,
  decode: decodeSse,
  normalizer: () => google,
})
