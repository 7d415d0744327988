import type { AssistantContent, AssistantMessage, ImageContent, Message } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import { memoizePerMessage } from '../values/memo.ts'
import type { Context, Tool } from './options.ts'

type Limited = Pick<Model, 'id' | 'provider' | 'maxTokens' | 'contextWindow'>

/** Fewer tokens of room than this are left to the provider: the estimate is not that exact. */
const leastRoom = 1024

/**
 * The limit of output tokens to send. What the caller asks for holds, but never more than the model can write. Otherwise
 * the model's limit, shortened to what an upper estimate of the input leaves of the window.
 *
 * @param asked 0, NaN and undefined: nothing
 * @returns 0: send none. The model has no limit, or the estimate leaves no room, which only the provider can know.
 */
export function outputLimit(model: Limited, context: Context, asked: number | undefined): number {
  const { maxTokens, contextWindow } = model
  if (asked !== undefined && asked > 0) return maxTokens > 0 ? Math.min(asked, maxTokens) : asked
  if (!(maxTokens > 0 && contextWindow > 0)) return maxTokens
  const room = contextWindow - inputEstimate(model, context)
  if (room >= maxTokens) return maxTokens
  return room >= leastRoom ? room : 0
}

/**
 * Tokens of the input, rather too many than too few: what this model counted up to its last response, and an estimate of
 * what came after it.
 */
function inputEstimate(model: Limited, { systemPrompt = '', messages, tools = [] }: Context): number {
  const at = messages.findLastIndex((message) => isCounted(message, model))
  const counted = messages[at]
  const later = sumOf(messages.slice(at + 1), (message) => (message ? countOf(message).tokens : 0))
  if (counted?.role === 'assistant') return counted.usage.totalTokens + later
  return tokensOfText(systemPrompt) + sumOf(tools, tokensOfTool) + later
}

/** Histories come from stores, too: what has no usage is estimated. */
function isCounted(message: Message | null, { id, provider }: Limited): message is AssistantMessage {
  if (message?.role !== 'assistant' || message.model !== id || message.provider !== provider) return false
  const { stopReason, usage } = message as Partial<AssistantMessage>
  return stopReason !== 'error' && stopReason !== 'aborted' && (usage?.totalTokens ?? 0) > 0
}

function sumOf<Item>(items: readonly Item[], tokens: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + tokens(item), 0)
}

/** More than the schema of most tools takes. It is not written out here: not every kind of schema can be. */
const tokensPerSchema = 1000

function tokensOfTool({ name, description }: Tool): number {
  return tokensPerSchema + tokensOfText(name + description)
}

/** Roles, names and ids around a message. */
const tokensPerMessage = 16

/** More than any provider counts for an image of the size it keeps. */
const tokensPerImage = 3000

const countOf = memoizePerMessage((message: Message) => ({ tokens: tokensOfMessage(message) }))({})

/** What is not a message is left out of the request, so it counts nothing. */
function tokensOfMessage(message: Partial<Message> | null): number {
  const content = message?.content
  if (typeof content === 'string') return tokensPerMessage + tokensOfText(content)
  return Array.isArray(content) ? tokensPerMessage + sumOf<Block | null>(content, tokensOfBlock) : 0
}

type Block = AssistantContent | ImageContent

function tokensOfBlock(block: Block | null): number {
  switch (block?.type) {
    case 'text':
      return tokensOfText(block.text)
    case 'thinking':
      return tokensOfText(block.thinking) + tokensOfText(block.thinkingSignature)
    case 'toolCall':
      return tokensPerMessage + tokensOfText(JSON.stringify(block.arguments))
    case 'image':
      return tokensPerImage
    default:
      return 0
  }
}

/** JSON and code come to some 2.5 characters per token; a character outside of ASCII is one token or less. */
function tokensOfText(text: unknown): number {
  if (typeof text !== 'string') return 0
  const ascii = text.replace(/[^\0-\x7f]+/g, '').length
  return Math.ceil(ascii / 2.5) + (text.length - ascii)
}
