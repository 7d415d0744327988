import { Fifo } from '../run/fifo.ts'

/** Runs at most `limit` pieces of work at a time; the others start, in order, as those end. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  if (limit === Number.POSITIVE_INFINITY) return (work) => work()
  let running = 0
  const waiting = new Fifo<() => void>()

  return async (work) => {
    if (running >= Math.max(1, limit)) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.take()[0]?.()
    }
  }
}
