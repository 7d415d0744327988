import { AIError } from '../errors/ai-error.ts'
import { maxTimerMs } from '../http/sleep.ts'
import type { StreamOptions } from '../options/options.ts'

/** The time by which a response must be complete. */
export interface Deadline {
  /** Fires when the time is up, and with the caller's signal. Undefined without a deadline: the caller's signal holds. */
  signal: AbortSignal | undefined
  stop: () => void
}

/** Starts the total deadline of `timeoutMs`. */
export function startDeadline({ timeoutMs = 0, signal }: StreamOptions, fail: (error: AIError) => void): Deadline {
  if (!(timeoutMs > 0 && timeoutMs <= maxTimerMs)) return { signal: undefined, stop: () => {} }
  const ended = new AbortController()
  const forward = () => ended.abort(signal?.reason)
  const timer = setTimeout(() => {
    fail(deadlineError(timeoutMs))
    ended.abort()
  }, timeoutMs)
  signal?.addEventListener('abort', forward)
  return {
    signal: ended.signal,
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', forward)
    },
  }
}

/** Final: the caller who set the deadline does not want to wait any longer. */
function deadlineError(timeoutMs: number): AIError {
  const text = `No complete response within ${timeoutMs / 1000} s (timeoutMs)`
  return new AIError('stream_stalled', text, { retryable: false })
}
