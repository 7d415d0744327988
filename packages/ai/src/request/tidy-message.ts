import {
  type AssistantContent,
  type AssistantMessage,
  type ImageContent,
  type Message,
  type TextContent,
  type ThinkingContent,
  type ToolCall,
  type ToolResultMessage,
  type UserMessage,
  isFailed,
  toolCallsOf,
} from '../message/message.ts'
import { mapSame } from './map-same.ts'
import type { RepairTarget } from './repair-target.ts'
import { sanitizeText, sanitizeValue } from './sanitize.ts'

/** A message as it may go to the target, and what the pairing of its calls needs to know of it. */
export interface Tidied<M extends Message = Message> {
  readonly message: M
  readonly calls: readonly ToolCall[]
  /** Whether the vendor takes the ids of the calls as they are. */
  readonly hasLegalIds: boolean
}

/**
 * What of one message, looked at alone, may go to the target. No message: nothing. Failed turns with calls stay for the
 * time being, because their results are to be recognised and left out with them.
 *
 * Histories may come from anywhere, so nothing is taken for granted that the types promise.
 */
export function tidyMessage(message: Message, target: RepairTarget): Tidied | { readonly message: undefined } {
  const tidied = tidy(message, target)
  if (!tidied) return { message: undefined }
  if (Object.isFrozen(message)) Object.freeze(tidied)
  if (tidied.role !== 'assistant') return { message: tidied, calls: [], hasLegalIds: true }
  const calls = toolCallsOf(tidied)
  const isForeign = isForeignTo(tidied, target)
  return {
    message: tidied,
    calls,
    hasLegalIds: calls.every(({ id }) => id !== '' && target.callId(id, isForeign) === id),
  }
}

function tidy(message: Message, target: RepairTarget): Message | undefined {
  switch (message.role) {
    case 'user':
      return tidyUser(message, target)
    case 'assistant':
      return tidyAssistant(message, target)
    case 'toolResult':
      return tidyResult(message, target)
    default:
      return undefined // a role of the application, or of another library
  }
}

function tidyUser(message: UserMessage, target: RepairTarget): UserMessage | undefined {
  if (typeof message.content === 'string') return tidyText(message, message.content)
  const content = tidyInput(listOf(message.content), target, () => `[${omitted}]`)
  if (content.length === 0) return undefined
  return content === message.content ? message : { ...message, content }
}

function tidyText(message: UserMessage, text: string): UserMessage | undefined {
  const clean = sanitizeText(text)
  if (isBlank(clean)) return undefined
  return clean === text ? message : { ...message, content: clean }
}

function tidyResult(message: ToolResultMessage, target: RepairTarget): ToolResultMessage {
  const note = (texts: number) => (texts > 0 ? `[tool ${omitted}]` : `(${omitted})`)
  const content = tidyInput(listOf(message.content), target, note)
  const toolCallId = stringOf(message.toolCallId)
  const isError = message.isError === true
  const isSame = content === message.content && toolCallId === message.toolCallId && isError === message.isError
  return isSame ? message : { ...message, content, toolCallId, isError }
}

const omitted = 'image omitted: model does not support images'

type Input = TextContent | ImageContent

/** Text and images of a user or a tool; a text that says nothing is left out, and so is what is neither. */
function tidyInput(blocks: Input[], { model }: RepairTarget, note: (texts: number) => string): Input[] {
  const seesImages = model.input.includes('image')
  const content = keepSame(blocks, (block) => tidyInputBlock(block, seesImages))
  const isImageMissing = !seesImages && blocks.some((block) => block?.type === 'image')
  if (!isImageMissing) return content
  return [...content, { type: 'text', text: note(content.length) }]
}

function tidyInputBlock(block: Input, seesImages: boolean): Input | undefined {
  if (block?.type === 'text') return tidyTextBlock(block)
  return block?.type === 'image' && seesImages ? tidyImage(block) : undefined
}

function tidyTextBlock(block: TextContent): TextContent | undefined {
  const text = sanitizeText(stringOf(block.text))
  if (isBlank(text)) return undefined
  return text === block.text ? block : { ...block, text }
}

function tidyImage(block: ImageContent): ImageContent | undefined {
  if (typeof block.data !== 'string' || typeof block.mimeType !== 'string') return undefined
  const prefix = /^data:[^,]*,/.exec(block.data)
  return prefix ? { ...block, data: block.data.slice(prefix[0].length) } : block
}

function tidyAssistant(message: AssistantMessage, target: RepairTarget): AssistantMessage | undefined {
  const blocks = listOf<AssistantContent>(message.content)
  const isForeign = isForeignTo(message, target)
  const tidied = keepSame(blocks, (block, at) => tidyBlock(block, { message, blocks, at, target, isForeign }))
  const content = target.trailingThinking === 'drop' ? withoutTrailingThinking(tidied) : tidied
  if (!content.some(isFailed(message) ? isCall : saysSomething)) return undefined
  return content === message.content ? message : { ...message, content }
}

