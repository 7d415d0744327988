import type { AIError } from '../errors/ai-error.ts'

/** Where a decoder puts what it finds in the bytes. */
export interface FrameSink<Chunk> {
  chunk(chunk: Chunk): void
  /** Something that is not what the protocol says and does not end the stream. */
  warn(code: string, message: string): void
  /** The body says that the request failed. */
  fail(error: AIError): void
  /** The body says that nothing follows (`[DONE]`). */
  done(): void
}

/** Cuts the bytes of a response body into wire chunks, synchronously and whatever the network did to them. */
export interface FrameDecoder {
  feed(bytes: Uint8Array): void
  /** The body has ended; what is left is a frame too. */
  end(): void
}

/** Makes the decoder of one body. */
export type DecodeFrames<Chunk> = (sink: FrameSink<Chunk>) => FrameDecoder
