import {
  type AssistantContent,
  type AssistantMessage,
  type TextContent,
  type ThinkingContent,
  type ToolCall,
  isFailed,
} from '../message/message.ts'
import { asText, isRecord, tryParseJson } from '../values/json.ts'
import { isBlank } from '../values/text.ts'
import { legalCallName } from './call-rules.ts'
import { isForeignTo, type RepairTraits } from './repair-target.ts'
import { sanitizeTextBlock } from './sanitize-input.ts'
import { sanitizeText, sanitizeValue } from './sanitize-text.ts'
import { filterMapPreserving, listOf } from './stored-blocks.ts'

/** A turn of a model as the target may see it; undefined if it says nothing. */
export function sanitizeTurn(message: AssistantMessage, target: RepairTraits): AssistantMessage | undefined {
  const blocks = listOf<AssistantContent>(message.content)
  const isForeign = isForeignTo(message, target)
  const sanitized = filterMapPreserving(blocks, (block, at) =>
    sanitizeBlock(block, { message, blocks, at, target, isForeign }),
  )
  const content = target.dropsTrailingThinking ? withoutTrailingThinking(sanitized) : sanitized
  if (!content.some(isFailed(message) ? isCall : hasContent)) return undefined
  return content === message.content ? message : { ...message, content }
}

/** Thinking alone is no turn: there is nothing that it led to. */
function hasContent(block: AssistantContent): boolean {
  return isCall(block) || (block.type === 'text' && !isBlank(block.text))
}

function isCall({ type }: AssistantContent): boolean {
  return type === 'toolCall'
}

function withoutTrailingThinking(content: AssistantContent[]): AssistantContent[] {
  const end = content.findLastIndex(hasContent) + 1
  return end === content.length ? content : content.slice(0, end)
}

/** Where a block stands. */
interface Place {
  message: AssistantMessage
  blocks: AssistantContent[]
  at: number
  target: RepairTraits
  isForeign: boolean
}

function sanitizeBlock(block: AssistantContent, place: Place): AssistantContent | undefined {
  switch (block?.type) {
    case 'text':
      return place.isForeign ? sanitizeForeignText(block) : sanitizeOwnText(block)
    case 'thinking':
      return place.isForeign ? sanitizeForeignThinking(block, place) : sanitizeOwnThinking(block)
    case 'toolCall':
      return sanitizeCall(block, place)
    default:
      return undefined
  }
}

/** A blank text stays if it carries a signature: Gemini signs an empty last part. */
function sanitizeOwnText(block: TextContent): TextContent | undefined {
  const text = sanitizeText(asText(block.text))
  if (isBlank(text) && !block.textSignature) return undefined
  return text === block.text ? block : { ...block, text }
}

function sanitizeForeignText(block: TextContent): TextContent | undefined {
  const { textSignature, ...unsigned } = block
  return sanitizeTextBlock(textSignature === undefined ? block : unsigned)
}

/** Signed thinking is kept though its text is empty: with `thinkingDisplay: 'omitted'` the signature is all there is. */
function sanitizeOwnThinking(block: ThinkingContent): ThinkingContent | undefined {
  const thinking = sanitizeText(asText(block.thinking))
  const isKept = block.thinkingSignature ? true : !block.redacted && !isBlank(thinking)
  if (!isKept) return undefined
  return thinking === block.thinking ? block : { ...block, thinking }
}

function sanitizeForeignThinking(block: ThinkingContent, place: Place): AssistantContent | undefined {
  const { target, message } = place
  const thinking = sanitizeText(asText(block.thinking))
  if (block.redacted || isBlank(thinking)) return undefined
  const isKept = isShared(block, message, target)
  if (isKept) return thinking === block.thinking ? block : { ...block, thinking }
  return target.foreignThinking === 'label' ? { type: 'text', text: labelled(thinking, place) } : undefined
}

/** Reasoning in plain text is understood by all models of a provider. */
function isShared({ thinkingSignature }: ThinkingContent, from: AssistantMessage, target: RepairTraits): boolean {
  const isSibling = from.provider === target.provider && from.api === target.api
  return isSibling && thinkingSignature !== undefined && target.sharedSignatures.includes(thinkingSignature)
}

const label = 'reformatted-pre-switch-reasoning'

function labelled(thinking: string, { blocks, at }: Place): string {
  const before = blocks.slice(0, at).some(isVisibleText) ? '\n\n' : ''
  const after = blocks.slice(at + 1).some(isVisibleText) ? '\n\n' : ''
  return `${before}<${label}>\n${thinking}\n</${label}>${after}`
}

function isVisibleText(block: AssistantContent): boolean {
  return block?.type === 'text' && !isBlank(asText(block.text))
}

/** A call without a name is no call. What could not be parsed is replayed as no arguments; its result tells the model. */
function sanitizeCall(block: ToolCall, { isForeign, target }: Place): ToolCall | undefined {
  if (!asText(block.name)) return undefined
  const name = legalCallName(target.callNames, block.name)
  const id = asText(block.id)
  const args = sanitizeValue(argumentsOf(block))
  const isUnsigned = !isForeign || block.thoughtSignature === undefined
  if (id === block.id && name === block.name && args === block.arguments && isUnsigned) return block
  const { thoughtSignature: _, ...unsigned } = block
  return { ...(isForeign ? unsigned : block), id, name, arguments: args }
}

function argumentsOf(call: ToolCall): Record<string, unknown> {
  const args: unknown = typeof call.arguments === 'string' ? tryParseJson(call.arguments) : call.arguments
  if (!isRecord(args)) return {}
  const isEmpty = Object.keys(args).length === 0
  return call.argumentsError === undefined || isEmpty ? args : {}
}
