import { AIError } from '../errors/ai-error.ts'
import { maxTimerMs } from '../http/sleep.ts'

/** The connection is open, and nothing has come for so long. */
export function idleTimeoutError(idleTimeoutMs: number): AIError {
  return new AIError('stream_stalled', `Stream idleTimeoutError: nothing came for ${idleTimeoutMs} ms`)
}

/**
 * Waits for a response as long as for the pieces of its body: a server that accepts a request and never answers has
 * stalled, too.
 *
 * @param limitMs 0, or more than a timer can wait: wait for ever
 * @param send gets a signal that also fires when the time is up
 * @throws AIError `stream_stalled`, or whatever `send` throws
 */
export async function withTimeout(
  limitMs: number,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal | undefined) => Promise<Response>,
): Promise<Response> {
  if (!(limitMs > 0 && limitMs <= maxTimerMs)) return send(signal)
  const ended = new AbortController()
  const forward = () => ended.abort(signal?.reason)
  signal?.addEventListener('abort', forward)
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => (reject(idleTimeoutError(limitMs)), ended.abort()), limitMs)
  })
  try {
    return await Promise.race([send(ended.signal), expired])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
}
