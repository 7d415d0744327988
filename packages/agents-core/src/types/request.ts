/** A request that failed: before its response began (`request`), or while it was read (`response`). */
export interface RequestFailure {
  readonly type: 'failed'
  readonly phase: 'request' | 'response'
  /** What the client threw, or a `ResponseError`. */
  readonly error: Error
}

/** A response that is there. */
export interface RequestSuccess {
  readonly type: 'completed'
  /** It was cut off by its length, whatever the provider calls that: none of its calls may be run. */
  readonly isCut?: boolean
}

/** How one request ended. A request never rejects. */
export type RequestOutcome = RequestSuccess | { readonly type: 'aborted' } | RequestFailure

/** Sends the request and reads its response. Every call is a new attempt, which replaces what the last one wrote. */
export type SendRequest = (this: void) => Promise<RequestOutcome>

/** A request that is about to be repeated. What the last attempt wrote is thrown away. */
export interface RequestRetry {
  /** The attempt that is about to begin; the first repetition is 1. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly delayMs: number
  readonly error: Error
}
