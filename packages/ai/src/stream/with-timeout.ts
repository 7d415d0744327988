import { maxTimerMs } from '../http/sleep.ts'
import { idleTimeoutError } from './idle-timeout.ts'

/**
 * Waits for a response as long as for the parts of its body: a server that accepts a request and never answers has
 * stalled, too. Does not rely on `send` to honor its signal; a response that comes too late is canceled.
 *
 * @param limitMs 0, or more than a timer can wait: no limit
 * @param send gets a signal that also fires when the time is up
 * @throws AIError `stream_stalled`, the reason of `signal`, or whatever `send` throws
 */
export function withTimeout(
  limitMs: number,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const attempt = new AbortController()
  return new Promise((resolve, reject) => {
    const stop = (reason: unknown) => {
      reject(reason)
      attempt.abort(reason)
    }
    const onAbort = () => stop(signal?.reason)
    const isLimited = limitMs > 0 && limitMs <= maxTimerMs
    const timer = isLimited ? setTimeout(() => stop(idleTimeoutError(limitMs)), limitMs) : undefined
    signal?.addEventListener('abort', onAbort)
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    attempt.signal.addEventListener('abort', settle)
    send(attempt.signal)
      .then((response) => (attempt.signal.aborted ? cancelBody(response) : resolve(response)), reject)
      .finally(settle)
  })
}

/** Frees the connection of a response that nobody reads. */
export function cancelBody(response: Response): void {
  void response.body?.cancel().catch(() => {})
}
