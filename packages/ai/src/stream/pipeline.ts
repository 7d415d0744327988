import { AIError, errorText, toAIError } from '../errors/ai-error.ts'
import { type Redact, redactValue } from '../errors/redact.ts'
import type { DecodeFrames, FrameDecoder, FrameSink } from '../http/frames.ts'
import { accumulate, type Draft, type DraftModel, emptyDraft } from '../message/accumulate.ts'
import { type Delta, type ErrorDelta, failedMessage, failureOf } from '../message/delta.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import { toEvent } from '../message/events.ts'
import type { Normalizer } from '../message/normalizer.ts'
import type { ResponseLimits } from '../values/limits.ts'

/** How the bytes of one response are read. */
export interface Wire<Chunk = unknown, State = unknown> {
  readonly decode: DecodeFrames<Chunk>
  readonly normalizer: Normalizer<Chunk, State>
  /** Sees each chunk before it is normalized. Must not throw. */
  readonly onChunk?: ((chunk: Chunk) => void) | undefined
  /** Must not throw. */
  readonly onWarning?: ((code: string, message: string) => void) | undefined
  readonly limits?: ResponseLimits | undefined
  /** Takes secrets out of every text that leaves. */
  readonly clean?: Redact | undefined
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
  /** The end mark was read, after which nothing counts, be it in the same network chunk. */
  #isBodyOver = false
  readonly #stream: AssistantMessageEventStream
  readonly #normalizer: Normalizer<Chunk, State>
  readonly #decoder: FrameDecoder
  readonly #onChunk: ((chunk: Chunk) => void) | undefined
  readonly #clean: Redact

  constructor(model: DraftModel, stream: AssistantMessageEventStream, wire: Wire<Chunk, State>) {
    this.#draft = emptyDraft(model, Date.now())
    this.#stream = stream
    this.#normalizer = wire.normalizer
    this.#state = wire.normalizer.initial
    const { clean = (text) => text, limits } = wire
    this.#clean = clean
    this.#onChunk = wire.onChunk
    const sink: FrameSink<Chunk> = {
      chunk: (chunk) => this.#reduce(chunk),
      warn: (code, message) => wire.onWarning?.(code, clean(message)),
      fail: (error) => this.#isBodyOver || this.fail(error),
      done: () => (this.#isBodyOver = true),
    }
    this.#decoder = wire.decode(sink, limits)
  }

  /** Whether the terminal event has been pushed; everything after it is ignored. */
  get isDone(): boolean {
    return this.#isDone
  }

  /** Whether the terminal event was an error. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /**
   * Takes more of the body, however the network cut it.
   *
   * @returns whether it held more than comments: a server that sends nothing else has stalled.
   */
  feed(bytes: Uint8Array): boolean {
    if (this.#isDone) return false
    const isProgress = this.#decode(() => this.#decoder.feed(bytes))
    if (this.#isBodyOver) this.end()
    return isProgress
  }

  /**
   * The body has ended, broke, or is waited for no longer.
   *
   * @param cause why it ended early. Ignored where the end mark had been read: the response is complete all the same.
   */
  end(cause?: unknown): void {
    if (this.#isDone) return
    const isFinished = this.#normalizer.isFinished?.(this.#state) === true
    if (AIError.is(cause) && !isFinished) return this.fail(cause)
    if (cause === undefined) this.#decode(() => this.#decoder.end())
    try {
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

  /** Behind the end mark a body may hold anything. */
  #decode(step: () => boolean | void): boolean {
    try {
      return step() !== false
    } catch (error) {
      if (!this.#isBodyOver) this.fail(toAIError(error, 'malformed_response'))
      return false
    }
  }

  #reduce(chunk: Chunk): void {
    if (this.#isDone || this.#isBodyOver || typeof chunk !== 'object' || chunk === null) return
    this.#onChunk?.(chunk)
    try {
      const step = this.#normalizer.reduce(this.#state, chunk)
      this.#state = step[0]
      this.#apply(step[1])
      this.#isBodyOver = this.#normalizer.isComplete?.(step[0]) === true
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

  #fail(given: ErrorDelta): void {
    if (this.#isDone) return
    const failure = withoutSecrets(given, this.#clean)
    this.#isDone = true
    this.#hasFailed = true
    const event = toEvent(failure, messageAfter(this.#draft, failure))
    if (event) this.#stream.push(event)
  }
}

/** What a provider writes may repeat what it was sent: keys in headers, in the address. */
function withoutSecrets(failure: ErrorDelta, clean: Redact): ErrorDelta {
  const { refusal } = failure
  return { ...failure, message: clean(failure.message), ...(refusal && { refusal: redactValue(refusal, clean) }) }
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
