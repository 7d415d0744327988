import type { DecodeFrames } from '../http/frames.ts'
import type { Model } from '../message/model.ts'
import type { Normalizer } from '../message/normalizer.ts'
import type { Context, SimpleStreamOptions, StreamOptions } from '../options/options.ts'

/**
 * How one wire format is spoken: pure functions, and one that does the IO. Recording is `send` without the normalizer,
 * replaying the normalizer without `send`.
 */
export interface ApiAdapter<Options extends StreamOptions = StreamOptions, Chunk = unknown, State = unknown> {
  readonly api: string
  /** This API's options from those that are the same for every provider. */
  fromSimple(model: Model, options: SimpleStreamOptions): Options
  /** Settles what the options leave open, once per request: the only function besides `send` that reads the environment. */
  resolve?(model: Model, options: Options): Options
  /** The request body. Pure: stored history is never changed, and the same input gives the same bytes. */
  body(model: Model, context: Context, options: Options): object
  /** Sends the body. Resolves when the provider has accepted it; rejects with an `AIError`, or the SDK's own error. */
  send(model: Model, body: object, options: Options): Promise<Response>
  /** Cuts the body of the response into chunks. */
  readonly decode: DecodeFrames<Chunk>
  /** The state machine for this model's responses. */
  normalizer(model: Model, options: Options): Normalizer<Chunk, State>
}

/** Keeps the types of options, chunk and state inside the API's own module. */
export function defineApi<Options extends StreamOptions, Chunk, State>(
  adapter: ApiAdapter<Options, Chunk, State>,
): ApiAdapter {
  return adapter as unknown as ApiAdapter
}
