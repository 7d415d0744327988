import type { AssistantMessage } from '@dreb/ai'

import type { AbortScope } from '../run/abort-scope.ts'
import type { RequestModel } from '../run/model-request.ts'

/** Repeats a request whose response hit the output limit, with the same limit. What stays truncated is an error. */
export function withLengthRetry(requestModel: RequestModel, scope: AbortScope, retries: number): RequestModel {
  return async (request, notify) => {
    const { maxTokens } = request
    for (let retry = 1; ; retry++) {
      const message = await requestModel(request, notify)
      if (message.stopReason !== 'length' || message.refusal || scope.aborted) return message
      if (!(retry <= retries)) return truncated(message, retry)
      await notify({ type: 'length_retry', attempt: retry, maxAttempts: retries, maxTokens, discardedPartial: message })
    }
  }
}

function truncated(message: AssistantMessage, attempts: number): AssistantMessage {
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const detail = message.errorMessage ? `\nProvider detail: ${message.errorMessage}` : ''
  const errorMessage = `Response truncated at the configured output token limit after ${times}${detail}`
  return { ...message, stopReason: 'error', errorMessage, errorCode: 'output_limit', retryable: false }
}
