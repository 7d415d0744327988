import { AIError, errorText } from '../errors/ai-error.ts'
import { accumulate, type Draft, type DraftModel, emptyDraft } from '../message/accumulate.ts'
import { type Delta, failureOf } from '../message/delta.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import { toEvent } from '../message/events.ts'
import type { Normalizer } from '../message/normalizer.ts'

/**
 * Folds deltas into a message and puts their events into the stream. Whatever a wire leaves out or says twice, `start`
 * is the first event, if there is one before the terminal event, and there is exactly one of each.
 */
export class Receiver {
  #draft: Draft
  #started = false
  #settled = false
  readonly #stream: AssistantMessageEventStream

  constructor(model: DraftModel, stream: AssistantMessageEventStream) {
    this.#draft = emptyDraft(model, Date.now())
    this.#stream = stream
  }

  /** Whether the message has ended; what comes later is ignored. */
  get settled(): boolean {
    return this.#settled
  }

  // Runs for every chunk of every stream: loops by index and reads by index cost a third of iterators until code is hot.
  apply(deltas: readonly Delta[]): void {
    for (let index = 0; index < deltas.length; index++) this.#applyOne(deltas[index] as Delta)
  }

  fail(error: AIError): void {
    this.#applyOne(failureOf(error))
  }

  #applyOne(delta: Delta): void {
    if (this.#settled) return
    if (!this.#started) return this.#begin(delta)
    if (delta.type === 'done' || delta.type === 'error') this.#settled = true
    this.#draft = accumulate(this.#draft, delta)
    if (delta.type === 'start') return
    const event = toEvent(delta, this.#draft.message)
    if (event) this.#stream.push(event)
  }

  /** The first delta says that the message starts, or the wire left that out. A failure before it has no start. */
  #begin(delta: Delta): void {
    this.#started = true
    const start: Delta = delta.type === 'start' ? delta : { type: 'start' }
    if (delta.type !== 'error') {
      this.#draft = accumulate(this.#draft, start)
      this.#stream.push({ type: 'start', partial: this.#draft.message })
    }
    if (delta !== start) this.#applyOne(delta)
  }
}

/** A receiver that is fed with wire chunks. */
export class WireReceiver<Chunk, State> {
  #state: State
  readonly #normalizer: Normalizer<Chunk, State>
  readonly #receiver: Receiver

  constructor(normalizer: Normalizer<Chunk, State>, receiver: Receiver) {
    this.#normalizer = normalizer
    this.#state = normalizer.initial
    this.#receiver = receiver
  }

  /** Nothing more is to come, or to be taken. */
  get isComplete(): boolean {
    return this.#receiver.settled || this.#normalizer.isComplete?.(this.#state) === true
  }

  /** The end mark was seen. */
  get isFinished(): boolean {
    return this.#normalizer.isFinished?.(this.#state) === true
  }

  chunk(chunk: Chunk): void {
    if (this.#receiver.settled || typeof chunk !== 'object' || chunk === null) return
    try {
      const step = this.#normalizer.reduce(this.#state, chunk)
      this.#state = step[0]
      this.#receiver.apply(step[1])
    } catch (error) {
      const shown = JSON.stringify(chunk).slice(0, 300)
      this.#receiver.fail(new AIError('malformed_response', `${errorText(error)} in ${shown}`, { cause: error }))
    }
  }

  /** The body has ended, or broke (`cause`). After the end mark that is no failure. */
  end(cause?: unknown): void {
    const [, deltas] = this.#normalizer.end(this.#state)
    this.#receiver.apply(cause === undefined ? deltas : deltas.map((delta) => explainDrop(delta, cause)))
  }
}

function explainDrop(delta: Delta, cause: unknown): Delta {
  if (delta.type !== 'error' || delta.code !== 'stream_dropped') return delta
  return { ...delta, message: `${delta.message} (${errorText(cause)})` }
}
