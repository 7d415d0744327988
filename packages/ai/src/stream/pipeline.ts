import { AIError, errorText, toAIError } from '../errors/ai-error.ts'
import type { DecodeFrames, FrameDecoder } from '../http/frames.ts'
import { accumulate, type Draft, type DraftModel, emptyDraft } from '../message/accumulate.ts'
import { type Delta, type ErrorDelta, failedMessage, failureOf } from '../message/delta.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import { toEvent } from '../message/events.ts'
import type { Normalizer } from '../message/normalizer.ts'

/** How the bytes of one response are read. */
export interface Wire<Chunk = unknown, State = unknown> {
  readonly decode: DecodeFrames<Chunk>
  readonly normalizer: Normalizer<Chunk, State>
  /** Sees each chunk before it is normalized. Must not throw. */
  readonly onChunk?: ((chunk: Chunk) => void) | undefined
  /** Must not throw. */
  readonly onWarning?: ((code: string, message: string) => void) | undefined
}

/**
 * The way of one response: bytes → chunks → deltas → message → events. Whatever a wire leaves out or sends twice, the
 * stream gets one `start`, if anything comes before the terminal event, and exactly one terminal event.
 *
 * Nothing here throws: what a decoder, a normalizer or the fold throws becomes the terminal event, and the message keeps
 * what had arrived.
 */
export class ResponsePipeline<Chunk = unknown, State = unknown> {
  #draft: Draft
  #state: State
  #hasStarted = false
  #isDone = false
  #hasFailed = false
  /** The decoder read an end mark, after which nothing is to be decoded. */
  #isBodyOver = false
  readonly #stream: AssistantMessageEventStream
  readonly #normalizer: Normalizer<Chunk, State>
  readonly #decoder: FrameDecoder
  readonly #onChunk: ((chunk: Chunk) => void) | undefined

  constructor(model: DraftModel, stream: AssistantMessageEventStream, wire: Wire<Chunk, State>) {
    this.#draft = emptyDraft(model, Date.now())
    this.#stream = stream
    this.#normalizer = wire.normalizer
    this.#state = wire.normalizer.initial
    this.#onChunk = wire.onChunk
    this.#decoder = wire.decode({
      chunk: (chunk) => this.#reduce(chunk),
      warn: (code, message) => wire.onWarning?.(code, message),
      fail: (error) => this.fail(error),
      done: () => (this.#isBodyOver = true),
    })
  }

  /** Whether the terminal event has been pushed; everything after it is ignored. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Whether the terminal event was an error. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Takes more of the body, however the network cut it. */
  feed(bytes: Uint8Array): void {
    if (this.#isDone) return
    try {
      this.#decoder.feed(bytes)
    } catch (error) {
      return this.fail(toAIError(error, 'malformed_response'))
    }
    if (this.#isBodyOver || this.#normalizer.isComplete?.(this.#state)) this.end()
  }

  /**
   * The body has ended, broke, or is waited for no longer.
   *
   * @param cause why it ended early. Ignored where the end mark had been read: the response is complete all the same.
   */
  end(cause?: unknown): void {
    if (this.#isDone) return
    const isFinished = this.#normalizer.isFinished?.(this.#state) === true
    if (cause instanceof AIError && !isFinished) return this.fail(cause)
    try {
      if (cause === undefined) this.#decoder.end()
      const [, deltas] = this.#normalizer.end(this.#state)
      this.#apply(cause === undefined ? deltas : deltas.map((delta) => withCause(delta, cause)))
    } catch (error) {
      this.fail(toAIError(error, 'malformed_response'))
    }
  }

  /** Ends the message as a failure. */
  fail(error: AIError): void {
    this.#fail(failureOf(error))
  }

  #reduce(chunk: Chunk): void {
    if (this.#isDone || typeof chunk !== 'object' || chunk === null) return
    this.#onChunk?.(chunk)
    try {
      const step = this.#normalizer.reduce(this.#state, chunk)
      this.#state = step[0]
      this.#apply(step[1])
    } catch (error) {
      this.fail(unreadable(chunk, error))
    }
  }

  // Runs for every chunk of every stream: loops by index and reads by index cost a third of iterators until code is hot.
  #apply(deltas: readonly Delta[]): void {
    for (let index = 0; index < deltas.length; index++) this.#applyOne(deltas[index] as Delta)
  }

  #applyOne(delta: Delta): void {
    if (this.#isDone) return
    if (delta.type === 'error') return this.#fail(delta)
    if (!this.#hasStarted) return this.#start(delta)
    if (delta.type === 'start') return void (this.#draft = accumulate(this.#draft, delta))
    this.#draft = accumulate(this.#draft, delta)
    if (delta.type === 'done') this.#isDone = true
    const event = toEvent(delta, this.#draft.message)
    if (event) this.#stream.push(event)
  }

  /** The first delta is the start of the message, or the wire left that out. */
  #start(delta: Delta): void {
    this.#hasStarted = true
    this.#draft = accumulate(this.#draft, delta.type === 'start' ? delta : { type: 'start' })
    this.#stream.push({ type: 'start', partial: this.#draft.message })
    if (delta.type !== 'start') this.#applyOne(delta)
  }

  #fail(failure: ErrorDelta): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#hasFailed = true
    const event = toEvent(failure, messageAfter(this.#draft, failure))
    if (event) this.#stream.push(event)
  }
}

/** The message with its failure. Calls that cannot be closed, because their fragments are no text, stay as they are. */
function messageAfter(draft: Draft, failure: ErrorDelta) {
  try {
    return accumulate(draft, failure).message
  } catch {
    return failedMessage(draft.message, failure)
  }
}

function unreadable(chunk: unknown, cause: unknown): AIError {
  const text = `${errorText(cause)} in ${JSON.stringify(chunk).slice(0, 300)}`
  return new AIError('malformed_response', text, { cause })
}

function withCause(delta: Delta, cause: unknown): Delta {
  if (delta.type !== 'error' || delta.code !== 'stream_dropped') return delta
  return { ...delta, message: `${delta.message} (${errorText(cause)})` }
}
