import type { MessageLike } from '../types/message.ts'

/**
 * A list that an agent can grow and whose messages it can write into: the given one, with copies in place of frozen
 * messages, or a copy if the list itself is frozen. Stores freeze what they hand out (immer, Redux Toolkit).
 */
export function ownMessages(messages: MessageLike[]): MessageLike[] {
  if (Object.isFrozen(messages)) return messages.map(ownMessage)
  for (const [index, message] of messages.entries()) {
    if (Object.isFrozen(message)) messages[index] = ownMessage(message)
  }
  return messages
}

/** The same message, unless it is frozen: then a copy. */
export function ownMessage<M extends MessageLike>(message: M): M {
  if (!Object.isFrozen(message)) return message
  return Object.assign(Object.create(Object.getPrototypeOf(message) as object) as M, message)
}
