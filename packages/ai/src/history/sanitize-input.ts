import type { ImageContent, TextContent, ToolResultMessage, UserMessage } from '../message/message.ts'
import { asText } from '../values/json.ts'
import { isBlank } from '../values/text.ts'
import type { RepairTraits } from './repair-target.ts'
import { sanitizeText } from './sanitize-text.ts'
import { filterMapPreserving, listOf } from './stored-blocks.ts'

/** A user message as the target may see it; undefined if it is blank. */
export function sanitizeUser(message: UserMessage, target: RepairTraits): UserMessage | undefined {
  if (typeof message.content === 'string') return sanitizeUserText(message, message.content)
  const content = sanitizeInput(listOf(message.content), target, () => `[${omitted}]`)
  if (content.length === 0) return undefined
  return content === message.content ? message : { ...message, content }
}

function sanitizeUserText(message: UserMessage, text: string): UserMessage | undefined {
  const clean = sanitizeText(text)
  if (isBlank(clean)) return undefined
  return clean === text ? message : { ...message, content: clean }
}

/** A tool result as the target may see it. It may be empty: a call needs a result. */
export function sanitizeResult(message: ToolResultMessage, target: RepairTraits): ToolResultMessage {
  const note = (texts: number) => (texts > 0 ? `[tool ${omitted}]` : `(${omitted})`)
  const content = sanitizeInput(listOf(message.content), target, note)
  const toolCallId = asText(message.toolCallId)
  const isError = message.isError === true
  const isSame = content === message.content && toolCallId === message.toolCallId && isError === message.isError
  return isSame ? message : { ...message, content, toolCallId, isError }
}

const omitted = 'image omitted: model does not support images'

type Input = TextContent | ImageContent

/** Text and images of a user or a tool; a blank text is left out, and so is what is neither. */
function sanitizeInput(blocks: Input[], { seesImages }: RepairTraits, note: (texts: number) => string): Input[] {
  const content = filterMapPreserving(blocks, (block) => sanitizeInputBlock(block, seesImages))
  const isImageMissing = !seesImages && blocks.some((block) => block?.type === 'image')
  if (!isImageMissing) return content
  return [...content, { type: 'text', text: note(content.length) }]
}

function sanitizeInputBlock(block: Input, seesImages: boolean): Input | undefined {
  if (block?.type === 'text') return sanitizeTextBlock(block)
  return block?.type === 'image' && seesImages ? sanitizeImage(block) : undefined
}

/** A text block in well-formed Unicode; undefined if it is blank. */
export function sanitizeTextBlock(block: TextContent): TextContent | undefined {
  const text = sanitizeText(asText(block.text))
  if (isBlank(text)) return undefined
  return text === block.text ? block : { ...block, text }
}

function sanitizeImage(block: ImageContent): ImageContent | undefined {
  if (block.url) return typeof block.url === 'string' ? block : undefined
  if (typeof block.mimeType !== 'string') return undefined
  const { data } = block
  const bare = asText(data).replace(/^data:[^,]*,/, '')
  if (bare === '') return undefined
  return bare === data ? block : { ...block, data: bare }
}
