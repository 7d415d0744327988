import { isFailed } from '@dreb/ai'

import type { AgentMessage } from '../types/agent-message.ts'

/** The last message that counts: answers that failed are passed over, for they are never sent. */
export function lastSettled(messages: readonly AgentMessage[]): AgentMessage | undefined {
  return messages.findLast((message) => message.role !== 'assistant' || !isFailed(message))
}
