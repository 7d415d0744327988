import { AIError } from '@dreb/ai'

import { isThenable } from './is-thenable.ts'

/** The longest a timer can wait, in milliseconds: 25 days. One that is set for longer fires at once. */
export const longestWaitMs = 2 ** 31 - 1

/** Milliseconds that providers, tools, hooks and listeners have to end after an abort. */
export const graceMs = 100

/**
 * Waiting in a run that may be aborted. Abort always wins: when the signal fires, sleepers wake at once, and all that is
 * awaited shares one short grace; then it is given up. One listener on the signal and one timer, however much is
 * awaited; both are gone after {@link AbortScope.end}.
 */
export class AbortScope {
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

  get aborted(): boolean {
    return this.signal.aborted
  }

  readonly #begin = (): void => {
    this.#timer = setTimeout(() => {
      this.#isOver = true
      callAll(this.#waiting)
    }, graceMs)
    callAll(this.#sleepers)
  }

  /**
   * One step of the run. It is not begun after an abort, not awaited longer than the grace, and what it gives does not
   * count if the abort came meanwhile.
   *
   * @throws AIError `aborted`, or what the step throws
   */
  async step<T>(work: () => T | PromiseLike<T>): Promise<T> {
    this.#throwIfAborted()
    const value = await this.finish(work)
    this.#throwIfAborted()
    return value
  }

  /**
   * What must be done after an abort, too: as {@link AbortScope.step}, but it is begun, and counts if it ends within
   * the grace.
   *
   * @throws AIError `aborted`, or what the work throws
   */
  async finish<T>(work: () => T | PromiseLike<T>): Promise<T> {
    const value = work()
    return isThenable(value) ? this.wait(value, throwAborted) : value
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
    if (this.aborted || ms <= 0) return Promise.resolve()
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

  /** Calls back when the signal fires, unless the returned function is called before. */
  onAbort(listener: () => void): () => void {
    if (!this.aborted) return enter(this.#sleepers, listener)
    listener()
    return () => {}
  }

  /** The run is over: nothing is awaited any more. */
  end(): void {
    this.signal.removeEventListener('abort', this.#begin)
    clearTimeout(this.#timer)
  }

  #throwIfAborted(): void {
    if (this.aborted) throwAborted()
  }

  /** After the grace, work that has ended still gets the moment it takes to report it. */
  #whenOver(listener: () => void): () => void {
    if (!this.#isOver) return enter(this.#waiting, listener)
    const timer = setTimeout(listener, 0)
    return () => clearTimeout(timer)
  }
}

function throwAborted(): never {
  throw new AIError('aborted', 'Request was aborted')
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
