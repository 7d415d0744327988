import { Message } from '../message/message.ts'
import type { Session } from '../session/session.ts'
import type { AgentLike } from '../types/agent.ts'
import { type MessageContent, MessageStatus, Role } from '../types/message.ts'

/** Appends what was said with `steer` since the last request. */
export function saySteering(agent: AgentLike, session: Session): void {
  say(agent, session, session.queues.takeSteering())
}

/** Appends the next of what was said with `followUp`. @returns whether there is anything to respond to */
export function sayFollowUp(agent: AgentLike, session: Session): boolean {
  return session.queues.sizes.steer > 0 || say(agent, session, session.queues.takeFollowUp())
}

function say(agent: AgentLike, session: Session, contents: readonly MessageContent[]): boolean {
  for (const content of contents) {
    const message = Message.User(content)
    agent.messages.splice(placeOf(agent), 0, message)
    agent.events.emit('message-done', message)
  }
  if (contents.length > 0) agent.events.emit('queue', session.queues.sizes)
  return contents.length > 0
}

/** The end, or before a placeholder that waits for the response. */
function placeOf({ messages }: AgentLike): number {
  const last = messages.at(-1)
  const isPlaceholder = last?.role === Role.Assistant && last.status === MessageStatus.Pending
  return isPlaceholder ? messages.length - 1 : messages.length
}
