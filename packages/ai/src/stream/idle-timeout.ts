import { AIError } from '../errors/ai-error.ts'
import { maxTimerMs } from '../http/sleep.ts'

/** The connection is open, and no data came for too long. */
export function idleTimeoutError(idleTimeoutMs: number): AIError {
  return new AIError('stream_stalled', `Stream stalled: no data for ${idleTimeoutMs / 1000} s (idleTimeoutMs)`)
}

/** Looks whether data still comes. */
export interface IdleWatch {
  /** Data came. */
  touch: () => void
  /** Nothing is expected until the next touch: whoever reads the events may take as long as it likes. */
  pause: () => void
  stop: () => void
}

/** One timer for the whole stream, not one per chunk: it looks when the last data came, and goes back to sleep. */
export function watchIdle(limitMs: number, onIdle: () => void): IdleWatch {
  let last = performance.now()
  const sleepFor = (ms: number) => (limitMs > 0 ? setTimeout(check, Math.min(ms, maxTimerMs)) : undefined)
  let timer = sleepFor(limitMs)

  function check(): void {
    const left = last + limitMs - performance.now()
    if (left <= 0) onIdle()
    else timer = sleepFor(Math.min(Math.ceil(left), limitMs))
  }

  return {
    touch: () => void (last = performance.now()),
    pause: () => void (last = Number.POSITIVE_INFINITY),
    stop: () => clearTimeout(timer),
  }
}