/** Whether another model than the target made the message: another provider, api or id. */
export function isForeignTo({ api, provider, model }: AssistantMessage, target: RepairTarget): boolean {
  return api !== target.model.api || provider !== target.model.provider || model !== target.model.id
}

/** Thinking alone is no turn: there is nothing that it led to. */
function saysSomething(block: AssistantContent): boolean {
  return isCall(block) || (block.type === 'text' && !isBlank(block.text))
}

function isCall({ type }: AssistantContent): boolean {
  return type === 'toolCall'
}

function withoutTrailingThinking(content: AssistantContent[]): AssistantContent[] {
  const end = content.findLastIndex(({ type }) => type !== 'thinking') + 1
  return end === content.length ? content : content.slice(0, end)
}

/** Where a block stands. */
interface Place {
  message: AssistantMessage
  blocks: AssistantContent[]
  at: number
  target: RepairTarget
  isForeign: boolean
}

function tidyBlock(block: AssistantContent, place: Place): AssistantContent | undefined {
  switch (block?.type) {
    case 'text':
      return place.isForeign ? tidyForeignText(block) : tidyOwnText(block)
    case 'thinking':
      return place.isForeign ? tidyForeignThinking(block, place) : tidyOwnThinking(block)
    case 'toolCall':
      return tidyCall(block, place)
    default:
      return undefined
  }
}

/** A blank text stays if it carries a signature: Gemini signs an empty last part. */
function tidyOwnText(block: TextContent): TextContent | undefined {
  const text = sanitizeText(stringOf(block.text))
  if (isBlank(text) && !block.textSignature) return undefined
  return text === block.text ? block : { ...block, text }
}

function tidyForeignText(block: TextContent): TextContent | undefined {
  const { textSignature, ...unsigned } = block
  return tidyTextBlock(textSignature === undefined ? block : unsigned)
}

/** Signed thinking is kept though its text is empty: with `thinkingDisplay: 'omitted'` the signature is all there is. */
function tidyOwnThinking(block: ThinkingContent): ThinkingContent | undefined {
  const thinking = sanitizeText(stringOf(block.thinking))
  const isKept = block.thinkingSignature ? true : !block.redacted && !isBlank(thinking)
  if (!isKept) return undefined
  return thinking === block.thinking ? block : { ...block, thinking }
}

function tidyForeignThinking(block: ThinkingContent, place: Place): AssistantContent | undefined {
  const { target, message } = place
  const thinking = sanitizeText(stringOf(block.thinking))
  if (block.redacted || isBlank(thinking)) return undefined
  const isKept = target.keepsForeignThinking?.(block, message) ?? false
  if (isKept) return thinking === block.thinking ? block : { ...block, thinking }
  return target.foreignThinking === 'label' ? { type: 'text', text: labelled(thinking, place) } : undefined
}

const label = 'reformatted-pre-switch-reasoning'

function labelled(thinking: string, { blocks, at }: Place): string {
  const before = blocks.slice(0, at).some(isVisibleText) ? '\n\n' : ''
  const after = blocks.slice(at + 1).some(isVisibleText) ? '\n\n' : ''
  return `${before}<${label}>\n${thinking}\n</${label}>${after}`
}

function isVisibleText(block: AssistantContent): boolean {
  return block?.type === 'text' && !isBlank(stringOf(block.text))
}

/** A call without a name is no call. What could not be parsed is replayed as no arguments; its result tells the model. */
function tidyCall(block: ToolCall, { isForeign }: Place): ToolCall | undefined {
  if (!stringOf(block.name)) return undefined
  const id = stringOf(block.id)
  const args = sanitizeValue(argumentsOf(block))
  const isUnsigned = !isForeign || block.thoughtSignature === undefined
  if (id === block.id && args === block.arguments && isUnsigned) return block
  const { thoughtSignature: _, ...unsigned } = block
  return { ...(isForeign ? unsigned : block), id, arguments: args }
}

function argumentsOf(call: ToolCall): Record<string, unknown> {
  const args: unknown = typeof call.arguments === 'string' ? parse(call.arguments) : call.arguments
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
  if (!isObject) return {}
  const isEmpty = Object.keys(args).length === 0
  return call.argumentsError === undefined || isEmpty ? (args as Record<string, unknown>) : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A list of blocks, where other programs store a text, texts, or nothing. */
function listOf<Block>(content: unknown): Block[] {
  const toBlock = (block: unknown) => (typeof block === 'string' ? { type: 'text', text: block } : block) as Block
  if (Array.isArray(content)) return mapSame(content as Block[], toBlock)
  return typeof content === 'string' ? [toBlock(content)] : []
}

/** Changes each block or leaves it out (undefined); the same list when nothing changed. */
function keepSame<Block>(blocks: Block[], change: (block: Block, at: number) => Block | undefined): Block[] {
  const kept = blocks.map(change).filter((block) => block !== undefined)
  return kept.length === blocks.length && kept.every((block, at) => block === blocks[at]) ? blocks : kept
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isBlank(text: string): boolean {
  return !/\S/.test(text)
}
