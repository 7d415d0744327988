import { parseError } from '../../errors/parse-error.ts'
import { type DoneDelta, type ErrorDelta, failure, failureOf } from '../../message/delta.ts'
import { asRecord, asText } from '../../values/json.ts'
import type { OpenAIResponse } from './wire.ts'

/** The connection was lost before the terminal event. */
export const dropped: ErrorDelta = failure(
  'stream_dropped',
  'Stream ended without response.completed — connection likely dropped',
)

/** What the message holds by its end. */
interface Held {
  refusal: string
  hasCalls: boolean
}

/** How a message ends that has its terminal event, by that event's type and what the message holds. */
export function endingOf({ refusal, hasCalls }: Held, type: string, response: OpenAIResponse): DoneDelta | ErrorDelta {
  const status = statusOf(type, response)
  if (status === 'failed' || status === 'cancelled') return failed(status, response)
  if (refusal) return failure('refusal', refusal, { refusal: { explanation: refusal }, rawStopReason: status })
  if (status === 'incomplete') return cut(reasonOf(response))
  return { type: 'done', reason: hasCalls ? 'toolUse' : 'stop', rawStopReason: status }
}

function statusOf(type: string, { status }: OpenAIResponse): string {
  return type === 'response.completed' ? asText(status).toLowerCase() || 'completed' : type.slice('response.'.length)
}

function reasonOf({ incomplete_details: details }: OpenAIResponse): string {
  return asText(asRecord(details).reason)
}

function failed(status: string, response: OpenAIResponse): ErrorDelta {
  if (response.error) return { ...reportedFailure(response.error), rawStopReason: status }
  const reason = reasonOf(response)
  return failure('server_error', reason ? `incomplete: ${reason}` : `Provider status: ${status}`, {
    rawStopReason: status,
  })
}

/** A failure as the provider reports it. */
export function reportedFailure(error: unknown): ErrorDelta {
  return failureOf(parseError({ error }))
}

/** The response was cut. Whatever the reason, its calls may be, too, so an unknown one does not make it complete. */
function cut(reason: string): DoneDelta | ErrorDelta {
  const rawStopReason = reason || 'incomplete'
  if (reason === 'max_output_tokens') return { type: 'done', reason: 'length', rawStopReason }
  const message = `Response incomplete: ${reason || 'no reason given'}`
  if (reason !== 'content_filter') return { type: 'done', reason: 'length', rawStopReason, errorMessage: message }
  return failure('content_filter', message, { refusal: { category: reason }, rawStopReason })
}
