import type { AssistantContent, AssistantMessage, Message } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import { emptyUsage } from '#src/message/usage.ts'

/** A block in the notation of the shared cases. */
export interface NeutralBlock {
  type: 'text' | 'thinking' | 'toolCall' | 'image'
  text?: string
  thinking?: string
  redacted?: boolean
  id?: string
  name?: string
  arguments?: Record<string, unknown> | null
  rawArguments?: string
  mimeType?: string
  data?: string
  /** Opaque vendor data. */
  signature?: string
  providerItem?: object
  itemId?: string
}

/** A message in the notation of the shared cases; see their README. */
export interface NeutralMessage {
  role: 'user' | 'assistant' | 'toolResult'
  content: NeutralBlock[]
  toolCallId?: string
  toolName?: string
  isError?: boolean
  origin?: { api: string; provider: string; model: string }
  stopReason?: AssistantMessage['stopReason']
  errorMessage?: string
}

const apis: Readonly<Record<string, string>> = {
  'openai-chat': 'openai-completions',
  gemini: 'google-generative-ai',
  'bedrock-converse': 'bedrock-converse-stream',
}

/** The name of an API here, for its name in the cases. */
export function apiOf(name: string): string {
  return apis[name] ?? name
}

/** The messages of a case as the library stores them. */
export function fromNeutral(messages: readonly NeutralMessage[], model: Model): Message[] {
  const items = new Map(
    messages.flatMap(({ content }) => content).flatMap(({ id, itemId }) => (id && itemId ? [[id, itemId]] : [])),
  )
  return messages.map((message, timestamp) => toMessage(message, model, timestamp, items))
}

function toMessage(
  message: NeutralMessage,
  model: Model,
  timestamp: number,
  items: ReadonlyMap<string, string>,
): Message {
  const { role, toolCallId = '', toolName = '', isError = false } = message
  const content = message.content as Extract<Message, { role: 'toolResult' }>['content']
  if (role === 'user') return { role, content, timestamp }
  if (role === 'assistant') return toAssistant(message, model, timestamp)
  const item = items.get(toolCallId)
  return { role, toolCallId: item ? `${toolCallId}|${item}` : toolCallId, toolName, content, isError, timestamp }
}

function toAssistant(message: NeutralMessage, model: Model, timestamp: number): AssistantMessage {
  const { origin = { api: model.api, provider: model.provider, model: model.id }, errorMessage } = message
  const api = apiOf(origin.api)
  const content = message.content.map((block) => toBlock(block, api))
  const hasCalls = content.some(({ type }) => type === 'toolCall')
  const { stopReason = hasCalls ? 'toolUse' : 'stop' } = message
  const usage = emptyUsage()
  return {
    ...origin,
    role: 'assistant',
    content,
    api,
    usage,
    stopReason,
    timestamp,
    ...(errorMessage && { errorMessage }),
  }
}

function toBlock(block: NeutralBlock, api: string): AssistantContent {
  const { type, signature, text = '', thinking = '', redacted } = block
  if (type === 'toolCall') return toCall(block)
  if (type !== 'thinking') return { type: 'text', text, ...(signature && { textSignature: signature }) }
  const field = api === 'openai-completions' ? 'reasoning_content' : undefined
  const thinkingSignature = block.providerItem ? JSON.stringify(block.providerItem) : (signature ?? field)
  return { type, thinking, ...(thinkingSignature && { thinkingSignature }), ...(redacted && { redacted }) }
}

function toCall({
  id = '',
  itemId,
  name = '',
  arguments: args,
  rawArguments,
  signature,
}: NeutralBlock): AssistantContent {
  return {
    type: 'toolCall',
    id: itemId ? `${id}|${itemId}` : id,
    name,
    arguments: args ?? {},
    ...(rawArguments && { argumentsError: `not valid JSON: ${rawArguments}` }),
    ...(signature && { thoughtSignature: signature }),
  }
}
