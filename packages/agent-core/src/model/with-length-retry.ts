import type { AssistantMessage } from '@dreb/ai'

import type { Attempt } from './model-request.ts'

/** Repeats a request whose answer hit the output limit, with the same limit. What is cut for good is an error. */
export function withLengthRetry(attempt: Attempt, retries: number): Attempt {
  return async (request, tell) => {
    const { maxTokens, grace } = request
    for (let retry = 1; ; retry++) {
      const message = await attempt(request, tell)
      if (message.stopReason !== 'length' || message.refusal || grace.signal.aborted) return message
      if (!(retry <= retries)) return truncated(message, retry)
      await tell({ type: 'length_retry', attempt: retry, maxAttempts: retries, maxTokens, discardedPartial: message })
    }
  }
}

function truncated(message: AssistantMessage, attempts: number): AssistantMessage {
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const detail = message.errorMessage ? `\nProvider detail: ${message.errorMessage}` : ''
  const errorMessage = `Response truncated at the configured output token limit after ${times}${detail}`
  return { ...message, stopReason: 'error', errorMessage, errorCode: 'output_limit', retryable: false }
}
