import { type Blocks, closeBlock, noBlocks, openBlock } from '../../message/blocks.ts'
import type { Delta, DoneDelta, ErrorDelta } from '../../message/delta.ts'
import { asText } from '../../values/json.ts'
import { PersistentMap } from '../../values/persistent-map.ts'
import { kindOf, partsOf, startOf } from './items.ts'
import type { OpenAIResponsesItem } from './wire.ts'

/**
 * Where a Responses stream stands. Items are known by their `output_index`: their ids are missing from some events and
 * change from event to event at some providers.
 */
export interface OpenAIResponsesState {
  readonly started: boolean
  readonly blocks: Blocks
  /** Of each item that became a block: the parts whose text has been emitted. */
  readonly parts: PersistentMap<number, PersistentMap<number, true>>
  /** The items by their ids, and calls by theirs, for events without an index. */
  readonly byId: PersistentMap<string, number>
  /** The item that began last, and an index that none has. */
  readonly newest: number
  readonly free: number
  readonly hasCalls: boolean
  readonly refusal: string
  /** How the message ends, once the terminal event has come. */
  readonly ending: DoneDelta | ErrorDelta | undefined
}

/** Before the first event. */
export const initialState: OpenAIResponsesState = {
  started: false,
  blocks: noBlocks,
  parts: new PersistentMap(),
  byId: new PersistentMap(),
  newest: -1,
  free: 0,
  hasCalls: false,
  refusal: '',
  ending: undefined,
}

const noParts = new PersistentMap<number, true>()

/** Opens the block of an item; nothing for items that are no content. */
export function startItem(
  state: OpenAIResponsesState,
  at: number,
  item: OpenAIResponsesItem,
  out: Delta[],
): OpenAIResponsesState {
  const kind = kindOf(item)
  if (!kind) return state
  const [closed, ends] = closeBlock(state.blocks, at)
  out.push(...ends, startOf(item, kind, closed.count))
  const ids = [asText(item.id), asText(item.call_id)].filter((id) => id !== '')
  return {
    ...state,
    blocks: openBlock(closed, at, kind),
    parts: state.parts.with(at, noParts),
    byId: ids.reduce((known, id) => known.with(id, at), state.byId),
    newest: at,
    free: Math.max(state.free, at + 1),
    hasCalls: state.hasCalls || kind === 'toolcall',
  }
}

/** Emits the parts of a finished item that have not been streamed. */
export function completeParts(
  state: OpenAIResponsesState,
  at: number,
  item: OpenAIResponsesItem,
  out: Delta[],
): OpenAIResponsesState {
  const streamed = state.parts.get(at) ?? noParts
  const parts = partsOf(item)
  // Reasoning comes as a summary, as text, or as both: what was shown in one form is not shown again in the other. And a
  // part that was streamed may have another number than its place here, so as many as there are is all of them.
  const isComplete = item.type === 'reasoning' ? streamed.size > 0 : streamed.size >= parts.length
  if (isComplete || state.blocks.open.get(at)?.kind !== kindOf(item)) return state
  return parts.reduce((next, part) => {
    if (streamed.has(part.part)) return next
    return (part.isRefusal ? appendRefusal : appendText)(next, at, part, out)
  }, state)
}

/** Text of one part of an item. */
export interface PartText {
  readonly part: number
  readonly text: string
}

/** More of a part of an open item. Reasoning parts are paragraphs, the parts of a text are not. */
export function appendText(
  state: OpenAIResponsesState,
  at: number,
  { part, text }: PartText,
  out: Delta[],
): OpenAIResponsesState {
  const block = state.blocks.open.get(at)
  if (!block || text === '') return state
  const { kind, contentIndex } = block
  const streamed = state.parts.get(at) ?? noParts
  const isKnown = streamed.has(part)
  const isNextParagraph = !isKnown && kind === 'thinking' && streamed.size > 0
  out.push({ type: deltaTypes[kind], contentIndex, delta: isNextParagraph ? `\n\n${text}` : text })
  return isKnown ? state : { ...state, parts: state.parts.with(at, streamed.with(part, true)) }
}

/** A refusal is shown as text, too. */
export function appendRefusal(
  state: OpenAIResponsesState,
  at: number,
  part: PartText,
  out: Delta[],
): OpenAIResponsesState {
  return { ...appendText(state, at, part, out), refusal: state.refusal + part.text }
}

const deltaTypes = { text: 'text_delta', thinking: 'thinking_delta', toolcall: 'toolcall_delta' } as const
