import type {
  AssistantMessage,
  ImageContent,
  Message,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import { emptyUsage } from '#src/message/usage.ts'
import type { Tool } from '#src/options/options.ts'

export const png: ImageContent = { type: 'image', data: 'aGk=', mimeType: 'image/png' }

/** A tool with all that a schema may have. */
export const weather: Tool = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { $ref: '#/$defs/city' } },
    required: ['city'],
    additionalProperties: false,
    $defs: { city: { type: 'string' } },
  },
}

export function user(content: UserMessage['content']): UserMessage {
  return { role: 'user', content, timestamp: 0 }
}

/** A turn of this model. */
export function turn(
  { api, provider, id }: Pick<Model, 'api' | 'provider' | 'id'>,
  content: AssistantMessage['content'],
  facts: Partial<AssistantMessage> = {},
): AssistantMessage {
  const stopReason = content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop'
  return {
    role: 'assistant',
    content,
    api,
    provider,
    model: id,
    usage: emptyUsage(),
    stopReason,
    timestamp: 0,
    ...facts,
  }
}

export function call(id: string, args: Record<string, unknown> = {}): ToolCall {
  return { type: 'toolCall', id, name: 'weather', arguments: args }
}

export function result(
  toolCallId: string,
  content: string | ToolResultMessage['content'],
  isError = false,
): ToolResultMessage {
  const blocks: ToolResultMessage['content'] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return { role: 'toolResult', toolCallId, toolName: 'weather', content: blocks, isError, timestamp: 0 }
}

/** Freezes messages as agent-core does when they end. */
export function frozen(...messages: Message[]): Message[] {
  return messages.map((message) => Object.freeze(message))
}
