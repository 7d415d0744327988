import type { BlockKind } from '../../message/blocks.ts'
import type { Delta } from '../../message/delta.ts'
import type { OpenAIResponsesItem, OpenAIResponsesPart } from './wire.ts'

/**
 * Which items are content. The server runs its own tools and custom tools (whose input is no JSON) are never offered,
 * so all others pass unread.
 */
export function kindOf({ type, name }: OpenAIResponsesItem): BlockKind | undefined {
  if (type === 'message') return 'text'
  if (type === 'reasoning') return 'thinking'
  return type === 'function_call' && name ? 'toolcall' : undefined
}

/** The start of an item's block. */
export function startOf({ id, call_id, name }: OpenAIResponsesItem, kind: BlockKind, contentIndex: number): Delta {
  if (kind !== 'toolcall') return { type: `${kind}_start`, contentIndex }
  // A call goes back with both of its ids: its result refers to the first, its reasoning belongs to the second.
  const ids = [call_id, id].filter(Boolean)
  return { type: 'toolcall_start', contentIndex, id: ids.join('|') || `call_${contentIndex}`, name: name ?? '' }
}

/** The parts of a finished item whose text is shown. */
export function partsOf(item: OpenAIResponsesItem): readonly OpenAIResponsesPart[] {
  if (item.type === 'function_call') return [{ type: 'arguments', text: argumentsOf(item) }]
  return item.summary?.length ? item.summary : (item.content ?? [])
}

/** The arguments of a finished call, blank if it does not say them. */
export function argumentsOf({ arguments: args }: OpenAIResponsesItem): string {
  if (typeof args === 'string') return args
  return args ? JSON.stringify(args) : ''
}

/** What must go back with the block: the reasoning item as it is, and of a text which message it was. */
export function signatureOf(item: OpenAIResponsesItem, contentIndex: number): Delta[] {
  const { type, id, phase } = item
  if (type === 'reasoning') return [{ type: 'thinking_signature', contentIndex, signature: JSON.stringify(item) }]
  if (type !== 'message' || !id) return []
  return [{ type: 'text_signature', contentIndex, signature: JSON.stringify({ v: 1, id, ...(phase && { phase }) }) }]
}
