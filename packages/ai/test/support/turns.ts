import type { AssistantMessage, ImageContent, Message, ToolCall, ToolResultMessage } from '../../src/message/message.ts'
import type { Model } from '../../src/message/model.ts'
import { emptyUsage } from '../../src/message/usage.ts'

/** Messages of a conversation, written short. */
export const png: ImageContent = { type: 'image', data: 'aGk=', mimeType: 'image/png' }

export function user(content: Extract<Message, { role: 'user' }>['content']): Message {
  return { role: 'user', content, timestamp: 0 }
}

/** A turn that a model made. */
export function turnOf(
  { api, provider, id }: Pick<Model, 'api' | 'provider' | 'id'>,
  content: AssistantMessage['content'],
): AssistantMessage {
  const stopReason = content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop'
  return { role: 'assistant', content, api, provider, model: id, usage: emptyUsage(), stopReason, timestamp: 0 }
}

export function call(id: string, facts: Partial<ToolCall> = {}): ToolCall {
  return { type: 'toolCall', id, name: 'read', arguments: { path: id }, ...facts }
}

export function result(toolCallId: string, content: string | ToolResultMessage['content'], isError = false): Message {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return { role: 'toolResult', toolCallId, toolName: 'read', content: blocks, isError, timestamp: 0 }
}
