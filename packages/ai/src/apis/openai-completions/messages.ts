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
import { textOfBlocks } from '../../message/text-of-blocks.ts'
import { memoizeFold, memoizePerMessage } from '../../values/memo.ts'
import { isBlank } from '../../values/text.ts'
import type { ResolvedCompat } from './compat.ts'
import { parseCallSignature, parseReasoningSignature } from './reasoning-signature.ts'
import type { OpenAIChatAssistantMessage, OpenAIChatMessage, OpenAIChatPart } from './wire.ts'

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
  const traits = traitsOf(model, compat)
  const { sent, images } = convert(traits, messages)
  const all = { sent: sent.slice(), images }
  endResults(all, undefined, traits)
  return all.sent
}

interface Conversion {
  sent: OpenAIChatMessage[]
  /** Of the results at the end, to be shown behind the last of them. */
  images: OpenAIChatPart[]
}

/** All that the form of a message depends on besides the message. */
type Traits = Pick<Model, 'reasoning'> &
  Pick<
    ResolvedCompat,
    | 'requiresToolResultName'
    | 'requiresAssistantAfterToolResult'
    | 'requiresThinkingAsText'
    | 'requiresReasoningContent'
  >

function traitsOf({ reasoning }: Model, compat: ResolvedCompat): Traits {
  const { requiresToolResultName, requiresAssistantAfterToolResult } = compat
  const { requiresThinkingAsText, requiresReasoningContent } = compat
  return {
    reasoning,
    requiresToolResultName,
    requiresAssistantAfterToolResult,
    requiresThinkingAsText,
    requiresReasoningContent,
  }
}

const formFor = memoizePerMessage(toWireForm)

const convert = memoizeFold<Message, Traits, Conversion>({
  start: () => ({ sent: [], images: [] }),
  fork: ({ sent, images }) => ({ sent: [...sent], images }),
  adder(traits) {
    const formOf = formFor(traits)
    return (state, message) => {
      if (message.role !== 'toolResult') endResults(state, message.role, traits)
      const form = formOf(message)
      state.sent.push(form.message)
      if (form.images.length > 0) state.images = [...state.images, ...form.images]
    }
  },
})

/** Puts what stands between a run of results and what comes next. */
function endResults(
  state: Conversion,
  next: Message['role'] | undefined,
  { requiresAssistantAfterToolResult }: Traits,
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

function toWireForm(message: Message, traits: Traits): WireForm {
  switch (message.role) {
    case 'user':
      return { message: toUser(message), images: [] }
    case 'assistant':
      return { message: toAssistant(message, traits), images: [] }
    case 'toolResult':
      return toToolResult(message, traits)
  }
}

/** A text alone goes as a string, which every server takes. */
function toUser({ content, name }: UserMessage): OpenAIChatMessage {
  const [first] = content
  const isText =
    typeof content !== 'string' && content.length === 1 && typeof first === 'object' && first.type === 'text'
  const sent = isText ? first.text : typeof content === 'string' ? content : content.map(toPart)
  return { role: 'user', ...(name && { name }), content: sent }
}

function toPart(block: TextContent | ImageContent): OpenAIChatPart {
  return block.type === 'text' ? { type: 'text', text: block.text } : toImagePart(block)
}

function toImagePart({ mimeType, data, url }: ImageContent): OpenAIChatPart {
  return { type: 'image_url', image_url: { url: url ?? `data:${mimeType};base64,${data}` } }
}

function toToolResult(result: ToolResultMessage, { requiresToolResultName }: Traits): WireForm {
  const { content, toolCallId, toolName } = result
  const images = content.filter((block) => block.type === 'image').map(toImagePart)
  const text = textOfBlocks(content, '\n')
  const placeholder = images.length > 0 ? '(see attached image)' : '(no tool output)'
  const name = requiresToolResultName ? { name: toolName } : {}
  return { message: { role: 'tool', tool_call_id: toolCallId, ...name, content: text || placeholder }, images }
}

function toAssistant({ content, name }: AssistantMessage, traits: Traits): OpenAIChatAssistantMessage {
  // One plain string: some models imitate a list of parts when they see one.
  const text = content.flatMap((block) => (block.type === 'text' && !isBlank(block.text) ? [block.text] : [])).join('')
  const thoughts = content.filter((block) => block.type === 'thinking')
  const calls = content.filter((block) => block.type === 'toolCall')
  const visible = traits.requiresThinkingAsText ? withThoughts(text, thoughts) : text
  const nothing = traits.requiresAssistantAfterToolResult ? '' : null
  return {
    role: 'assistant',
    ...(name && { name }),
    content: visible === '' ? nothing : visible,
    ...reasoningFields(thoughts, calls, traits),
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
  traits: Traits,
): ReasoningFields {
  const details = [...thoughts.flatMap(detailsOfThinking), ...calls.flatMap(detailsOfCall)]
  return {
    ...(traits.requiresReasoningContent && traits.reasoning && { reasoning_content: '' }),
    ...(!traits.requiresThinkingAsText && reasoningText(thoughts, traits)),
    ...(details.length > 0 && { reasoning_details: details }),
  }
}

function reasoningText(thoughts: readonly ThinkingContent[], traits: Traits): ReasoningFields {
  const text = thoughts.flatMap(({ thinking }) => (/\S/.test(thinking) ? [thinking] : [])).join('\n')
  const cameIn = parseReasoningSignature(thoughts[0]?.thinkingSignature)?.field
  const field = traits.requiresReasoningContent ? (cameIn ?? 'reasoning_content') : cameIn
  return text !== '' && isTextField(field) ? { [field]: text } : {}
}

/** The fields in which reasoning goes back as text. */
export const reasoningTextFields = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

type TextField = (typeof reasoningTextFields)[number]

function isTextField(field: string | undefined): field is TextField {
  return reasoningTextFields.some((known) => known === field)
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
