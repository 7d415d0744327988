import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser'

import type { AIError } from '../errors/ai-error.ts'
import { parseError } from '../errors/parse-error.ts'
import { tryParseJson } from '../values/json.ts'
import { defaultLimits, type ResponseLimits } from '../values/limits.ts'
import type { FrameDecoder, FrameSink } from './frames.ts'
import { LineBuffer } from './line-buffer.ts'
import { MalformedEvents } from './malformed-events.ts'
import { isErrorBody, readPlainBody } from './no-event-stream.ts'
import { tooLargeError } from './too-large.ts'

/** So much of the text between events is kept, to find an error in it. */
const maxStray = 4000

/**
 * Server-sent events whose data is JSON, as all providers but Bedrock send them. `eventsource-parser` does the protocol;
 * here is what it leaves to its user: a last line without its newline, an error in a field of its own (llama.cpp), data
 * that is not JSON, bodies that are no event stream at all, and a limit on all of them.
 */
export function decodeSse<Chunk>(sink: FrameSink<Chunk>, limits: ResponseLimits = {}): FrameDecoder {
  return new SseDecoder(sink, limits.maxEventBytes ?? defaultLimits.maxEventBytes)
}

class SseDecoder<Chunk> implements FrameDecoder {
  readonly #sink: FrameSink<Chunk>
  readonly #maxBytes: number
  readonly #text = new TextDecoder()
  readonly #lines: LineBuffer
  readonly #malformed = new MalformedEvents()
  readonly #parser = createParser({
    onEvent: (event) => this.#onEvent(event),
    onError: (error) => this.#onError(error),
  })
  #stray: string[] = []
  #strayLength = 0
  /** Whether the body began like JSON. */
  #isDocument = false
  #sawEvent = false
  #hasFailed = false

  constructor(sink: FrameSink<Chunk>, maxBytes: number) {
    this.#sink = sink
    this.#maxBytes = maxBytes
    this.#lines = new LineBuffer(maxBytes)
  }

  feed(bytes: Uint8Array): boolean {
    return this.#read(this.#text.decode(bytes, { stream: true }))
  }

  end(): void {
    // Two line ends: the first completes a last line, the second dispatches its event.
    this.#read(`${this.#text.decode()}\n\n`)
    const warning = this.#malformed.warning('data')
    if (warning !== undefined) this.#sink.warn('sse_parse_error', warning)
    if (!this.#hasFailed) this.#endStray(this.#stray.join(''))
  }

  #read(text: string): boolean {
    if (this.#hasFailed) return false
    const { lines, isProgress, isTooLarge } = this.#lines.take(text)
    if (lines !== '') this.#parser.feed(lines)
    if (isTooLarge) this.#fail(tooLargeError('An event', this.#maxBytes))
    return isProgress
  }

  #endStray(stray: string): void {
    const isPlain = this.#sawEvent ? isErrorBody(stray) : !isCutField(stray.slice(0, maxStray).trim())
    if (!isPlain) return
    const body = readPlainBody(stray)
    if (body.kind === 'failure') this.#fail(body.error)
    else for (const chunk of body.chunks) this.#sink.chunk(chunk as Chunk)
  }

  #onEvent({ data, event }: EventSourceMessage): void {
    if (this.#hasFailed) return
    this.#sawEvent = true
    if (data === '') return
    if (data === '[DONE]') return this.#sink.done()
    const chunk = tryParseJson(data)
    if (event === 'error' && !saysError(chunk)) return this.#fail(parseError(chunk ?? data))
    if (chunk !== undefined) return this.#sink.chunk(chunk as Chunk)
    if (data.trim() === '[DONE]') return this.#sink.done()
    this.#malformed.add(data)
  }

  #onError({ type, field, value, line }: ParseError): void {
    if (type !== 'unknown-field' || this.#hasFailed) return
    if (field === 'error' && value) return this.#fail(parseError(tryParseJson(value) ?? value))
    this.#keepStray(`${line ?? field ?? ''}\n`)
  }

  /** A body that may be a JSON document is kept as far as an event may go, other text as far as an error. */
  #keepStray(text: string): void {
    if (this.#strayLength === 0) this.#isDocument = !this.#sawEvent && /^\s*[[{]/.test(text)
    const max = this.#isDocument ? this.#maxBytes : maxStray
    if (this.#isDocument && this.#strayLength + text.length > max) return this.#fail(tooLargeError('The body', max))
    if (this.#strayLength < max) this.#stray.push(this.#isDocument ? text : text.slice(0, maxStray))
    this.#strayLength += text.length
  }

  #fail(error: AIError): void {
    this.#hasFailed = true
    this.#sink.fail(error)
  }
}

/** Whether a chunk is marked as a failure itself, so that a normalizer needs no event name to know it. */
function saysError(chunk: unknown): boolean {
  const { error, type } = (chunk ?? {}) as { error?: unknown; type?: unknown }
  return Boolean(error) || type === 'error'
}

/** Whether a body was cut before its first line shows what it is. */
function isCutField(text: string): boolean {
  return ['data:', 'event:', 'id:', 'retry:'].some((field) => field.startsWith(text))
}
