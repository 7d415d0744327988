import { type AIError, toAIError } from '../errors/ai-error.ts'
import { parseError } from '../errors/parse-error.ts'
import { asRecord, asText, tryParseJson } from '../values/json.ts'
import { defaultLimits, type ResponseLimits } from '../values/limits.ts'
import { type Frame, frameSize, readFrame, startsFrame } from './event-stream-frame.ts'
import type { FrameDecoder, FrameSink } from './frames.ts'
import { MalformedEvents } from './malformed-events.ts'
import { readPlainBody } from './no-event-stream.ts'
import { PendingBytes } from './pending-bytes.ts'
import { tooLargeError } from './too-large.ts'

/**
 * The binary event stream of AWS (`application/vnd.amazon.eventstream`): an event becomes `{ [event type]: payload }`.
 * Both checksums of a frame are checked. An exception frame fails the stream with the provider's message; so do a damaged
 * frame, and a body that is no event stream at all, such as a plain JSON error.
 */
export function decodeEventStream<Chunk>(sink: FrameSink<Chunk>, limits: ResponseLimits = {}): FrameDecoder {
  return new EventStreamDecoder(sink, limits.maxEventBytes ?? defaultLimits.maxEventBytes)
}

class EventStreamDecoder<Chunk> implements FrameDecoder {
  readonly #sink: FrameSink<Chunk>
  readonly #pending = new PendingBytes()
  readonly #text = new TextDecoder()
  readonly #malformed = new MalformedEvents()
  readonly #maxBytes: number
  #mode: 'unknown' | 'frames' | 'stray' | 'failed' = 'unknown'
  #stray = ''

  constructor(sink: FrameSink<Chunk>, maxBytes: number) {
    this.#sink = sink
    this.#maxBytes = maxBytes
  }

  feed(bytes: Uint8Array): boolean {
    if (this.#mode === 'unknown' && bytes.length > 0) this.#mode = startsFrame(bytes) ? 'frames' : 'stray'
    // It may be the whole response, in JSON.
    if (this.#mode === 'stray') this.#keepStray(bytes)
    if (this.#mode !== 'frames') return this.#mode === 'stray'
    try {
      this.#readFrames(this.#pending.append(bytes))
    } catch (error) {
      this.#fail(toAIError(error, 'malformed_response'))
    }
    return bytes.length > 0
  }

  #keepStray(bytes: Uint8Array): void {
    this.#stray += this.#text.decode(bytes, { stream: true })
    if (this.#stray.length > this.#maxBytes) this.#fail(tooLargeError('The body', this.#maxBytes))
  }

  end(): void {
    const warning = this.#malformed.warning('payload')
    if (warning !== undefined) this.#sink.warn('event_stream_parse_error', warning)
    if (this.#mode === 'stray') this.#deliverPlain()
  }

  #deliverPlain(): void {
    const body = readPlainBody(this.#stray)
    if (body.kind === 'failure') this.#fail(body.error)
    else for (const chunk of body.chunks) this.#sink.chunk(chunk as Chunk)
  }

  #readFrames(bytes: Uint8Array): void {
    let rest = bytes
    const sizeOf = () => frameSize(rest, this.#maxBytes)
    for (let size = sizeOf(); size !== undefined && size <= rest.length; size = sizeOf()) {
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
    const value = payload === '' ? {} : tryParseJson(payload)
    if (value === undefined) this.#malformed.add(payload)
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
const exceptionLabels = new Map(
  Object.entries({
    throttlingException: 'Throttling error',
    validationException: 'Validation error',
    serviceUnavailableException: 'Service unavailable',
    internalServerException: 'Internal server error',
    modelStreamErrorException: 'Model stream error',
    modelTimeoutException: 'Model timeout',
  }),
)

function exceptionOf(type: string, payload: string): AIError {
  const body = asRecord(tryParseJson(payload) as { message?: unknown; Message?: unknown } | null | undefined)
  const message = asText(body.message) || asText(body.Message) || payload
  // HTTP errors spell the same types with a capital, and so does the table of codes.
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}`
  return parseError({ status: name, message: `${exceptionLabels.get(type) ?? type}: ${message}` })
}
