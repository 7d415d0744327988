import type { AgentNS } from '#src/index.ts'

/** A message in the notation of the shared cases. */
export interface NeutralMessage {
  role: string
  text?: string
  calls?: string[]
  for?: string
}

export function toNeutral(message: Partial<AgentNS.Message>): NeutralMessage {
  const text = typeof message.content === 'string' ? message.content : ''
  if (message.role === 'tool') return { role: 'toolResult', for: message.tool_call_id ?? '', text }
  const calls = message.tool_calls?.map(({ id }) => id ?? '')
  return calls ? { role: message.role ?? '', calls } : { role: message.role ?? '', text }
}
