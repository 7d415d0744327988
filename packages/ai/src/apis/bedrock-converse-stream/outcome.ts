import { type Delta, type DoneReason, failure } from '../../message/delta.ts'
import { serverFailures } from '../../message/server-failures.ts'
import { ownValue } from '../../values/json.ts'

/** How a message ended. Reasons are compared without regard to case. */
export function bedrockOutcome(stopReason: string | undefined, hasCalls: boolean): Delta {
  if (stopReason === undefined) {
    return failure('stream_dropped', 'Stream ended without messageStop — connection likely dropped')
  }
  const reason = stopReason.toLowerCase()
  return failureFor(reason, stopReason) ?? done(reason, stopReason, hasCalls)
}

function failureFor(reason: string, rawStopReason: string): Delta | undefined {
  const failed = ownValue(serverFailures, reason)
  if (failed) return failure(failed, `Provider stop reason: ${rawStopReason}`, { rawStopReason })
  switch (reason) {
    case 'guardrail_intervened':
      return failure('refusal', 'A guardrail intervened: guardrail_intervened', {
        refusal: { category: reason },
        rawStopReason,
      })
    case 'refusal':
      return failure('refusal', 'The model refused to complete the request', {
        refusal: { category: null, explanation: null },
        rawStopReason,
      })
    case 'content_filtered':
      return failure('content_filter', 'The response was filtered: content_filtered', {
        refusal: { category: reason },
        rawStopReason,
      })
    case 'malformed_model_output':
    case 'malformed_tool_use':
      // The model wrote something that Bedrock cannot read; another attempt may do better.
      return failure('malformed_response', `Provider stop reason: ${reason}`, { retryable: true, rawStopReason })
    default:
      return undefined
  }
}

function done(reason: string, rawStopReason: string, hasCalls: boolean): Delta {
  if (reason === 'max_tokens') return { type: 'done', reason: 'length', rawStopReason }
  if (reason === 'model_context_window_exceeded') {
    return { type: 'done', reason: 'length', rawStopReason, errorMessage: reason }
  }
  return { type: 'done', reason: doneReasonOf(hasCalls), rawStopReason }
}

/** What the message holds decides, not the reason: `tool_use` may mean a tool that Bedrock ran itself. */
function doneReasonOf(hasCalls: boolean): DoneReason {
  return hasCalls ? 'toolUse' : 'stop'
}
