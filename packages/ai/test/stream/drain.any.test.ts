import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { drain } from '#src/stream/drain.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A body of these pieces, which ends after the last one or stays open. */
function bodyOf(pieces: number[], ending: 'close' | 'stay' | 'break') {
  const seen = { pulled: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[seen.pulled++]
        if (piece !== undefined) return controller.enqueue(Uint8Array.of(piece))
        if (ending === 'close') controller.close()
        if (ending === 'break') controller.error(new TypeError('terminated'))
        return ending === 'stay' ? new Promise<void>(() => {}) : undefined
      },
      cancel() {
        seen.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { reader: body.getReader(), seen }
}

describe('drain', () => {
  it('reads what is left, and does not hang up on a server that ends', async () => {
    const { reader, seen } = bodyOf([1, 2, 3], 'close')
    drain(reader)
    await vi.advanceTimersByTimeAsync(1000)
    expect(seen).toEqual({ pulled: 4, cancelled: false })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('hangs up on a server that keeps the body open', async () => {
    const { reader, seen } = bodyOf([1], 'stay')
    drain(reader)
    await vi.advanceTimersByTimeAsync(99)
    expect(seen.cancelled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen.cancelled).toBe(true)
  })

  it('takes a connection that breaks now for ended', async () => {
    const { reader } = bodyOf([1], 'break')
    drain(reader)
    await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
