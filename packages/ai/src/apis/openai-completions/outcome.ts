import { type Delta, type DoneReason, type ErrorDelta, failure } from '../../message/delta.ts'

/**
 * What a body without `finish_reason` means: a drop; a complete answer if it is text only (`accept-text`); or a complete
 * answer (`accept`), for servers that never send one.
 */
export type MissingFinish = 'drop' | 'accept-text' | 'accept'

/** What an answer says of its end. */
export interface ChatEnd {
  /** The vendor's last word; undefined where there was none. */
  finish: string | undefined
  /** What the model said when it declined. */
  refusal: string
  hasCalls: boolean
}

/** How a Chat Completions answer ended. */
export function chatOutcome({ finish, refusal, hasCalls }: ChatEnd, missingFinish: MissingFinish = 'drop'): Delta {
  if (refusal !== '') return failure('refusal', refusal, { refusal: { explanation: refusal } })
  if (finish !== undefined) return finished(finish, hasCalls)
  const isAccepted = missingFinish === 'accept' || (missingFinish === 'accept-text' && !hasCalls)
  return isAccepted ? { type: 'done', reason: reasonOf(undefined, hasCalls) } : dropped
}

const dropped: ErrorDelta = failure('stream_dropped', 'Stream ended without finish_reason — connection likely dropped')

function finished(finish: string, hasCalls: boolean): Delta {
  const failed = failures[finish] ?? failures[finish.split(':', 1)[0] ?? '']
  if (failed) return failedWith(failed, finish)
  return { type: 'done', reason: reasonOf(finish, hasCalls), rawStopReason: finish }
}

function failedWith(code: ErrorDelta['code'], finish: string): ErrorDelta {
  const refusal = code === 'refusal' ? { refusal: { category: finish, explanation: null } } : {}
  return failure(code, `Provider finish_reason: ${finish}`, { rawStopReason: finish, ...refusal })
}

/** What the message holds decides between `stop` and `toolUse`, not the vendor's word; only a cut stays a cut. */
function reasonOf(finish: string | undefined, hasCalls: boolean): DoneReason {
  if (finish !== undefined && cuts.has(finish)) return 'length'
  return hasCalls ? 'toolUse' : 'stop'
}

const cuts: ReadonlySet<string> = new Set(['length', 'max_tokens', 'model_length', 'model_context_window_exceeded'])

/** Words that mean a failure. Gemini's compatible endpoint says more behind a colon: `content_filter: SAFETY`. */
const failures: Readonly<Record<string, ErrorDelta['code']>> = {
  content_filter: 'content_filter',
  sensitive: 'content_filter',
  refusal: 'refusal',
  function_call_filter: 'malformed_response',
  network_error: 'server_error',
  error: 'server_error',
  insufficient_system_resource: 'overloaded',
}
