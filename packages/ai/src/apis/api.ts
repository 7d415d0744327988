import type { DecodeFrames } from '../http/frames.ts'
import type { Model } from '../message/model.ts'
import type { Normalizer } from '../message/normalizer.ts'
import type { Context, ProviderStreamOptions, SimpleStreamOptions } from '../options/options.ts'

/**
 * How one API is spoken: pure functions, and one that does the IO. Recording is `send` without the normaliser,
 * replaying the normaliser without `send`.
 */
export interface Provider<Chunk = unknown, State = unknown> {
  readonly api: string
  /** The state machine for this model's answers. */
  normalizer(model: Model, options: ProviderStreamOptions): Normalizer<Chunk, State>
  /** The request body. Pure: stored history is never changed, and the same input gives the same bytes. */
  buildPayload(model: Model, context: Context, options: ProviderStreamOptions): object
  /** Sends the body. Resolves when the vendor has accepted it; rejects with an `AIError`, or the SDK's own error. */
  send(model: Model, payload: object, options: ProviderStreamOptions): Promise<Response>
  /** Cuts the body of the response into chunks. */
  readonly decode: DecodeFrames<Chunk>
  /** This API's options from those in the words of the library. */
  fromSimple(model: Model, options: SimpleStreamOptions): ProviderStreamOptions
}

/** Keeps the types of chunk and state inside the provider's own module. */
export function defineProvider<Chunk, State>(provider: Provider<Chunk, State>): Provider {
  return provider as unknown as Provider
}
