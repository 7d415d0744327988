import { foldIncrementally, type IncrementalFold } from '../../history/fold-growing.ts'
import { oncePerMessage } from '../../history/per-message-cache.ts'
import { isBlank } from '../../history/stored-blocks.ts'
import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import type { ResolvedCompat } from './compat.ts'
import { parseCallSignature, parseReasoningSignature } from './reasoning-signature.ts'
import type { OpenAIChatAssistantMessage, OpenAIChatMessage, OpenAIChatPart } from './wire-request.ts'

/** The wire form of one message: what stands in its place, and the images that follow once a run of results has ended. */
interface WireForm {
  message: OpenAIChatMessage
  images: OpenAIChatPart[]
}

/**
 * A repaired history as Chat Completions wants it. Results are text: the images of a run of them follow in one user
 * message, so that nothing comes between the results.
 */
export function toChatMessages(
  messages: readonly Message[],
  model: Model,
  compat: ResolvedCompat,
): OpenAIChatMessage[] {
  const { sent, images } = foldIncrementally(conversion(model, compat), messages)
  const all = { sent: sent.slice(), images }
  endResults(all, undefined, compat)
  return all.sent
}

interface Conversion {
  sent: OpenAIChatMessage[]
  /** Of the results at the end, to be shown behind the last of them. */
  images: OpenAIChatPart[]
}

function conversion(model: Model, compat: ResolvedCompat): IncrementalFold<Message, Conversion> {
  const key = cacheKey(model, compat)
  const formOf = oncePerMessage(key, (message: Message) => toWireForm(message, model, compat))
  return {
    key,
    start: () => ({ sent: [], images: [] }),
    fork: ({ sent, images }) => ({ sent: [...sent], images }),
    add(state, message) {
      if (message.role !== 'toolResult') endResults(state, message.role, compat)
      const form = formOf(message)
      state.sent.push(form.message)
      if (form.images.length > 0) state.images = [...state.images, ...form.images]
    },
  }
}

/** Of model and compat, only this shows in the wire form of a message. */
function cacheKey({ reasoning }: Model, compat: ResolvedCompat): string {
  const flags = [
    reasoning,
    compat.requiresToolResultName,
    compat.requiresAssistantAfterToolResult,
    compat.requiresThinkingAsText,
    compat.requiresReasoningContent,
  ]
  return `chat ${flags.map(Number).join('')}`
}

/** Puts what stands between a run of results and what comes next. */
function endResults(
  state: Conversion,
  next: Message['role'] | undefined,
  { requiresAssistantAfterToolResult }: ResolvedCompat,
): void {
  const { sent, images } = state
  const isUserNext = next === 'user' || images.length > 0
  if (requiresAssistantAfterToolResult && isUserNext && sent.at(-1)?.role === 'tool') {
    sent.push({ role: 'assistant', content: 'I have processed the tool results.' })
  }
  if (images.length === 0) return
  sent.push({ role: 'user', content: [{ type: 'text', text: 'Attached image(s) from tool result:' }, ...images] })
  state.images = []
}

function toWireForm(message: Message, model: Model, compat: ResolvedCompat): WireForm {
  switch (message.role) {
    case 'user':
      return { message: toUser(message), images: [] }
    case 'assistant':
      return { message: toAssistant(message, model, compat), images: [] }
    case 'toolResult':
      return toToolResult(message, compat)
  }
}

/** A text alone goes as a string, which every server takes. */
function toUser({ content, name }: UserMessage): OpenAIChatMessage {
  const [first] = content
  const isText = typeof content !== 'string' && content.length === 1 && typeof first === 'object' && first.type === 'text'
  const sent = isText ? first.text : typeof content === 'string' ? content : content.map(toPart)
  return { role: 'user', ...(name && { name }), content: sent }
}

function toPart(block: TextContent | ImageContent): OpenAIChatPart {
  return block.type === 'text' ? { type: 'text', text: block.text } : toImagePart(block)
}

function toImagePart({ mimeType, data, url }: ImageContent): OpenAIChatPart {
  return { type: 'image_url', image_url: { url: url ?? `data:${mimeType};base64,${data}` } }
}

