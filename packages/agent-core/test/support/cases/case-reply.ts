import type { ScriptedReply } from '@dreb/ai/testing'

import type { CaseTurn } from './case.ts'

const codes = { overloaded_error: 'overloaded', rate_limit_error: 'rate_limited' } as const

/** The turn of a case as the scripted stream plays it. */
export function toReply(turn: CaseTurn): ScriptedReply {
  const { text: said, toolCalls, stop, refusal, throws, end, error, cutInsideCall } = turn
  const code = codes[error?.type as keyof typeof codes] ?? 'invalid_request'
  const failures = { drop: 'drop', hang: 'hang', error: { code, message: error?.message ?? 'failed' } } as const
  return {
    ...(said !== undefined && { text: said }),
    ...(toolCalls && { toolCalls }),
    ...(stop && { stopReason: stop }),
    ...(refusal && { refusal }),
    ...(throws !== undefined && { fails: { throws: new Error(throws) } }),
    ...(end && !refusal && { fails: failures[end] }),
    // start, three for the text, the start of the call and one piece of it
    ...(cutInsideCall !== undefined && { pieceLength: 6, failsAfter: 6 }),
  }
}
