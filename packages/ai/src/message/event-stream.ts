import { AIError } from '../errors/ai-error.ts'
import { failedMessage, failure } from './delta.ts'
import type { AssistantMessageEvent } from './events.ts'
import { type AssistantMessage, emptyMessage } from './message.ts'

/** So many events a reader may be behind before a producer waits for it. */
const maxBacklog = 256

// Assigned by the class, whose private fields it reads: producers need it, users do not.
let drainedOf: (stream: EventStream<never, never>) => Promise<void> | undefined

/**
 * Resolves when the reader has caught up; undefined if there is nothing to wait for: the reader is not far behind, nobody
 * reads, somebody waits for the result, or the stream has ended. A producer that waits after each batch keeps the queue
 * short.
 */
export function whenDrained<Event, Result>(stream: EventStream<Event, Result>): Promise<void> | undefined {
  return drainedOf(stream as unknown as EventStream<never, never>)
}

/**
 * A queue between one producer and one consumer, and the promise of a result. Two iterators share the events.
 *
 * `result()` may be awaited without iterating. Leaving the iteration early only detaches the reader; it does not stop
 * the producer.
 */
export class EventStream<Event, Result = Event> implements AsyncIterable<Event> {
  #queue: (Event | undefined)[] = []
  #head = 0
  #done = false
  #waiting: ((step: IteratorResult<Event, undefined>) => void)[] = []
  #readers = 0
  #drained: (() => void) | undefined
  /** Somebody waits for the result, so nobody may be waited for. */
  #isAwaited = false
  readonly #isComplete: (event: Event) => boolean
  readonly #extractResult: (event: Event) => Result
  #settle!: { resolve: (result: Result) => void; reject: (error: unknown) => void }
  readonly #result = new Promise<Result>((resolve, reject) => {
    this.#settle = { resolve, reject }
  })

  constructor(isComplete: (event: Event) => boolean, extractResult: (event: Event) => Result) {
    this.#isComplete = isComplete
    this.#extractResult = extractResult
    // Whoever never asks for the result has not forgotten to handle its failure.
    this.#result.catch(() => {})
  }

  /** Adds an event; the one that completes the stream is delivered and is the last. Ignored after that. */
  push(event: Event): void {
    if (this.#done) return
    if (this.#isComplete(event)) {
      this.#done = true
      this.#settle.resolve(this.#extractResult(event))
    }
    if (this.#waiting.length === 0) this.#queue.push(event)
    else this.#waiting.shift()?.({ value: event, done: false })
    if (this.#done) this.#close()
  }

  /** Ends the stream. Without a result, and without an event that completed it, `result()` rejects. */
  end(result?: Result): void {
    if (result !== undefined) this.#settle.resolve(result)
    else this.#settle.reject(new AIError('stream_dropped', 'Stream ended without a terminal event'))
    this.#done = true
    this.#close()
  }

  /** The result; may be asked for at any time, with or without reading the events. */
  result(): Promise<Result> {
    this.#isAwaited = true
    this.#release()
    return this.#result
  }

  static {
    drainedOf = (stream) => stream.#whenDrained()
  }

  #whenDrained(): Promise<void> | undefined {
    const isFarBehind = this.#queue.length - this.#head > maxBacklog
    if (!isFarBehind || this.#done || this.#isAwaited || this.#readers === 0) return undefined
    return new Promise((resolve) => {
      this.#drained = resolve
    })
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, undefined> {
    this.#readers++
    return { next: () => this.#next(), return: () => this.#detach() }
  }

  #next(): Promise<IteratorResult<Event, undefined>> {
    if (this.#head < this.#queue.length) return Promise.resolve({ value: this.#take(), done: false })
    if (this.#done) return Promise.resolve({ value: undefined, done: true })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #take(): Event {
    const event = this.#queue[this.#head] as Event
    this.#queue[this.#head++] = undefined
    if (this.#head === this.#queue.length) this.#empty()
    return event
  }

  #empty(): void {
    this.#queue = []
    this.#head = 0
    this.#release()
  }

  #detach(): Promise<IteratorResult<Event, undefined>> {
    this.#readers--
    this.#release()
    return Promise.resolve({ value: undefined, done: true })
  }

  #release(): void {
    this.#drained?.()
    this.#drained = undefined
  }

  /** Nothing follows: nobody waits for more, and a producer waits for nobody. */
  #close(): void {
    this.#release()
    for (const reader of this.#waiting.splice(0)) reader({ value: undefined, done: true })
  }
}

/** The events of one assistant message; `result()` is the message, also when it failed, and never rejects. */
export class AssistantMessageEventStream extends EventStream<AssistantMessageEvent, AssistantMessage> {
  #last: AssistantMessageEvent | undefined

  constructor() {
    super(({ type }) => type === 'done' || type === 'error', messageOf)
  }

  override push(event: AssistantMessageEvent): void {
    this.#last = event
    super.push(event)
  }

  /** Ends the stream; without a terminal event and without a message it ends as a drop. */
  override end(message?: AssistantMessage): void {
    super.end(message ?? failedMessage(this.#partial ?? emptyMessage(nobody, 0), dropped))
  }

  get #partial(): AssistantMessage | undefined {
    return this.#last && messageOf(this.#last)
  }
}

const nobody = { api: '', provider: '', id: '' }

const dropped = failure('stream_dropped', 'Stream ended without a terminal event — connection likely dropped')

/** An empty stream, for APIs of your own: `push` events, the last of them `done` or `error`. */
export function createAssistantMessageEventStream(): AssistantMessageEventStream {
  return new AssistantMessageEventStream()
}

function messageOf(event: AssistantMessageEvent): AssistantMessage {
  if (event.type === 'done') return event.message
  return event.type === 'error' ? event.error : event.partial
}
