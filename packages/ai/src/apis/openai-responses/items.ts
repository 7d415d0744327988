import type { BlockKind } from '../../message/blocks.ts'
import type { Delta } from '../../message/delta.ts'
import { asArgumentsText, asList, asText, isObject, jsonText } from '../../values/json.ts'
import type { TextSignatureV1 } from './text-signature.ts'
import type { OpenAIResponsesItem, OpenAIResponsesPart } from './wire.ts'

/**
 * Which items are content. The server runs its own tools and custom tools (whose input is no JSON) are never offered,
 * so all others are ignored.
 */
export function kindOf({ type, name }: OpenAIResponsesItem): BlockKind | undefined {
  if (type === 'message') return 'text'
  if (type === 'reasoning') return 'thinking'
  return type === 'function_call' && asText(name) !== '' ? 'toolcall' : undefined
}

/** The start of an item's block. */
export function startOf({ id, call_id, name }: OpenAIResponsesItem, kind: BlockKind, contentIndex: number): Delta {
  if (kind !== 'toolcall') return { type: `${kind}_start`, contentIndex }
  // A call goes back with both of its ids: its result refers to the first, its reasoning belongs to the second.
  const ids = [asText(call_id), asText(id)].filter((one) => one !== '')
  return { type: 'toolcall_start', contentIndex, id: ids.join('|') || `call_${contentIndex}`, name: asText(name) }
}

/** Text of a finished item, and which of its parts it is. */
export interface FinishedPart {
  readonly part: number
  readonly text: string
  readonly isRefusal: boolean
}

/** The parts of a finished item that are shown. */
export function partsOf(item: OpenAIResponsesItem): FinishedPart[] {
  if (item.type === 'function_call') return shown([{ type: 'arguments', text: argumentsOf(item) }])
  const summary = asList(item.summary)
  return shown(summary.length > 0 ? summary : asList(item.content))
}

function shown(parts: readonly (OpenAIResponsesPart | null)[]): FinishedPart[] {
  return parts.flatMap((found, part) => {
    if (!isObject(found)) return []
    const refusal = asText(found.refusal)
    const text = refusal || asText(found.text)
    return text === '' ? [] : [{ part, text, isRefusal: refusal !== '' }]
  })
}

/** The arguments of a finished call, blank if it does not give them. */
export function argumentsOf(item: OpenAIResponsesItem): string {
  return asArgumentsText(item.arguments)
}

/** What must go back with the block: the reasoning item as it is, and of a text which message it was. */
export function signatureOf(item: OpenAIResponsesItem, contentIndex: number): Delta[] {
  const id = asText(item.id)
  if (item.type === 'reasoning') return [{ type: 'thinking_signature', contentIndex, signature: jsonText(item) }]
  if (item.type !== 'message' || id === '') return []
  const phase = asText(item.phase)
  const signature: TextSignatureV1 = { v: 1, id, ...(phase && { phase }) }
  return [{ type: 'text_signature', contentIndex, signature: JSON.stringify(signature) }]
}
