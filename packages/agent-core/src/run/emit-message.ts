import type { AgentMessage } from '../types/agent-message.ts'
import { freezeMessage } from './freeze-message.ts'
import { keep, type Run } from './run.ts'

/** A message that arrives whole: from the user, from a queue, or from a tool. */
export async function say(run: Run, message: AgentMessage): Promise<void> {
  await run.emit({ type: 'message_start', message })
  keep(run, freezeMessage(message))
  await run.emit({ type: 'message_end', message })
}
