import type { Session, Task } from '../session/session.ts'
import type { AgentLike } from '../types/agent.ts'

/** Emits `message-done` for the message of a task, once. */
export function announce(agent: Pick<AgentLike, 'events'>, task: Task): void {
  if (task.isAnnounced) return
  task.isAnnounced = true
  agent.events.emit('message-done', task.message)
}

/** Emits it for what an abort has left behind, after such rounds were made whole. */
export function announceRest(agent: Pick<AgentLike, 'events' | 'messages'>, session: Session): void {
  const rest = [...session.all].filter(({ isAnnounced }) => !isAnnounced)
  if (rest.length === 0) return
  const listed = new Set(agent.messages)
  for (const task of rest) if (listed.has(task.message)) announce(agent, task)
}
