import type OpenAI from 'openai'

import { publicCallId, shortHash } from '../../history/call-ids.ts'
import { repairMessages } from '../../history/repair-messages.ts'
import type { RepairTarget } from '../../history/repair-target.ts'
import { itemIdOf } from '../../history/responses-call-ids.ts'
import { sanitizeText } from '../../history/sanitize-text.ts'
import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import { textOfBlocks } from '../../message/text-of-blocks.ts'
import type { Context, StreamOptions } from '../../options/options.ts'
import { memoizePerMessage } from '../../values/memo.ts'
import { replayableReasoning } from './reasoning-item.ts'
import { withoutRepeatedIds } from './repeated-ids.ts'
import { parseTextSignature } from './text-signature.ts'

type Item = OpenAI.Responses.ResponseInputItem
type Input = OpenAI.Responses.ResponseInputText | OpenAI.Responses.ResponseInputImage

/** The conversation as input items, the system prompt first. */
export function toInput(model: Model, { systemPrompt, messages }: Context, options: StreamOptions): Item[] {
  const history = repairMessages(messages, targetOf(model, options))
  const { api, provider, id } = model
  const items = history.flatMap(itemsFor({ api, provider, id }))
  return [...systemItems(model, systemPrompt), ...withoutRepeatedIds(items)]
}

function targetOf(model: Model, { foreignThinking = 'drop' }: StreamOptions): RepairTarget {
  return { model, foreignThinking, callIds: 'responses', callNames: 'safe-64' }
}

function systemItems(model: Model, systemPrompt = ''): Item[] {
  const content = sanitizeText(systemPrompt)
  return content.trim() === '' ? [] : [{ role: model.reasoning ? 'developer' : 'system', content }]
}

/** Whose messages are one's own. */
type Reader = Pick<Model, 'api' | 'provider' | 'id'>

const itemsFor = memoizePerMessage(toItems)

function toItems(message: Message, model: Reader): Item[] {
  switch (message.role) {
    case 'user':
      return [toUserItem(message)]
    case 'assistant':
      return toAssistantItems(message, model)
    case 'toolResult':
      return [toOutputItem(message)]
  }
}

function toUserItem({ content }: UserMessage): Item {
  const blocks: (TextContent | ImageContent)[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return { role: 'user', content: blocks.map(toInputPart) }
}

function toInputPart(block: TextContent | ImageContent): Input {
  if (block.type === 'text') return { type: 'input_text', text: block.text }
  return { type: 'input_image', detail: 'auto', image_url: block.url ?? `data:${block.mimeType};base64,${block.data}` }
}

function toOutputItem({ toolCallId, content }: ToolResultMessage): Item {
  const isText = content.every(({ type }) => type === 'text')
  const output = isText ? textOfBlocks(content, '\n') : content.map(toInputPart)
  return { type: 'function_call_output', call_id: publicCallId(toolCallId), output }
}

/** Where the items of a turn go back to. */
interface Turn {
  isOwn: boolean
  /** Another model of the same provider made it. */
  isSibling: boolean
  /** An id ties its item to the reasoning before it; where that is missing the provider refuses the id. */
  isWhole: boolean
}

function toAssistantItems(message: AssistantMessage, model: Reader): Item[] {
  const isSameProvider = message.api === model.api && message.provider === model.provider
  const isOwn = isSameProvider && message.model === model.id
  const isWhole = message.content.every(
    (block) => block.type !== 'thinking' || replayableReasoning(block) !== undefined,
  )
  const turn: Turn = { isOwn, isSibling: isSameProvider && !isOwn, isWhole }
  return withoutTrailingReasoning(message.content.flatMap((block) => toItem(block, turn) ?? []))
}

/** A reasoning item without the item it led to is refused. */
function withoutTrailingReasoning(items: Item[]): Item[] {
  return items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1)
}

function toItem(block: AssistantContent, turn: Turn): Item | undefined {
  switch (block.type) {
    case 'thinking':
      return replayableReasoning(block)
    case 'text':
      return toTextItem(block, turn)
    case 'toolCall':
      return toCallItem(block, turn)
  }
}

/** An own text goes back as the message it was; without its id it is a message like any other. */
function toTextItem({ text, textSignature }: TextContent, { isWhole }: Turn): Item | undefined {
  if (text.trim() === '') return undefined
  const { id, phase } = parseTextSignature(textSignature)
  const marked = phase === undefined ? {} : { phase }
  if (id === undefined || !isWhole) return { role: 'assistant', content: text, ...marked }
  const content: OpenAI.Responses.ResponseOutputText[] = [{ type: 'output_text', text, annotations: [] }]
  return { type: 'message', role: 'assistant', id: legalId(id), status: 'completed', content, ...marked }
}

/** Some servers give ids that their own requests would refuse, GitHub Copilot longer ones than it takes. */
function legalId(id: string): string {
  return id.length <= 64 && /^msg_[\w-]*[A-Za-z0-9-]$/.test(id) ? id : `msg_${shortHash(id)}`
}

function toCallItem({ id, name, arguments: args }: ToolCall, turn: Turn): Item {
  const itemId = turn.isSibling || (turn.isOwn && !turn.isWhole) ? undefined : itemIdOf(id)
  const call = { call_id: publicCallId(id), name, arguments: JSON.stringify(args) }
  return { type: 'function_call', ...(itemId && { id: itemId }), ...call }
}
