import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from '../../message/message.ts'
import { textOfBlocks } from '../../message/text-of-blocks.ts'
import { memoizePerMessage } from '../../values/memo.ts'
import type { MistralMessage, MistralPart, MistralToolCall } from './wire.ts'

/** Stands between the result of a tool and a user message, which Mistral refuses right after it. */
const bridge: MistralMessage = { role: 'assistant', content: 'I have processed the tool results.' }

/** A repaired conversation as Mistral's messages. */
export function toMistralMessages(messages: readonly Message[]): MistralMessage[] {
  return messages.flatMap((message, at) => {
    const isBridged = message.role === 'user' && messages[at - 1]?.role === 'toolResult'
    const sent = formOf(message)
    return isBridged ? [bridge, sent] : [sent]
  })
}

const formOf = memoizePerMessage(toMessage)({})

function toMessage(message: Message): MistralMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: toContent(message) }
    case 'assistant':
      return toAssistant(message)
    case 'toolResult':
      return toResult(message)
  }
}

function toContent({ content }: UserMessage): string | MistralPart[] {
  return typeof content === 'string' ? content : content.map(toPart)
}

function toPart(block: TextContent | ImageContent): MistralPart {
  if (block.type === 'text') return { type: 'text', text: block.text }
  return { type: 'image_url', image_url: block.url ?? `data:${block.mimeType};base64,${block.data}` }
}

function toAssistant({ content }: AssistantMessage): MistralMessage {
  const calls = content.filter((block) => block.type === 'toolCall').map(toCall)
  const parts = content.flatMap(toProse)
  return {
    role: 'assistant',
    ...(parts.length > 0 && { content: joined(parts) }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** Text alone is sent as a string, as every model understands it. */
function joined(parts: MistralPart[]): string | MistralPart[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length === parts.length ? texts.join('') : parts
}

function toProse(block: AssistantContent): MistralPart[] {
  if (block.type === 'toolCall') return []
  const text = block.type === 'text' ? block.text : block.thinking
  if (!/\S/.test(text)) return []
  return [
    block.type === 'text'
      ? { type: 'text', text }
      : { type: 'thinking', thinking: [{ type: 'text', text }], closed: true },
  ]
}

function toCall({ id, name, arguments: args }: ToolCall): MistralToolCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } }
}

function toResult({ toolCallId, toolName, content, isError }: ToolResultMessage): MistralMessage {
  const images = content.filter((block) => block.type === 'image').map(toPart)
  const shown = textOfBlocks(content, '\n') || (images.length > 0 ? '(see attached image)' : '(no tool output)')
  const text = isError ? `[tool error] ${shown}` : shown
  const sent = images.length === 0 ? text : [{ type: 'text' as const, text }, ...images]
  return { role: 'tool', tool_call_id: toolCallId, name: toolName, content: sent }
}
