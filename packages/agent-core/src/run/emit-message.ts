import type { AgentMessage } from '../types/agent-message.ts'
import { frozenMessage } from './freeze-message.ts'
import { keepMessage, type Run } from './run.ts'

/** Adds a message that arrives complete: from the user, from a queue, or from a tool. Resolves to what was kept. */
export async function emitMessage<M extends AgentMessage>(run: Run, given: M): Promise<M> {
  const message = frozenMessage(given)
  await run.emit({ type: 'message_start', message })
  keepMessage(run, message)
  await run.emit({ type: 'message_end', message })
  return message
}
