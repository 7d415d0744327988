import type { Delta } from './delta.ts'

/** What a normalizer returns for a chunk. */
export type Step<State> = readonly [state: State, deltas: readonly Delta[]]

/**
 * A wire format as a pure state machine: no network, no clock, no SDK. The functions never change their arguments, and
 * the same input gives the same output. On the hot path (more of an open block) the state comes back as it was.
 */
export interface Normalizer<Chunk, State> {
  readonly initial: State
  readonly reduce: (state: State, chunk: Chunk) => Step<State>
  /**
   * The wire closed. Ends open blocks and the message: exactly one `done` or `error`, last. Nothing if `reduce` has emitted
   * an `error`.
   */
  readonly end: (state: State) => Step<State>
  /** The end mark was seen. More may come, such as the usage; a connection that is silent from then on is no failure. */
  readonly isFinished?: (state: State) => boolean
  /** Nothing more is to come, so the reader may close although the connection is still open. */
  readonly isComplete?: (state: State) => boolean
}

/** Drives a normalizer over a live or recorded stream, keeping each chunk beside what it became. */
export async function* normalize<Chunk, State>(
  { initial, reduce, end }: Normalizer<Chunk, State>,
  wire: AsyncIterable<Chunk> | Iterable<Chunk>,
): AsyncGenerator<{ chunk?: Chunk; deltas: readonly Delta[] }> {
  let state = initial
  for await (const chunk of wire) {
    const [next, deltas] = reduce(state, chunk)
    state = next
    yield { chunk, deltas }
  }
  yield { deltas: end(state)[1] }
}
