/** What a wait resolves to that was ended by its signal. */
export const aborted: unique symbol = Symbol('aborted')

/**
 * Waits for work, but no longer than until the signal fires. The work then goes on by itself: its result is ignored, and
 * so is its failure.
 */
export function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T | typeof aborted> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(aborted)
    const settled = () => signal.removeEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
    work.then(
      (value) => (settled(), resolve(value)),
      (error: unknown) => (settled(), reject(error)),
    )
  })
}
