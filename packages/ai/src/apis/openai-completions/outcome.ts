import { type Delta, type DoneReason, type ErrorDelta, failure } from '../../message/delta.ts'
import { serverFailures } from '../../message/server-failures.ts'
import { ownValue } from '../../values/json.ts'

/**
 * What a body without `finish_reason` means: a drop; a complete response if it is text only (`accept-text`); or a
 * complete response (`accept`), for servers that never send one.
 */
export type MissingFinish = 'drop' | 'accept-text' | 'accept'

/** What is known of the end of a response. */
export interface ChatEnd {
  /** The last reason that was given; undefined where there was none. */
  finish: string | undefined
  /** The text in which the model declined. */
  refusal: string
  hasCalls: boolean
}

/** How a Chat Completions response ended. */
export function chatOutcome({ finish, refusal, hasCalls }: ChatEnd, missingFinish: MissingFinish = 'drop'): Delta {
  if (refusal !== '') return failure('refusal', refusal, { refusal: { explanation: refusal } })
  if (finish !== undefined) return finished(finish, hasCalls)
  const isAccepted = missingFinish === 'accept' || (missingFinish === 'accept-text' && !hasCalls)
  return isAccepted ? { type: 'done', reason: reasonOf('', hasCalls) } : dropped
}

const dropped: ErrorDelta = failure('stream_dropped', 'Stream ended without finish_reason — connection likely dropped')

/** Reasons are compared without regard to case: gateways hand on `STOP` and `MAX_TOKENS`. */
function finished(finish: string, hasCalls: boolean): Delta {
  const reason = finish.toLowerCase()
  const failed = ownValue(failures, reason) ?? ownValue(failures, reason.split(':', 1)[0])
  if (failed) return failedWith(failed, finish)
  return { type: 'done', reason: reasonOf(reason, hasCalls), rawStopReason: finish }
}

function failedWith(code: ErrorDelta['code'], finish: string): ErrorDelta {
  const refusal = code === 'refusal' ? { refusal: { category: finish, explanation: null } } : {}
  return failure(code, `Provider finish_reason: ${finish}`, { rawStopReason: finish, ...refusal })
}

/** What the message holds decides between `stop` and `toolUse`, not the reason; only a cut stays a cut. */
function reasonOf(reason: string, hasCalls: boolean): DoneReason {
  if (cuts.has(reason)) return 'length'
  return hasCalls ? 'toolUse' : 'stop'
}

const cuts: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
  'model_context_window_exceeded',
])

/** Reasons that mean a failure. Gemini's compatible endpoint adds details behind a colon: `content_filter: SAFETY`. */
const failures: Readonly<Record<string, ErrorDelta['code']>> = {
  content_filter: 'content_filter',
  sensitive: 'content_filter',
  safety: 'content_filter',
  recitation: 'content_filter',
  blocklist: 'content_filter',
  prohibited_content: 'content_filter',
  spii: 'content_filter',
  refusal: 'refusal',
  function_call_filter: 'malformed_response',
  malformed_function_call: 'malformed_response',
  ...serverFailures,
}
