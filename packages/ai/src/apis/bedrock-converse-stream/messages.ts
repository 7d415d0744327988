import { AIError } from '../../errors/ai-error.ts'
import { cachedPerMessage } from '../../history/per-message-cache.ts'
import { isBlank } from '../../history/stored-blocks.ts'
import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ThinkingContent,
  ToolResultMessage,
  UserMessage,
} from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import { isClaude } from './claude.ts'
import type { BedrockContent, BedrockImage, BedrockImageFormat, BedrockMessage, BedrockReasoning } from './wire.ts'

/** Messages as Bedrock wants them: roles alternate, so results and what the user says next are one message. */
export function toMessages(messages: readonly Message[], model: Pick<Model, 'id'>): BedrockMessage[] {
  const joined: BedrockMessage[] = []
  for (const message of messages) {
    const { role, content } = cachedPerMessage(cacheKey(model), message, () => toMessage(message, model))
    const last = joined.at(-1)
    if (content.length === 0) continue
    if (last?.role === role) joined[joined.length - 1] = { role, content: [...last.content, ...content] }
    else joined.push({ role, content })
  }
  return withoutTrailingSpace(joined)
}

/** A turn that the model is to go on with must not end in white space. */
function withoutTrailingSpace(messages: BedrockMessage[]): BedrockMessage[] {
  const last = messages.at(-1)
  const block = last?.content.at(-1)
  if (last?.role !== 'assistant' || !block || !('text' in block) || !/\s$/.test(block.text)) return messages
  const content = [...last.content.slice(0, -1), { text: block.text.trimEnd() }]
  return [...messages.slice(0, -1), { role: 'assistant', content }]
}

/** Of the target, only this shows in the wire form. */
function cacheKey({ id }: Pick<Model, 'id'>): string {
  return isClaude({ id }) ? 'bedrock claude' : 'bedrock'
}

function toMessage(message: Message, model: Pick<Model, 'id'>): BedrockMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: toUserContent(message) }
    case 'toolResult':
      return { role: 'user', content: [toToolResult(message)] }
    case 'assistant':
      return { role: 'assistant', content: toAssistantContent(message, model) }
  }
}

function toUserContent({ content }: UserMessage): BedrockContent[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(toInput)
}

function toInput(block: TextContent | ImageContent): { text: string } | BedrockImage {
  return block.type === 'text' ? { text: block.text } : toImage(block)
}

function toToolResult({ toolCallId, content, isError }: ToolResultMessage): BedrockContent {
  const said = content.map(toInput)
  const status = isError ? 'error' : 'success'
  // Without any content the result is refused.
  return { toolResult: { toolUseId: toolCallId, content: said.length > 0 ? said : [{ text: '(no output)' }], status } }
}

function toAssistantContent({ content }: AssistantMessage, model: Pick<Model, 'id'>): BedrockContent[] {
  return content.map((block) => toAssistantBlock(block, model)).filter((block) => block !== undefined)
}

function toAssistantBlock(block: AssistantContent, model: Pick<Model, 'id'>): BedrockContent | undefined {
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? undefined : { text: block.text }
    case 'thinking':
      return toReasoning(block, model)
    case 'toolCall':
      return { toolUse: { toolUseId: block.id, name: block.name, input: block.arguments } }
  }
}

/** Claude refuses thinking without its signature, others refuse signatures. */
function toReasoning(
  { thinking, thinkingSignature, redacted }: ThinkingContent,
  { id }: Pick<Model, 'id'>,
): BedrockReasoning | undefined {
  if (redacted) return thinkingSignature ? { reasoningContent: { redactedContent: thinkingSignature } } : undefined
  if (!isClaude({ id })) return thinking ? { reasoningContent: { reasoningText: { text: thinking } } } : undefined
  if (!thinkingSignature) return undefined
  return { reasoningContent: { reasoningText: { text: thinking, signature: thinkingSignature } } }
}

const imageFormats: Readonly<Record<string, BedrockImageFormat>> = {
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

function toImage({ data, mimeType }: ImageContent): BedrockImage {
  const format = imageFormats[mimeType.toLowerCase()]
  if (format) return { image: { format, source: { bytes: data } } }
  throw new AIError('unsupported', `Bedrock takes images as jpeg, png, gif or webp, not as ${mimeType}`, {
    provider: 'amazon-bedrock',
  })
}
