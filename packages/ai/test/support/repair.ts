import { type RepairTarget, repairMessages } from '#src/history/repair-messages.ts'
import type { Message } from '#src/message/message.ts'

export const reader: RepairTarget = {
  model: { api: 'anthropic-messages', provider: 'anthropic', id: 'claude-test', input: ['text', 'image'] },
  foreignThinking: 'drop',
  callIds: 'safe-64',
}

export const own = reader.model

export const other = { api: 'openai-completions', provider: 'openai', id: 'gpt-test' }

export const repair = (messages: Message[], target: Partial<RepairTarget> = {}) =>
  repairMessages(messages, { ...reader, ...target })

export function contentOf(message: Message | undefined) {
  return message?.role === 'assistant' ? message.content : []
}

export function idsAndText(message: Message): string | string[] {
  if (message.role === 'assistant')
    return message.content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []))
  const text =
    typeof message.content === 'string'
      ? message.content
      : message.content.map((block) => (block.type === 'text' ? block.text : '')).join()
  return message.role === 'user' ? text : [message.toolCallId, text]
}
