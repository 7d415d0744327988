/**
 * Hands the items of a stream to `onItem` until the stream ends, `onItem` answers `'enough'`, or the signal fires; on
 * abort it settles at once, even if the stream never answers. Rejects with what the stream or `onItem` throws.
 *
 * One promise reaction per item and one abort listener in all: racing each item against the signal would cost as much as
 * reading the stream.
 */
export function pump<T>(
  stream: AsyncIterable<T>,
  signal: AbortSignal,
  onItem: (item: T) => 'enough' | void,
): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]()
  return new Promise((resolve, reject) => {
    let isSettled = false

    function settle(finish: () => void): void {
      if (isSettled) return
      isSettled = true
      signal.removeEventListener('abort', hangUp)
      finish()
    }

    function hangUp(): void {
      settle(resolve)
      close(iterator)
    }

    function fail(error: unknown): void {
      settle(() => reject(error))
    }

    function onStep(step: IteratorResult<T>): void {
      if (isSettled) return
      if (step.done) return settle(resolve)
      try {
        if (onItem(step.value) === 'enough') hangUp()
        if (!isSettled) iterator.next().then(onStep, fail)
      } catch (error) {
        fail(error)
        close(iterator)
      }
    }

    signal.addEventListener('abort', hangUp)
    if (signal.aborted) hangUp()
    else iterator.next().then(onStep, fail)
  })
}

/** Not waited for: a generator answers only when the item that is on its way has come. */
function close(iterator: AsyncIterator<unknown>): void {
  void Promise.resolve(iterator.return?.()).catch(() => {})
}
