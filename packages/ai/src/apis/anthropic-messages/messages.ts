import { imageNote } from '../../message/images.ts'
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
import { textOfBlocks } from '../../message/text-of-blocks.ts'
import { memoizeFold, memoizePerMessage } from '../../values/memo.ts'
import type {
  AnthropicContent,
  AnthropicImageBlock,
  AnthropicMessage,
  AnthropicTextBlock,
  AnthropicToolResult,
} from './wire.ts'

/** The wire form of one message. */
interface WireForm extends AnthropicMessage {
  /** For the user message that its neighbours become, behind all results in it. */
  after: AnthropicContent[]
}

/**
 * A repaired history as Anthropic wants it: the results of a turn are the first blocks of the one user message that
 * follows it, and what the user adds comes behind them.
 *
 * @param neighbouringUsers Anthropic joins user messages in a row itself; some compatible hosts refuse them.
 */
export function toAnthropicMessages(
  messages: readonly Message[],
  consecutiveUsers: 'keep' | 'join' = 'keep',
): AnthropicMessage[] {
  const { sent, after } = convert({ consecutiveUsers }, messages)
  const all = sent.slice()
  appender()(all, after)
  return withoutTrailingSpace(all)
}

interface Conversion {
  sent: AnthropicMessage[]
  /** What is still to be put behind the results at the end. */
  after: AnthropicContent[]
  previous: Message['role'] | undefined
}

interface ConversionTraits {
  consecutiveUsers: 'keep' | 'join'
}

const formOf = memoizePerMessage(toWireForm)({})

const convert = memoizeFold<Message, ConversionTraits, Conversion>({
  start: () => ({ sent: [], after: [], previous: undefined }),
  fork: ({ sent, after, previous }) => ({ sent: [...sent], after: [...after], previous }),
  adder({ consecutiveUsers }) {
    const append = appender()
    return (state, message) => {
      const form = formOf(message)
      if (message.role !== 'toolResult') append(state.sent, state.after.splice(0))
      if (goesOn(state.previous, message.role, consecutiveUsers)) append(state.sent, blocksOf(form))
      else state.sent.push({ role: form.role, content: form.content })
      state.after.push(...form.after)
      state.previous = message.role
    }
  },
})

/**
 * Adds blocks to the last message. Its list is copied the first time, because it belongs to the form of a message, and
 * grows in place from then on: a thousand users in a row cost a thousand steps.
 */
function appender(): (sent: AnthropicMessage[], blocks: readonly AnthropicContent[]) => void {
  let own: AnthropicContent[] | undefined
  return (sent, blocks) => {
    const last = sent.at(-1)
    if (!last || blocks.length === 0) return
    if (last.content !== own) {
      own = [...blocksOf(last)]
      sent[sent.length - 1] = { role: last.role, content: own }
    }
    own.push(...blocks)
  }
}

/** Whether a message is part of the wire message that the previous one began. */
function goesOn(previous: Message['role'] | undefined, role: Message['role'], users: 'keep' | 'join'): boolean {
  if (role === 'user') return previous === 'toolResult' || (previous === 'user' && users === 'join')
  return previous === role
}

function blocksOf({ content }: AnthropicMessage): AnthropicContent[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** A turn that the model is to go on with must not end in white space. */
function withoutTrailingSpace(sent: AnthropicMessage[]): AnthropicMessage[] {
  const last = sent.at(-1)
  const block = last?.role === 'assistant' ? blocksOf(last).at(-1) : undefined
  if (!last || block?.type !== 'text' || !/\s$/.test(block.text)) return sent
  const trimmed = { ...block, text: block.text.trimEnd() }
  return [...sent.slice(0, -1), { role: 'assistant', content: [...blocksOf(last).slice(0, -1), trimmed] }]
}

function toWireForm(message: Message): WireForm {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: toUserContent(message), after: [] }
    case 'assistant':
      return { role: 'assistant', content: toAssistantContent(message), after: [] }
    case 'toolResult':
      return toResultForm(message)
  }
}

function toUserContent({ content }: UserMessage): string | AnthropicContent[] {
  return typeof content === 'string' ? content : content.map(toInput)
}

function toInput(block: TextContent | ImageContent): AnthropicTextBlock | AnthropicImageBlock {
  return block.type === 'text' ? { type: 'text', text: block.text } : toImage(block)
}

/** Formats that Anthropic takes; of others a note remains, as they would make every later request fail. */
const imageTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

function toImage(block: ImageContent): AnthropicImageBlock | AnthropicTextBlock {
  if (block.url !== undefined) return { type: 'image', source: { type: 'url', url: block.url } }
  const named = block.mimeType.toLowerCase()
  const mediaType = named === 'image/jpg' ? 'image/jpeg' : named
  if (!imageTypes.has(mediaType)) return { type: 'text', text: imageNote(block) }
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data: block.data } }
}

/** Images are refused in the result of a tool that failed, so there they come behind it. */
function toResultForm(message: ToolResultMessage): WireForm {
  const images = message.content.filter((block) => block.type === 'image').map(toImage)
  const after = message.isError ? images : []
  return { role: 'user', content: [toToolResult(message, images.length > 0)], after }
}

function toToolResult({ toolCallId, content, isError }: ToolResultMessage, hasImages: boolean): AnthropicToolResult {
  const text = textOfBlocks(content, '\n')
  // An error without any text is refused.
  const blank = isError ? '(no tool output)' : ''
  const shown = text || (hasImages ? '(see attached image)' : blank)
  const mixed = text === '' ? [{ type: 'text' as const, text: shown }, ...content.map(toInput)] : content.map(toInput)
  const isMixed = hasImages && !isError
  return { type: 'tool_result', tool_use_id: toolCallId, content: isMixed ? mixed : shown, is_error: isError }
}

function toAssistantContent({ content }: AssistantMessage): AnthropicContent[] {
  return content.map(toAssistantBlock).filter((block) => block !== undefined)
}

function toAssistantBlock(block: AssistantContent): AnthropicContent | undefined {
  switch (block.type) {
    case 'text':
      return /\S/.test(block.text) ? { type: 'text', text: block.text } : undefined
    case 'thinking':
      return toThinking(block)
    case 'toolCall':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.arguments }
  }
}

/** Hosts that do not sign their thinking do not take it back as thinking either. */
function toThinking({ thinking, thinkingSignature, redacted }: ThinkingContent): AnthropicContent {
  if (!thinkingSignature) return { type: 'text', text: thinking }
  if (redacted) return { type: 'redacted_thinking', data: thinkingSignature }
  return { type: 'thinking', thinking, signature: thinkingSignature }
}
