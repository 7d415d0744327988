import type { AssistantMessage, Message } from '@dreb/ai'

import type { AgentMessage } from '../types/agent-message.ts'

/**
 * A message that has ended does not change any more, so that its form for a provider is made once. Messages of the
 * application are left as they are, and so are the details of tool results: they may be anything.
 */
export function freezeMessage<M extends AgentMessage>(message: M): M {
  if (Object.isFrozen(message)) return message
  if (!isStandard(message)) return message
  freezeData(message.content)
  if (message.role === 'assistant') freezeData(message.usage)
  return Object.freeze(message)
}

/**
 * The finished message as the conversation keeps it: frozen, with the time it took. A copy, because the object belongs
 * to the stream function that made it.
 */
export function finishMessage(message: AssistantMessage, durationMs: number): AssistantMessage {
  const content = message.content.map((block) => ({ ...block }))
  return freezeMessage({ ...message, content, usage: { ...message.usage }, durationMs })
}

/** Whether a message is of a kind that models understand, and not one the application added. */
export function isStandard(message: AgentMessage): message is Message {
  return message.role === 'user' || message.role === 'assistant' || message.role === 'toolResult'
}

/** Freezes plain data to its last leaf. */
function freezeData(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freezeData(part)
}
