import type { AssistantMessage } from '@dreb/ai'

import { isDropText } from './is-drop-text.ts'
import type { Attempt } from './model-request.ts'

export interface StreamRetryOptions {
  retries: number
  /** Milliseconds before the first retry; each next wait is twice as long. */
  baseDelayMs: number
  /** The longest wait a vendor may ask for; 0: no limit. */
  maxDelayMs: number
}

const unstable = 'Stream dropped repeatedly — connection likely unstable'

/** Repeats a request whose stream was dropped, or that failed for a reason that passes. Never a refusal, never an abort. */
export function withStreamRetry(attempt: Attempt, { retries, baseDelayMs, maxDelayMs }: StreamRetryOptions): Attempt {
  return async (request, tell) => {
    for (let retry = 1; ; retry++) {
      const message = await attempt(request, tell)
      if (request.grace.signal.aborted || !mayRepeat(message, maxDelayMs)) return message
      if (!(retry <= retries)) return isDrop(message) ? { ...message, errorMessage: unstable } : message
      const { errorMessage: error = 'Stream dropped', retryAfterMs = 0 } = message
      await tell({ type: 'stream_retry', attempt: retry, maxAttempts: retries, error, discardedPartial: message })
      await request.grace.sleep(Math.max(baseDelayMs * 2 ** (retry - 1), retryAfterMs))
    }
  }
}

/** Asks the code of a failure; only those of stream functions that know no codes are asked for their words. */
function mayRepeat(message: AssistantMessage, maxDelayMs: number): boolean {
  const { stopReason, refusal, retryable, retryAfterMs = 0 } = message
  if (stopReason !== 'error' || refusal) return false
  if (maxDelayMs > 0 && retryAfterMs > maxDelayMs) return false
  return retryable === true || isDrop(message)
}

function isDrop({ errorCode, errorMessage }: AssistantMessage): boolean {
  const isUncoded = errorCode === undefined || errorCode === 'unexpected'
  return isUncoded ? isDropText(errorMessage) : errorCode === 'stream_dropped'
}
