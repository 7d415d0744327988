import type { MessageLike } from '../types/message.ts'

/**
 * Gives an agent messages that it can work with, since it adds to the list and writes into its messages: copies take the
 * place of those that are frozen, and of the list if that is. Stores freeze what they hand out (immer, Redux Toolkit).
 */
export function unfreezeMessages(agent: { messages: MessageLike[] }): void {
  const { messages } = agent
  if (Object.isFrozen(messages)) {
    agent.messages = messages.map(unfrozen)
    return
  }
  for (const [index, message] of messages.entries()) {
    if (Object.isFrozen(message)) messages[index] = unfrozen(message)
  }
}

/** The same message, or a copy if it is frozen. */
export function unfrozen<M extends MessageLike>(message: M): M {
  if (!Object.isFrozen(message)) return message
  return Object.assign(Object.create(Object.getPrototypeOf(message) as object) as M, message)
}
