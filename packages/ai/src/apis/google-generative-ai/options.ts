import type { Model } from '../../message/model.ts'
import { baseOptions } from '../../options/base-options.ts'
import type { SimpleStreamOptions, StreamOptions } from '../../options/options.ts'
import { type GoogleThinking, toThinking } from './thinking.ts'

/** Options of `google-generative-ai` and `google-vertex` besides those of every provider. */
export interface GoogleOptions extends StreamOptions {
  /** Undefined: as the model does by itself. */
  thinking?: GoogleThinking
}

/** Options of `google-vertex` besides those of Gemini. */
export interface GoogleVertexOptions extends GoogleOptions {
  /** An OAuth access token; wins over a key. Default: `$GOOGLE_ACCESS_TOKEN`, if there is no key. */
  accessToken?: string
  /** Needed with an access token. Default: `$GOOGLE_CLOUD_PROJECT`, `$GCLOUD_PROJECT`. */
  project?: string
  /** Needed with an access token, e.g. `global`. Default: `$GOOGLE_CLOUD_LOCATION`. */
  location?: string
}

/** Gemini's options from those that are the same for every provider. */
export function toGoogleOptions(model: Model, options: SimpleStreamOptions): GoogleOptions {
  const thinking = toThinking(model, options)
  return { ...baseOptions(options), ...(thinking && { thinking }) }
}
