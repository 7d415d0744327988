import type { Message, UserMessage } from '../message/message.ts'
import { type IncrementalFold, memoizeFold, memoizePerMessage } from '../values/memo.ts'
import { followPairing, forkPairing, isPaired, newPairing, type Pairing, pairResults } from './pair-results.ts'
import { type RepairTarget, type RepairTraits, traitsOf } from './repair-target.ts'
import { type SanitizedMessage, sanitizeMessage } from './sanitize-message.ts'

export type { RepairTarget } from './repair-target.ts'

/**
 * Turns a stored history into one that the target accepts (fault rule R1). Whatever comes in (aborted runs, handed over
 * from another model, restored from elsewhere, with fields missing), in what leaves
 *
 * - each call has exactly one result, right behind its turn and in the order of the calls: late results move there,
 *   missing ones are made up as errors, surplus ones and those without a call are left out;
 * - repeated call ids are paired by order of occurrence and told apart; all ids and names are legal for the provider;
 * - turns that ended in `error` or `aborted`, and turns that say nothing, are left out;
 * - signatures and reasoning of other models are gone, images the model cannot see are a note;
 * - text is well-formed Unicode, arguments are objects.
 *
 * Pure, linear and idempotent. Messages that need no change come back as the same objects; the changed form of a frozen
 * message is made once per target.
 */
export function repairMessages(messages: readonly Message[], target: RepairTarget): Message[] {
  const traits = traitsOf(target)
  const { sanitized, kept, pairing } = followHistory(traits, messages.filter(isMessage))
  const paired = isPaired(pairing) ? kept.slice() : pairResults(sanitized, traits)
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

const sanitizeOnce = memoizePerMessage(sanitizeMessage)

const repair: IncrementalFold<Message, RepairTraits, Repair> = {
  start: () => ({ sanitized: [], kept: [], pairing: newPairing() }),
  fork: ({ sanitized, kept, pairing }) => ({
    sanitized: [...sanitized],
    kept: [...kept],
    pairing: forkPairing(pairing),
  }),
  adder(traits) {
    const sanitize = sanitizeOnce(traits)
    return ({ sanitized, kept, pairing }, message) => {
      const one = sanitize(message)
      if (!one.message) return
      sanitized.push(one)
      kept.push(one.message)
      followPairing(pairing, one)
    }
  },
}

const followHistory = memoizeFold(repair)

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null
}

/** Users in a row as one message each, in time linear in all their blocks. */
function joinUsers(messages: Message[]): Message[] {
  const joined: Message[] = []
  for (let start = 0; start < messages.length;) {
    const end = endOfUsers(messages, start)
    joined.push(end - start > 1 ? joinAll(messages.slice(start, end) as UserMessage[]) : (messages[start] as Message))
    start = Math.max(end, start + 1)
  }
  return joined
}

/** The place behind the users that begin at `at`. */
function endOfUsers(messages: readonly Message[], at: number): number {
  while (messages[at]?.role === 'user') at++
  return at
}

function joinAll(users: readonly UserMessage[]): UserMessage {
  return { ...(users[0] as UserMessage), content: users.flatMap(blocksOf) }
}

function blocksOf({ content }: UserMessage) {
  return typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
}

const opening: UserMessage = Object.freeze({ role: 'user', content: '(The conversation continues.)', timestamp: 0 })

function openWithUser(messages: Message[]): Message[] {
  const [first] = messages
  return first === undefined || first.role === 'user' ? messages : [opening, ...messages]
}
