import type { ErrorCode } from '../../errors/ai-error.ts'
import { parseError } from '../../errors/parse-error.ts'
import { type DoneDelta, type ErrorDelta, failure, failureOf } from '../../message/delta.ts'
import { serverFailures } from '../../message/server-failures.ts'
import { asList, asRecord, asText, asWord, ownValue } from '../../values/json.ts'
import type { GoogleCandidate, GoogleChunk } from './wire.ts'

/**
 * Finish reasons that are documented as failures, and what they mean here.
 * Source: https://ai.google.dev/api/generate-content#FinishReason, and that of Vertex AI.
 */
const failures: Readonly<Record<string, ErrorCode>> = {
  SAFETY: 'refusal',
  RECITATION: 'refusal',
  BLOCKLIST: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
  SPII: 'refusal',
  MODEL_ARMOR: 'refusal',
  IMAGE_SAFETY: 'refusal',
  IMAGE_PROHIBITED_CONTENT: 'refusal',
  IMAGE_RECITATION: 'refusal',
  MALFORMED_FUNCTION_CALL: 'malformed_response',
  MALFORMED_RESPONSE: 'malformed_response',
  UNEXPECTED_TOOL_CALL: 'malformed_response',
  TOO_MANY_TOOL_CALLS: 'malformed_response',
  MISSING_THOUGHT_SIGNATURE: 'invalid_request',
  LANGUAGE: 'unexpected',
  OTHER: 'unexpected',
  NO_IMAGE: 'unexpected',
  IMAGE_OTHER: 'unexpected',
}

/** Protobuf numbers of the reasons, as far as AI Studio and Vertex number them alike. */
const reasonsByNumber = ['FINISH_REASON_UNSPECIFIED', 'STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'OTHER']

/**
 * How a message ended. Gemini sends `STOP` after tool calls too, so what the message holds decides; the same goes for
 * reasons that are not known. They are compared without regard to case.
 *
 * @param finish the last finish reason, undefined if there was none: then the connection was lost.
 */
export function googleOutcome(
  finish: Pick<GoogleCandidate, 'finishReason' | 'finishMessage'> | undefined,
  hasCalls: boolean,
): DoneDelta | ErrorDelta {
  const word = asWord(finish?.finishReason)
  if (word === undefined) {
    return failure('stream_dropped', 'Stream ended without finishReason — connection likely dropped')
  }
  const reason = reasonsByNumber[Number(word)] ?? word.toUpperCase()
  const code = failureCodeOf(reason)
  if (code) return failedWith(code, reason, asText(finish?.finishMessage))
  if (reason === 'MAX_TOKENS') return { type: 'done', reason: 'length', rawStopReason: reason }
  return { type: 'done', reason: hasCalls ? 'toolUse' : 'stop', rawStopReason: reason }
}

/** The two APIs give the higher numbers to different reasons; all of them are failures. */
function failureCodeOf(reason: string): ErrorCode | undefined {
  if (/^\d+$/.test(reason)) return 'unexpected'
  return ownValue(failures, reason) ?? ownValue(serverFailures, reason.toLowerCase())
}

function failedWith(code: ErrorCode, reason: string, explanation: string): ErrorDelta {
  const message = `Provider finish reason: ${reason}${explanation ? ` (${explanation})` : ''}`
  const refusal = code === 'refusal' ? { category: reason, explanation: explanation || null } : undefined
  const retryable = code === 'server_error' || code === 'overloaded'
  return failure(code, message, { retryable, rawStopReason: reason, ...(refusal && { refusal }) })
}

/** A failure that the chunk itself holds: an error object inside the stream, or a prompt that was blocked. */
export function googleFailure({ error, promptFeedback, candidates }: GoogleChunk): ErrorDelta | undefined {
  if (error) return failureOf(parseError({ error }))
  const { blockReason, blockReasonMessage } = asRecord(promptFeedback)
  const category = asWord(blockReason)
  if (category === undefined || asList(candidates).length > 0) return undefined
  const explanation = asText(blockReasonMessage)
  const message = `The prompt was blocked: ${category}${explanation && ` (${explanation})`}`
  return failure('refusal', message, { refusal: { category, explanation: explanation || null } })
}
