import type { Message, UserMessage } from '../message/message.ts'
import { pairResults } from './pair-results.ts'
import type { RepairTarget } from './repair-target.ts'
import { tidyMessage } from './tidy-message.ts'

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
  const tidy = messages.map((message) => tidyMessage(message, target)).filter((message) => message !== undefined)
  const paired = pairResults(tidy, target)
  const joined = target.neighbouringUsers === 'join' ? joinUsers(paired) : paired
  return target.opensWithUser ? openWithUser(joined) : joined
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
