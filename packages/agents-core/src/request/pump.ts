import { untilAborted } from '../session/until-aborted.ts'

/**
 * Hands the items of a stream to `onItem` until the stream ends, `onItem` returns `'enough'`, or the signal fires; on
 * abort it settles at once, even if the stream never yields. Rejects with what the stream or `onItem` throws.
 *
 * One wait per item, and one abort listener in all: racing each item against the signal would cost as much as reading
 * the stream.
 */
export async function pump<T>(
  stream: AsyncIterable<T>,
  signal: AbortSignal,
  onItem: (item: T) => 'enough' | void,
): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]()
  let isOver = signal.aborted

  const leave = () => {
    isOver = true
    // Not waited for: a generator settles only when the item that is on its way has come.
    void closeIterator(iterator).catch(() => {})
  }

  const drain = async () => {
    for (let step = await iterator.next(); !step.done && !isOver; step = await iterator.next()) {
      if (onItem(step.value) === 'enough') return leave()
    }
  }

  signal.addEventListener('abort', leave)
  try {
    await untilAborted(drain(), signal)
  } catch (error) {
    leave()
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Also a `return` that throws at once is one that rejects: the signal has nobody who could catch it. */
async function closeIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  await iterator.return?.()
}
