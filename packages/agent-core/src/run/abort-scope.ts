/** The longest a timer can wait, in milliseconds: 25 days. One that is set for longer fires at once. */
export const longestWaitMs = 2 ** 31 - 1

/** Milliseconds that providers, tools and hooks have to come to an end after an abort. */
const graceMs = 100

/**
 * Waiting in a run that may be aborted. Abort always wins: when the signal fires, sleepers wake at once, and what is
 * waited for has one short grace in common; after that it is given up. One listener on the signal, one timer, however
 * much is waited for; both are gone after {@link Grace.end}.
 */
export class Grace {
  readonly signal: AbortSignal
  readonly #sleepers = new Set<() => void>()
  readonly #waiting = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  constructor(signal: AbortSignal) {
    this.signal = signal
    if (signal.aborted) this.#begin()
    else signal.addEventListener('abort', this.#begin)
  }

  readonly #begin = (): void => {
    this.#timer = setTimeout(() => {
      this.#isOver = true
      callAll(this.#waiting)
    }, graceMs)
    callAll(this.#sleepers)
  }

  /** The outcome of `work`, or that of `giveUp` once the grace is over. What `work` does later is ignored. */
  wait<T>(work: PromiseLike<T>, giveUp: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const leave = this.#whenOver(() => settle(giveUp, resolve, reject))
      work.then(
        (value) => (leave(), resolve(value)),
        (error: unknown) => (leave(), reject(error)),
      )
    })
  }

  /** Waits; ends early, without a failure, when the signal fires. */
  sleep(ms: number): Promise<void> {
    if (this.signal.aborted || ms <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        stop()
        resolve()
      }
      const timer = setTimeout(wake, Math.min(ms, longestWaitMs))
      const stop = this.onAbort(wake)
    })
  }

  /** Calls back when the signal fires, unless it is told to stop before. */
  onAbort(listener: () => void): () => void {
    if (!this.signal.aborted) return enter(this.#sleepers, listener)
    listener()
    return () => {}
  }

  /** The run is over: nobody waits any more. */
  end(): void {
    this.signal.removeEventListener('abort', this.#begin)
    clearTimeout(this.#timer)
  }

  /** After the grace, what is over anyway still gets the moment it takes to say so. */
  #whenOver(listener: () => void): () => void {
    if (!this.#isOver) return enter(this.#waiting, listener)
    const timer = setTimeout(listener, 0)
    return () => clearTimeout(timer)
  }
}

function enter(set: Set<() => void>, listener: () => void): () => void {
  set.add(listener)
  return () => void set.delete(listener)
}

function callAll(set: Set<() => void>): void {
  const listeners = [...set]
  set.clear()
  for (const listener of listeners) listener()
}

function settle<T>(make: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): void {
  try {
    resolve(make())
  } catch (error) {
    reject(error)
  }
}
