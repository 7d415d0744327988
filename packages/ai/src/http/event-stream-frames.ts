import { type AIError, toAIError } from '../errors/ai-error.ts'
import { parseError } from '../errors/parse-error.ts'
import { asRecord, asText } from '../values/foreign-json.ts'
import { parseJson } from '../values/json.ts'
import { ownValue } from '../values/own-value.ts'
import { type Frame, frameSize, readFrame, startsFrame } from './event-stream-frame.ts'
import type { FrameDecoder, FrameSink } from './frames.ts'
import { readPlainBody } from './no-event-stream.ts'
import { PendingBytes } from './pending-bytes.ts'

/** So much of a body that is no event stream is kept: it may be the whole response, in JSON. */
const maxStray = 32 * 1024 * 1024

/**
 * The binary event stream of AWS (`application/vnd.amazon.eventstream`): an event becomes `{ [event type]: payload }`.
 * Both checksums of a frame are checked. An exception frame fails the stream with the vendor's words; so do a damaged
 * frame, and a body that is no event stream at all, such as a plain JSON error.
 */
export function decodeEventStream<Chunk>(sink: FrameSink<Chunk>): FrameDecoder {
  return new EventStreamDecoder(sink)
}

class EventStreamDecoder<Chunk> implements FrameDecoder {
  readonly #sink: FrameSink<Chunk>
  readonly #pending = new PendingBytes()
  readonly #text = new TextDecoder()
  readonly #malformed: string[] = []
  #mode: 'unknown' | 'frames' | 'stray' | 'failed' = 'unknown'
  #stray = ''

  constructor(sink: FrameSink<Chunk>) {
    this.#sink = sink
  }

  feed(bytes: Uint8Array): void {
    if (this.#mode === 'unknown' && bytes.length > 0) this.#mode = startsFrame(bytes) ? 'frames' : 'stray'
    if (this.#mode === 'stray' && this.#stray.length < maxStray)
      this.#stray += this.#text.decode(bytes, { stream: true })
    if (this.#mode !== 'frames') return
    try {
      this.#readFrames(this.#pending.append(bytes))
    } catch (error) {
      this.#fail(toAIError(error, 'malformed_response'))
    }
  }

  end(): void {
    if (this.#malformed.length > 0) this.#sink.warn('event_stream_parse_error', malformedText(this.#malformed))
    if (this.#mode === 'stray') this.#deliverPlain()
  }

  #deliverPlain(): void {
    const body = readPlainBody(this.#stray)
    if (body.kind === 'failure') this.#fail(body.error)
    else for (const chunk of body.chunks) this.#sink.chunk(chunk as Chunk)
  }

  #readFrames(bytes: Uint8Array): void {
    let rest = bytes
    for (let size = frameSize(rest); size !== undefined && size <= rest.length; size = frameSize(rest)) {
      this.#deliver(readFrame(rest.subarray(0, size)))
      if (this.#mode === 'failed') return
      rest = rest.subarray(size)
    }
    this.#pending.keep(rest)
  }

  #deliver({ headers, payload }: Frame): void {
    const failure = failureIn(headers, payload)
    if (failure) return this.#fail(failure)
    const type = headers.get(':event-type')
    if (type === undefined) return
    const value = payload === '' ? {} : parseJson(payload)
    if (value === undefined) this.#malformed.push(payload)
    else this.#sink.chunk({ [type]: value } as Chunk)
  }

  /** What comes after a failure is not read. */
  #fail(error: AIError): void {
    this.#mode = 'failed'
    this.#sink.fail(error)
  }
}

function failureIn(headers: Frame['headers'], payload: string): AIError | undefined {
  const kind = headers.get(':message-type')
  if (kind === 'exception') return exceptionOf(headers.get(':exception-type') ?? 'unknown exception', payload)
  if (kind === 'error')
    return exceptionOf(headers.get(':error-code') ?? 'unknown error', headers.get(':error-message') ?? payload)
  return undefined
}

/** What an exception frame means, by its type in the protocol. */
const exceptionLabels: Readonly<Record<string, string>> = {
  throttlingException: 'Throttling error',
  validationException: 'Validation error',
  serviceUnavailableException: 'Service unavailable',
  internalServerException: 'Internal server error',
  modelStreamErrorException: 'Model stream error',
  modelTimeoutException: 'Model timeout',
}

function exceptionOf(type: string, payload: string): AIError {
  const body = asRecord(parseJson(payload) as { message?: unknown; Message?: unknown } | null | undefined)
  const reason = asText(body.message) || asText(body.Message) || payload
  // HTTP errors spell the same types with a capital, and so does the table of codes.
  const word = `${type.charAt(0).toUpperCase()}${type.slice(1)}`
  return parseError({ status: word, message: `${ownValue(exceptionLabels, type) ?? type}: ${reason}` })
}

function malformedText(malformed: readonly string[]): string {
  return `${malformed.length} event(s) were left out because their payload is not JSON, first: ${malformed[0]?.slice(0, 200)}`
}
