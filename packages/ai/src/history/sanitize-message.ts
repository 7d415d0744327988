import { type Message, type ToolCall, toolCallsOf } from '../message/message.ts'
import { type RepairTarget, isForeignTo } from './repair-target.ts'
import { tidyResult, tidyUser } from './sanitize-input.ts'
import { tidyTurn } from './sanitize-turn.ts'

/** A message as it may go to the target, and what the pairing of its calls needs to know of it. */
export interface Tidied {
  readonly message: Message
  readonly calls: readonly ToolCall[]
  /** Whether the vendor takes the ids of the calls as they are. */
  readonly hasLegalIds: boolean
}

/**
 * What of one message, looked at alone, may go to the target. No message: nothing. Failed turns with calls stay for the
 * time being, because their results are to be recognised and left out with them.
 *
 * Histories may come from anywhere, so nothing is taken for granted that the types promise.
 */
export function tidyMessage(message: Message, target: RepairTarget): Tidied | { readonly message: undefined } {
  const tidied = tidy(message, target)
  if (!tidied) return { message: undefined }
  if (Object.isFrozen(message)) Object.freeze(tidied)
  if (tidied.role !== 'assistant') return { message: tidied, calls: [], hasLegalIds: true }
  const calls = toolCallsOf(tidied)
  const isForeign = isForeignTo(tidied, target)
  return {
    message: tidied,
    calls,
    hasLegalIds: calls.every(({ id }) => id !== '' && target.callId(id, isForeign) === id),
  }
}

function tidy(message: Message, target: RepairTarget): Message | undefined {
  switch (message.role) {
    case 'user':
      return tidyUser(message, target)
    case 'assistant':
      return tidyTurn(message, target)
    case 'toolResult':
      return tidyResult(message, target)
    default:
      return undefined // a role of the application, or of another library
  }
}
