import { parseError } from '../../errors/parse-error.ts'
import { type DoneDelta, type ErrorDelta, failure, failureOf } from '../../message/delta.ts'
import type { OpenAIResponse, OpenAIResponsesError } from './wire.ts'

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
  const status = type === 'response.completed' ? (response.status ?? 'completed') : type.slice('response.'.length)
  if (status === 'failed' || status === 'cancelled') return failed(status, response)
  if (refusal) return failure('refusal', refusal, { refusal: { explanation: refusal }, rawStopReason: status })
  if (status === 'incomplete') return cut(response.incomplete_details?.reason)
  return { type: 'done', reason: hasCalls ? 'toolUse' : 'stop', rawStopReason: status }
}

function failed(status: string, { error, incomplete_details }: OpenAIResponse): ErrorDelta {
  if (error) return { ...vendorFailure(error), rawStopReason: status }
  const reason = incomplete_details?.reason
  return failure('server_error', reason ? `incomplete: ${reason}` : `Provider status: ${status}`, {
    rawStopReason: status,
  })
}

/** A failure in the vendor's words. */
export function vendorFailure(error: OpenAIResponsesError): ErrorDelta {
  return failureOf(parseError({ error }))
}

/** The answer was cut. Whatever the reason, its calls may be, too, so an unknown one does not make it a whole answer. */
function cut(reason: string | null | undefined): DoneDelta | ErrorDelta {
  const rawStopReason = reason ?? 'incomplete'
  if (reason === 'max_output_tokens') return { type: 'done', reason: 'length', rawStopReason }
  const message = `Response incomplete: ${reason ?? 'no reason given'}`
  if (reason !== 'content_filter') return { type: 'done', reason: 'length', rawStopReason, errorMessage: message }
  return failure('content_filter', message, { refusal: { category: reason }, rawStopReason })
}
