import type { Message, UserMessage } from '../message/message.ts'
import { isPaired, pairResults } from './pair-results.ts'
import { type RepairTarget, repairKey } from './repair-target.ts'
import { type Tidied, tidyMessage } from './tidy-message.ts'
import { oncePerMessage } from './wire-cache.ts'

export type { RepairTarget } from './repair-target.ts'

/**
 * Turns a stored history into one that the target accepts (fault rule R1). Whatever comes in (aborted runs, handed over
 * from another model, restored from elsewhere, with fields missing), in what leaves
 *
 * - each call has exactly one result, right behind its turn and in the order of the calls: late results move there,
 *   missing ones are made up as errors, surplus ones and those without a call are left out;
 * - repeated call ids are paired by order of occurrence and told apart; all ids are legal for the vendor;
 * - turns that ended in `error` or `aborted`, and turns that say nothing, are left out;
 * - signatures and reasoning of other models are gone, images the model can not see are a note;
 * - text is well-formed Unicode, arguments are objects.
 *
 * Pure, linear and idempotent. Messages that need no change come back as the same objects; the changed form of a frozen
 * message is made once per target.
 */
export function repairMessages(messages: readonly Message[], target: RepairTarget): Message[] {
  const tidyOnce = oncePerMessage(`tidy ${repairKey(target)}`, (message: Message) => tidyMessage(message, target))
  const tidied: Tidied[] = []
  for (const message of messages) {
    const tidy = isMessage(message) ? tidyOnce(message) : nothing
    if (tidy.message) tidied.push(tidy)
  }
  const paired = isPaired(tidied) ? tidied.map(({ message }) => message) : pairResults(tidied, target)
  const joined = target.neighbouringUsers === 'join' ? joinUsers(paired) : paired
  return target.opensWithUser ? openWithUser(joined) : joined
}

const nothing = { message: undefined }

function isMessage(message: unknown): boolean {
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
