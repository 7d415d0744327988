import { type Message, type ToolCall, toolCallsOf } from '../message/message.ts'
import { legalCallId } from './call-rules.ts'
import { isForeignTo, type RepairTraits } from './repair-target.ts'
import { sanitizeResult, sanitizeUser } from './sanitize-input.ts'
import { sanitizeTurn } from './sanitize-turn.ts'

/** A message as it may go to the target, and what the pairing of its calls needs to know of it. */
export interface SanitizedMessage {
  readonly message: Message
  readonly calls: readonly ToolCall[]
  /** Whether the provider takes the ids of the calls as they are. */
  readonly hasLegalIds: boolean
}

/**
 * What of one message, looked at alone, may go to the target. No message: nothing. Failed turns with calls stay for the
 * time being, because their results are to be recognised and left out with them.
 *
 * Histories may come from anywhere, so nothing is taken for granted that the types promise.
 */
export function sanitizeMessage(
  message: Message,
  target: RepairTraits,
): SanitizedMessage | { readonly message: undefined } {
  const sanitized = sanitize(message, target)
  if (!sanitized) return { message: undefined }
  if (Object.isFrozen(message)) Object.freeze(sanitized)
  if (sanitized.role !== 'assistant') return { message: sanitized, calls: [], hasLegalIds: true }
  const calls = toolCallsOf(sanitized)
  const isForeign = isForeignTo(sanitized, target)
  return {
    message: sanitized,
    calls,
    hasLegalIds: calls.every(({ id }) => id !== '' && legalCallId(target.callIds, id, isForeign) === id),
  }
}

function sanitize(message: Message, target: RepairTraits): Message | undefined {
  switch (message.role) {
    case 'user':
      return sanitizeUser(message, target)
    case 'assistant':
      return sanitizeTurn(message, target)
    case 'toolResult':
      return sanitizeResult(message, target)
    default:
      return undefined // a role of the application, or of another library
  }
}
