import type { Message, UserMessage } from '../message/message.ts'
import { foldIncrementally, type IncrementalFold } from './fold-growing.ts'
import { followPairing, forkPairing, isPaired, newPairing, type Pairing, pairResults } from './pair-results.ts'
import { oncePerMessage } from './per-message-cache.ts'
import { type RepairTarget, repairKey } from './repair-target.ts'
import { type SanitizedMessage, sanitizeMessage } from './sanitize-message.ts'

export type { RepairTarget } from './repair-target.ts'

/**
 * Turns a stored history into one that the target accepts (fault rule R1). Whatever comes in (aborted runs, handed over
 * from another model, restored from elsewhere, with fields missing), in what leaves
 *
 * - each call has exactly one result, right behind its turn and in the order of the calls: late results move there,
 *   missing ones are made up as errors, surplus ones and those without a call are left out;
 * - repeated call ids are paired by order of occurrence and told apart; all ids and names are legal for the vendor;
 * - turns that ended in `error` or `aborted`, and turns that say nothing, are left out;
 * - signatures and reasoning of other models are gone, images the model can not see are a note;
 * - text is well-formed Unicode, arguments are objects.
 *
 * Pure, linear and idempotent. Messages that need no change come back as the same objects; the changed form of a frozen
 * message is made once per target.
 */
export function repairMessages(messages: readonly Message[], target: RepairTarget): Message[] {
  const { sanitized, kept, pairing } = foldIncrementally(repairFor(target), messages.filter(isMessage))
  const paired = isPaired(pairing) ? kept.slice() : pairResults(sanitized, target)
  const joined = target.consecutiveUsers === 'join' ? joinUsers(paired) : paired
  return target.opensWithUser ? openWithUser(joined) : joined
}

/** What is known of a history, message by message. */
interface Repair {
  /** All that may go to the target, and failed turns. */
  readonly sanitized: SanitizedMessage[]
  readonly kept: Message[]
  readonly pairing: Pairing
}

function repairFor(target: RepairTarget): IncrementalFold<Message, Repair> {
  const key = `sanitize ${repairKey(target)}`
  const sanitizeOnce = oncePerMessage(key, (message: Message) => sanitizeMessage(message, target))
  return {
    key,
    start: () => ({ sanitized: [], kept: [], pairing: newPairing() }),
    fork: ({ sanitized, kept, pairing }) => ({
      sanitized: [...sanitized],
      kept: [...kept],
      pairing: forkPairing(pairing),
    }),
    add({ sanitized, kept, pairing }, message) {
      const one = sanitizeOnce(message)
      if (!one.message) return
      sanitized.push(one)
      kept.push(one.message)
      followPairing(pairing, one)
    },
  }
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null
}

function joinUsers(messages: Message[]): Message[] {
  const joined: Message[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (message.role === 'user' && last?.role === 'user') joined[joined.length - 1] = joinTwo(last, message)
    else joined.push(message)
  }
  return joined
}

function joinTwo(first: UserMessage, second: UserMessage): UserMessage {
  return { ...first, content: [...blocksOf(first), ...blocksOf(second)] }
}

function blocksOf({ content }: UserMessage) {
  return typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
}

const opening: UserMessage = Object.freeze({ role: 'user', content: '(The conversation continues.)', timestamp: 0 })

function openWithUser(messages: Message[]): Message[] {
  const [first] = messages
  return first === undefined || first.role === 'user' ? messages : [opening, ...messages]
}
