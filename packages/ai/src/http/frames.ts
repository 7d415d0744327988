import type { AIError } from '../errors/ai-error.ts'
import type { ResponseLimits } from '../values/limits.ts'

/** Where a decoder puts what it finds in the bytes. */
export interface FrameSink<Chunk> {
  chunk(chunk: Chunk): void
  /** Something that is not what the protocol says and does not end the stream. */
  warn(code: string, message: string): void
  /** The body says that the request failed, or it is not what the protocol says. Nothing comes after it. */
  fail(error: AIError): void
  /** The body says that nothing follows (`[DONE]`). */
  done(): void
}

/** Cuts the bytes of a response body into wire chunks, synchronously and wherever the network cut them. */
export interface FrameDecoder {
  /**
   * @returns whether the bytes made progress. Comments, blank lines and what comes after a failure make none: a server
   *   that sends nothing else has stalled, so only progress resets an idle timer. A decoder of your own that returns
   *   nothing makes progress with every byte.
   */
  feed(bytes: Uint8Array): boolean | void
  /** The body has ended; what is left is a frame too. */
  end(): void
}

/** Makes the decoder of one body. `limits` bound what it keeps in memory. */
export type DecodeFrames<Chunk> = (sink: FrameSink<Chunk>, limits?: ResponseLimits) => FrameDecoder
