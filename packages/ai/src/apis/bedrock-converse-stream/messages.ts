import { imageNote, refuseUnreachableImages } from '../../message/images.ts'
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
import { ownValue } from '../../values/json.ts'
import { memoizePerMessage } from '../../values/memo.ts'
import { isBlank } from '../../values/text.ts'
import { isClaude } from './claude.ts'
import type { BedrockContent, BedrockImage, BedrockImageFormat, BedrockMessage, BedrockReasoning } from './wire.ts'

/**
 * Messages as Bedrock wants them: roles alternate, so results and what the user adds are one message.
 *
 * @throws AIError `unsupported` for a request that ends with an image at an address other than one of S3
 */
export function toMessages(messages: readonly Message[], model: Pick<Model, 'id'>): BedrockMessage[] {
  refuseUnreachableImages(messages, 'amazon-bedrock', isS3)
  const formOf = formFor({ isClaude: isClaude(model), takesReasoning: takesReasoning(model.id) })
  const joined: BedrockMessage[] = []
  for (const message of messages) {
    const { role, content } = formOf(message)
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

/** DeepSeek gives reasoning and refuses to take it back. */
function takesReasoning(modelId: string): boolean {
  return !/deepseek/i.test(modelId)
}

/** What the form of a message depends on besides the message. */
interface Traits {
  isClaude: boolean
  takesReasoning: boolean
}

const formFor = memoizePerMessage(toMessage)

function toMessage(message: Message, traits: Traits): BedrockMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: toUserContent(message) }
    case 'toolResult':
      return { role: 'user', content: [toToolResult(message)] }
    case 'assistant':
      return { role: 'assistant', content: toAssistantContent(message, traits) }
  }
}

function toUserContent({ content }: UserMessage): BedrockContent[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(toInput)
}

function toInput(block: TextContent | ImageContent): { text: string } | BedrockImage {
  return block.type === 'text' ? { text: block.text } : toImage(block)
}

function toToolResult({ toolCallId, content, isError }: ToolResultMessage): BedrockContent {
  const blocks = content.map(toInput)
  const status = isError ? 'error' : 'success'
  // Without any content the result is refused.
  return {
    toolResult: { toolUseId: toolCallId, content: blocks.length > 0 ? blocks : [{ text: '(no output)' }], status },
  }
}

function toAssistantContent({ content }: AssistantMessage, traits: Traits): BedrockContent[] {
  return content.map((block) => toAssistantBlock(block, traits)).filter((block) => block !== undefined)
}

function toAssistantBlock(block: AssistantContent, traits: Traits): BedrockContent | undefined {
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? undefined : { text: block.text }
    case 'thinking':
      return toReasoning(block, traits)
    case 'toolCall':
      return { toolUse: { toolUseId: block.id, name: block.name, input: block.arguments } }
  }
}

/** Claude refuses thinking without its signature, others refuse signatures. */
function toReasoning(
  { thinking, thinkingSignature, redacted }: ThinkingContent,
  traits: Traits,
): BedrockReasoning | undefined {
  if (!traits.takesReasoning) return undefined
  if (redacted) return thinkingSignature ? { reasoningContent: { redactedContent: thinkingSignature } } : undefined
  if (!traits.isClaude) return thinking ? { reasoningContent: { reasoningText: { text: thinking } } } : undefined
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

/** Of images that Bedrock does not take a note remains, as they would make every later request fail. */
function toImage(block: ImageContent): BedrockImage | { text: string } {
  const { data, url, mimeType } = block
  const format = ownValue(imageFormats, mimeType.toLowerCase())
  if (!format || (url !== undefined && !isS3(url))) return { text: imageNote(block) }
  return { image: { format, source: url === undefined ? { bytes: data } : { s3Location: { uri: url } } } }
}

function isS3(url: string): boolean {
  return url.startsWith('s3://')
}
