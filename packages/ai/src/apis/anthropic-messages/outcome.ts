import { type Delta, type DoneReason, failure } from '../../message/delta.ts'
import { serverFailures } from '../../message/server-failures.ts'
import { asRecord, asWord, ownValue } from '../../values/json.ts'
import type { AnthropicStop } from './wire.ts'

/** How a message ended. Reasons are compared without regard to case. */
export function anthropicOutcome(stop: AnthropicStop | undefined, hasCalls: boolean): Delta {
  if (!stop) return failure('stream_dropped', 'Stream ended without message_delta — connection likely dropped')
  const raw = asWord(stop.stop_reason)
  const reason = raw?.toLowerCase()
  if (raw !== undefined && (reason === 'refusal' || reason === 'sensitive')) return refused(raw, stop)
  const given = raw === undefined ? {} : { rawStopReason: raw }
  const failed = ownValue(serverFailures, reason)
  if (failed) return failure(failed, `Provider stop reason: ${raw}`, given)
  if (reason === 'model_context_window_exceeded')
    return { type: 'done', reason: 'length', errorMessage: reason, ...given }
  return { type: 'done', reason: reasonOf(reason, hasCalls), ...given }
}

/** What the message holds decides between `stop` and `toolUse`, not the reason; only a cut stays a cut. */
function reasonOf(stopReason: string | undefined, hasCalls: boolean): DoneReason {
  if (stopReason === 'max_tokens') return 'length'
  return hasCalls ? 'toolUse' : 'stop'
}

function refused(rawStopReason: string, { stop_details }: AnthropicStop): Delta {
  const details = asRecord(stop_details)
  const [category, explanation] = [asWord(details.category) ?? null, asWord(details.explanation) ?? null]
  const text = explanation ?? 'The model refused to complete the request'
  return failure('refusal', text, { refusal: { category, explanation }, rawStopReason })
}
