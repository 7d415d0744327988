import { freezeMessage } from './freeze.ts'
import { keep, type Run } from './run.ts'
import type { AgentMessage } from './types/agent-message.ts'

/** A message that arrives whole: from the user, from a queue, or from a tool. */
export async function say(run: Run, message: AgentMessage): Promise<void> {
  await run.emit({ type: 'message_start', message })
  keep(run, freezeMessage(message))
  await run.emit({ type: 'message_end', message })
}
