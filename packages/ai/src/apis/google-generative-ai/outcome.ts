import type { ErrorCode } from '../../errors/ai-error.ts'
import { parseError } from '../../errors/parse-error.ts'
import { type DoneDelta, type ErrorDelta, failure, failureOf } from '../../message/delta.ts'
import type { GoogleCandidate, GoogleChunk } from './wire.ts'

/**
 * Finish reasons that the vendor documents as failures, and what they mean here.
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
 * How a message ended. Gemini says `STOP` after tool calls too, so what the message holds decides; the same goes for
 * words that are not known.
 *
 * @param finish the last finish reason, undefined if there was none: then the connection was lost.
 */
export function googleOutcome(
  finish: Pick<GoogleCandidate, 'finishReason' | 'finishMessage'> | undefined,
  hasCalls: boolean,
): DoneDelta | ErrorDelta {
  if (!finish?.finishReason) {
    return failure('stream_dropped', 'Stream ended without finishReason — connection likely dropped')
  }
  const reason = wordOf(finish.finishReason)
  const code = failureCodeOf(reason)
  if (code) return failedWith(code, reason, finish.finishMessage)
  if (reason === 'MAX_TOKENS') return { type: 'done', reason: 'length', rawStopReason: reason }
  return { type: 'done', reason: hasCalls ? 'toolUse' : 'stop', rawStopReason: reason }
}

function wordOf(reason: string | number): string {
  return typeof reason === 'number' ? (reasonsByNumber[reason] ?? String(reason)) : reason
}

/** The two APIs give the higher numbers to different reasons; all of them are failures. */
function failureCodeOf(reason: string): ErrorCode | undefined {
  return /^\d+$/.test(reason) ? 'unexpected' : failures[reason]
}

function failedWith(code: ErrorCode, reason: string, explanation: string | null | undefined): ErrorDelta {
  const message = `Provider finish reason: ${reason}${explanation ? ` (${explanation})` : ''}`
  const refusal = code === 'refusal' ? { category: reason, explanation: explanation ?? null } : undefined
  return failure(code, message, { retryable: false, rawStopReason: reason, ...(refusal && { refusal }) })
}

/** A failure that the chunk itself tells of: an error object inside the stream, or a prompt that was blocked. */
export function googleFailure({ error, promptFeedback, candidates }: GoogleChunk): ErrorDelta | undefined {
  if (error) return failureOf(parseError({ error }))
  const { blockReason, blockReasonMessage } = promptFeedback ?? {}
  if (!blockReason || candidates?.length) return undefined
  const category = String(blockReason)
  const message = `The prompt was blocked: ${category}${blockReasonMessage ? ` (${blockReasonMessage})` : ''}`
  return failure('refusal', message, { refusal: { category, explanation: blockReasonMessage ?? null } })
}
