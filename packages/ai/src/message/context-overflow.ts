import { isOverflowText, overflowPatterns } from '../errors/error-texts.ts'
import type { AssistantMessage } from './message.ts'

export { overflowPatterns }

/** Facts that reveal an overflow which the provider does not call one. */
export interface OverflowFacts {
  /** Tokens of the input by the caller's estimate, where the failed response reports none. */
  estimatedInputTokens?: number
  /** The output limit of the request. */
  maxOutputTokens?: number
}

/**
 * Whether a message failed, or quietly lost its beginning, because the input did not fit the context window. Such a
 * request must be shortened; sending it again does not help.
 *
 * @param contextWindow of the model; needed to see overflows that look like success.
 */
export function isContextOverflow(message: AssistantMessage, contextWindow = 0, facts: OverflowFacts = {}): boolean {
  if (message.stopReason === 'error') return isOverflowError(message) || isExhausted(message, contextWindow, facts)
  if (contextWindow <= 0) return false
  const { input, cacheRead, cacheWrite, output, contextTokens } = message.usage
  const size = contextTokens ?? input + cacheRead + cacheWrite
  if (message.stopReason === 'length') return output === 0 && size >= contextWindow
  return message.stopReason === 'stop' && size > contextWindow
}

function isOverflowError({ errorCode, errorMessage = '' }: AssistantMessage): boolean {
  if (errorCode === 'context_overflow') return true
  if (errorCode === 'rate_limited' || errorCode === 'quota_exceeded') return false
  // Cerebras: a status and nothing else.
  return isOverflowText(errorMessage) || /^4(00|13)\b.*\(no body\)/i.test(errorMessage)
}

/** A run that ended at the output limit overflowed if window and limit could not both be kept. */
function isExhausted({ errorCode, usage }: AssistantMessage, window: number, facts: OverflowFacts): boolean {
  if (errorCode !== 'output_limit' || window <= 0) return false
  const reported = usage.input + usage.cacheRead + usage.cacheWrite
  const input = reported > 0 ? reported : (facts.estimatedInputTokens ?? 0)
  return usage.totalTokens >= window || (facts.maxOutputTokens !== undefined && input + facts.maxOutputTokens > window)
}
