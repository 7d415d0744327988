import type { AssistantMessage } from '@dreb/ai'

import type { AbortScope } from '../run/abort-scope.ts'
import type { RequestModel } from '../run/model-request.ts'
import { isDropText } from './is-drop-text.ts'

export interface StreamRetryOptions {
  retries: number
  /** Milliseconds before the first retry; each next wait is twice as long. */
  baseDelayMs: number
  /** The longest wait a provider may ask for; 0: no limit. */
  maxDelayMs: number
}

const unstable = 'Stream dropped repeatedly — connection likely unstable'

/** Repeats a request whose stream was dropped, or that failed for a reason that passes. Never a refusal, never an abort. */
export function withStreamRetry(
  requestModel: RequestModel,
  scope: AbortScope,
  options: StreamRetryOptions,
): RequestModel {
  const { retries, baseDelayMs, maxDelayMs } = options
  return async (request, notify) => {
    for (let retry = 1; ; retry++) {
      const message = await requestModel(request, notify)
      if (scope.aborted || !mayRepeat(message, maxDelayMs)) return message
      if (!(retry <= retries)) return isDrop(message) ? { ...message, errorMessage: unstable } : message
      const { errorMessage: error = 'Stream dropped', retryAfterMs = 0 } = message
      await notify({ type: 'stream_retry', attempt: retry, maxAttempts: retries, error, discardedPartial: message })
      await scope.sleep(Math.max(baseDelayMs * 2 ** (retry - 1), retryAfterMs))
    }
  }
}

/** Goes by the code of a failure, and by its text only where a stream function knows no codes. */
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
