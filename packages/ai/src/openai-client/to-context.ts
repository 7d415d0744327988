import type { OpenAI } from 'openai'

import { AIError } from '../errors/ai-error.ts'
import { parseArguments } from '../message/arguments.ts'
import type { AssistantMessage, ImageContent, Message, TextContent, ToolCall } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import { textOfBlocks } from '../message/text-of-blocks.ts'
import { emptyUsage } from '../message/usage.ts'
import type { Context, Tool } from '../options/options.ts'
import type { RememberedResponses } from './remembered-responses.ts'

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParams
type ChatMessage = Body['messages'][number]
type ChatAssistant = Extract<ChatMessage, { role: 'assistant' }> & { reasoning_content?: string | null }
type ChatContent = ChatMessage['content']

/** The conversation of a chat request. Pure but for `remembered`, which has what the chat format cannot hold. */
export function toContext({ messages, tools = [] }: Body, model: Model, remembered: RememberedResponses): Context {
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const systemPrompt = instructions.map(({ content }) => textOf(content)).join('\n\n')
  const given = { messages, toolNames: toolNamesOf(messages), model, remembered }
  return {
    ...(systemPrompt !== '' && { systemPrompt }),
    messages: messages.flatMap((message, at) => toMessages(message, at, given)),
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
  }
}

interface Surroundings {
  messages: readonly ChatMessage[]
  /** The names of the called tools, by the id of the call. */
  toolNames: ReadonlyMap<string, string>
  model: Model
  remembered: RememberedResponses
}

function toMessages(message: ChatMessage, at: number, given: Surroundings): Message[] {
  const { messages, toolNames, model, remembered } = given
  switch (message.role) {
    case 'system':
    case 'developer':
      return []
    case 'user':
      return [{ role: 'user', ...nameOf(message), content: toContent(message.content), timestamp: 0 }]
    case 'assistant':
      return [toAssistant(message, at, model, remembered)]
    case 'tool':
      return [toResult(message.tool_call_id, toolNames.get(message.tool_call_id) ?? '', message.content)]
    case 'function': {
      const called = messages.findLastIndex(({ role }, place) => place < at && role === 'assistant')
      return [toResult(legacyId(called), message.name, message.content)]
    }
  }
}

function nameOf({ name }: { name?: string }): { name?: string } {
  return name ? { name } : {}
}

function toAssistant(
  message: ChatAssistant,
  at: number,
  model: Model,
  remembered: RememberedResponses,
): AssistantMessage {
  const text = textOf(message.content)
  const calls = callsOf(message, at)
  const known = remembered.recall({ text, calls, reasoning: message.reasoning_content ?? '' })
  if (known) return known
  const { api, provider, id } = model
  return {
    role: 'assistant',
    ...nameOf(message),
    content: [...reasoningOf(message, api), ...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls],
    api,
    provider,
    model: id,
    usage: emptyUsage(),
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
    timestamp: 0,
  }
}

function callsOf({ tool_calls = [], function_call: legacy }: ChatAssistant, at: number): ToolCall[] {
  const calls = tool_calls.flatMap((call) => (call.type === 'function' ? [toCall(call.id, call.function)] : []))
  return legacy ? [...calls, toCall(legacyId(at), legacy)] : calls
}

function toCall(id: string, { name, arguments: text }: { name: string; arguments: string }): ToolCall {
  return { type: 'toolCall', id, name, ...parseArguments(text) }
}

/** Reasoning goes back only where it came in the same format; elsewhere it would need the signature that is lost. */
function reasoningOf({ reasoning_content: thinking }: ChatAssistant, api: string): AssistantMessage['content'] {
  if (!thinking || api !== 'openai-completions') return []
  return [{ type: 'thinking', thinking, thinkingSignature: 'reasoning_content' }]
}

/** Legacy calls have no id; their place gives them one. */
function legacyId(at: number): string {
  return `call_function_${at}`
}

/** Where an id repeats, the last call has it. */
function toolNamesOf(messages: readonly ChatMessage[]): Map<string, string> {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
  return new Map(calls.map((call) => [call.id, call.type === 'function' ? call.function.name : '']))
}

function toResult(toolCallId: string, toolName: string, content: ChatContent): Message {
  const blocks = toContent(content)
  const list = typeof blocks === 'string' ? [{ type: 'text' as const, text: blocks }] : blocks
  return { role: 'toolResult', toolCallId, toolName, content: list, isError: false, timestamp: 0 }
}

function toContent(content: ChatContent): string | (TextContent | ImageContent)[] {
  return Array.isArray(content) ? content.map(toBlock) : (content ?? '')
}

type Part = Extract<ChatContent, unknown[]>[number]

function toBlock(part: Part): TextContent | ImageContent {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.type === 'refusal') return { type: 'text', text: part.refusal }
  if (part.type !== 'image_url') throw new AIError('unsupported', `Content of type ${part.type} cannot be sent`)
  const { url } = part.image_url
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  if (mimeType !== undefined && data !== undefined) return { type: 'image', data, mimeType }
  // Whether the provider fetches it is for the body of its request to know.
  return { type: 'image', data: '', mimeType: mimeTypeOf(url), url }
}

/** The format by the end of an address; some providers require it. */
function mimeTypeOf(url: string): string {
  const ending = /\.(png|jpe?g|gif|webp)(?:$|[?#])/i.exec(url.slice(-2000))?.[1]?.toLowerCase()
  if (ending === undefined) return ''
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`
}

function textOf(content: ChatContent): string {
  const blocks = toContent(content)
  return typeof blocks === 'string' ? blocks : textOfBlocks(blocks)
}

function toTool(tool: NonNullable<Body['tools']>[number]): Tool {
  if (tool.type !== 'function') throw new AIError('unsupported', `A tool of type ${tool.type} cannot be sent`)
  const { name, description = '', parameters = { type: 'object', properties: {} }, strict } = tool.function
  return { name, description, parameters, ...(strict && { strict }) }
}