function toToolResult(result: ToolResultMessage, { requiresToolResultName }: ResolvedCompat): WireForm {
  const { content, toolCallId, toolName } = result
  const images = content.filter((block) => block.type === 'image').map(toImagePart)
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const placeholder = images.length > 0 ? '(see attached image)' : '(no tool output)'
  const name = requiresToolResultName ? { name: toolName } : {}
  return { message: { role: 'tool', tool_call_id: toolCallId, ...name, content: text || placeholder }, images }
}

function toAssistant({ content, name }: AssistantMessage, model: Model, compat: ResolvedCompat): OpenAIChatAssistantMessage {
  // One plain string: some models imitate a list of parts when they see one.
  const text = content.flatMap((block) => (block.type === 'text' && !isBlank(block.text) ? [block.text] : [])).join('')
  const thoughts = content.filter((block) => block.type === 'thinking')
  const calls = content.filter((block) => block.type === 'toolCall')
  const visible = compat.requiresThinkingAsText ? withThoughts(text, thoughts) : text
  const nothing = compat.requiresAssistantAfterToolResult ? '' : null
  return {
    role: 'assistant',
    ...(name && { name }),
    content: visible === '' ? nothing : visible,
    ...reasoningFields(thoughts, calls, model, compat),
    ...(calls.length > 0 && { tool_calls: calls.map(toWireCall) }),
  }
}

function withThoughts(text: string, thoughts: readonly ThinkingContent[]): string {
  return [...thoughts.map(({ thinking }) => thinking), text].filter((part) => part !== '').join('\n\n')
}

/** What came with a call goes back with it: Gemini refuses calls without their signature. */
function toWireCall({ id, name, arguments: args, thoughtSignature }: ToolCall) {
  const { extra } = parseCallSignature(thoughtSignature)
  const call = { id, type: 'function' as const, function: { name, arguments: JSON.stringify(args) } }
  return extra ? { ...call, extra_content: extra } : call
}

type ReasoningFields = Omit<OpenAIChatAssistantMessage, 'role' | 'content' | 'tool_calls'>

/** Reasoning goes back in the field it came in; opaque details go back as they came. */
function reasoningFields(
  thoughts: readonly ThinkingContent[],
  calls: readonly ToolCall[],
  model: Model,
  compat: ResolvedCompat,
): ReasoningFields {
  const details = [...thoughts.flatMap(detailsOfThinking), ...calls.flatMap(detailsOfCall)]
  return {
    ...(compat.requiresReasoningContent && model.reasoning && { reasoning_content: '' }),
    ...(!compat.requiresThinkingAsText && reasoningText(thoughts, compat)),
    ...(details.length > 0 && { reasoning_details: details }),
  }
}

function reasoningText(thoughts: readonly ThinkingContent[], compat: ResolvedCompat): ReasoningFields {
  const text = thoughts.flatMap(({ thinking }) => (/\S/.test(thinking) ? [thinking] : [])).join('\n')
  const cameIn = parseReasoningSignature(thoughts[0]?.thinkingSignature)?.field
  const field = compat.requiresReasoningContent ? (cameIn ?? 'reasoning_content') : cameIn
  return text !== '' && isTextField(field) ? { [field]: text } : {}
}

type TextField = 'reasoning_content' | 'reasoning' | 'reasoning_text'

/** Whether reasoning goes back as text in a field of this name. */
export function isTextField(field: string | undefined): field is TextField {
  return field === 'reasoning_content' || field === 'reasoning' || field === 'reasoning_text'
}

/** A signature is streamed without the text it signs, and goes back with it. */
function detailsOfThinking({ thinking, thinkingSignature }: ThinkingContent): object[] {
  const { details = [] } = parseReasoningSignature(thinkingSignature) ?? {}
  const [only] = details
  if (details.length !== 1 || only === undefined || !isUntexted(only)) return details
  return [{ ...only, text: thinking }]
}

function isUntexted(detail: { type?: unknown; text?: unknown }): boolean {
  return detail.type === 'reasoning.text' && !detail.text
}

function detailsOfCall({ thoughtSignature }: ToolCall): object[] {
  return parseCallSignature(thoughtSignature).details ?? []
}
