import { AIError, withChanges } from '../errors/ai-error.ts'
import { sleep } from './sleep.ts'

/** How often and how patiently a request is repeated. */
export interface RetryOptions {
  /** Repeats after the first attempt. */
  retries: number
  /** The longest wait a server may ask for; 0: no limit. */
  maxDelayMs: number
  signal?: AbortSignal | undefined
}

const baseDelayMs = 500

/**
 * Repeats a request that failed before its first byte: for codes that are transient, at most `retries` times, waiting
 * at least as long as the server asks. What still fails was repeated already, so it is not retryable for the caller.
 *
 * @throws the signal's reason, without a request, when it has fired
 */
export async function withRetry<T>(send: () => Promise<T>, { retries, maxDelayMs, signal }: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    // Whoever asked went away before the request, or while it was to be repeated.
    signal?.throwIfAborted()
    try {
      return await send()
    } catch (error) {
      const isLast = attempt > retries || !AIError.is(error) || !error.retryable || signal?.aborted
      if (isLast) throw attempt === 1 ? error : exhausted(error, attempt)
      const delay = error.retryAfterMs ?? backOff(attempt)
      if (maxDelayMs > 0 && delay > maxDelayMs) throw tooLong(error, attempt, delay, maxDelayMs)
      await sleep(delay, signal)
    }
  }
}

/** Doubles, with a quarter of jitter so that clients do not come back in step. */
function backOff(attempt: number): number {
  return baseDelayMs * 2 ** (attempt - 1) * (1 - Math.random() / 4)
}

function exhausted(error: unknown, attempts: number): unknown {
  return AIError.is(error) ? withChanges(error, error.message, { retryable: false, attempts }) : error
}

function tooLong(error: AIError, attempts: number, delayMs: number, maxMs: number): AIError {
  const text = `${error.message}\nThe server asks to wait ${seconds(delayMs)} s (limit: ${seconds(maxMs)} s, see maxRetryDelayMs).`
  return withChanges(error, text, { retryable: false, retryAfterMs: delayMs, attempts })
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
