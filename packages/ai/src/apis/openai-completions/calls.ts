import type { Delta } from '../../message/delta.ts'
import { asArgumentsText, asIndex, asRecord, asText, isObject } from '../../values/json.ts'
import { PersistentMap } from '../../values/persistent-map.ts'
import type { OpenAIChatFunctionDelta, OpenAIChatToolCallDelta } from './wire.ts'

/** One tool call of a Chat Completions response. */
export interface CallSlot {
  /** Position that the server gives it; undefined where it gives none. */
  readonly index: number | undefined
  /** The provider's id, empty until it comes. */
  readonly id: string
  readonly name: string
  /** Undefined until the call has a name: without one it is no call. */
  readonly contentIndex: number | undefined
  /** Arguments that came before the name. */
  readonly held: string
  /** All of the argument text, kept only for servers that repeat it. */
  readonly text: string
  /** What must go back with the call as it came: the signature of Gemini behind a chat endpoint. */
  readonly extra: object | undefined
  readonly legacy: boolean
}

/** The calls of a response by order of appearance, and where to find them by position and by id. */
export interface CallSlots {
  readonly all: PersistentMap<number, CallSlot>
  readonly byIndex: PersistentMap<number, number>
  readonly byId: PersistentMap<string, number>
}

/** Before the first call. */
export const noCalls: CallSlots = { all: new PersistentMap(), byIndex: new PersistentMap(), byId: new PersistentMap() }

/** A delta of a call, whose fields are what they should be. */
export interface CallFragment {
  readonly index: number | undefined
  readonly id: string
  readonly name: string
  readonly text: string
  readonly extra: object | undefined
  readonly legacy: boolean
}

/** The delta of a call; undefined for what is none. */
export function readFragment(call: OpenAIChatToolCallDelta | null): CallFragment | undefined {
  if (!isObject(call)) return undefined
  const { name, arguments: args } = asRecord(call.function)
  const extra = isObject(call.extra_content) ? call.extra_content : undefined
  // Mistral means "no id" by the text.
  const id = call.id === 'null' ? '' : asText(call.id)
  return { index: asIndex(call.index), id, name: asText(name), text: asArgumentsText(args), extra, legacy: false }
}

/** The one call of the older format, which has neither position nor id. */
export function readLegacyFragment({ name, arguments: args }: OpenAIChatFunctionDelta): CallFragment {
  return { index: -1, id: '', name: asText(name), text: asArgumentsText(args), extra: undefined, legacy: true }
}

/**
 * The slot that a fragment continues; undefined where it opens one. Call identity is position plus change of identity: a
 * fragment opens a call if it brings a new id (or name, where there are no ids) for its position; otherwise it continues
 * the call at its position, or the newest one without a position.
 */
export function slotOf(slots: CallSlots, fragment: CallFragment): number | undefined {
  const at = placeOf(slots, fragment)
  const slot = at === undefined ? undefined : slots.all.get(at)
  return slot === undefined || isAnother(slot, fragment) ? undefined : at
}

function placeOf({ all, byIndex, byId }: CallSlots, { index, id, name }: CallFragment): number | undefined {
  if (index !== undefined) return byIndex.get(index)
  if (id !== '') return byId.get(id)
  const newest = all.size - 1
  // A name opens a call where nothing else could; fragments that repeat a name have an index or an id.
  return name === '' || all.get(newest)?.name === '' ? newest : undefined
}

/** A call that has begun is not replaced by a fragment without a name: Poolside gives the rest of a call another id. */
function isAnother(slot: CallSlot, { id, name }: CallFragment): boolean {
  if (id !== '' && slot.id !== '') return id !== slot.id && (name !== '' || slot.name === '')
  return id === '' && slot.id === '' && name !== '' && slot.name !== '' && name !== slot.name
}

/** A slot that knows only where it is, and perhaps its id. */
export function newSlot({ index, id, legacy }: CallFragment): CallSlot {
  return { index, id, name: '', contentIndex: undefined, held: '', text: '', extra: undefined, legacy }
}

/**
 * What a fragment adds to its call, and its argument text. Once a call has started, only the text matters, and the slot
 * comes back as it was.
 *
 * @param cumulative the server repeats the whole text so far.
 */
export function takeFragment(
  slot: CallSlot,
  { id, name, text: sent, extra }: CallFragment,
  cumulative: boolean,
): readonly [CallSlot, string] {
  if (slot.contentIndex !== undefined && !cumulative && !extra) return [slot, sent]
  const text = cumulative ? withoutRepeat(slot.text, sent) : sent
  const seen = { ...slot, id: slot.id || id, name: slot.name || name, extra: extra ?? slot.extra }
  return [cumulative ? { ...seen, text: slot.text + text } : seen, text]
}

function withoutRepeat(soFar: string, text: string): string {
  return soFar !== '' && text.length > soFar.length && text.startsWith(soFar) ? text.slice(soFar.length) : text
}

/** The calls with one of them changed, or one more. */
export function withSlot({ all, byIndex, byId }: CallSlots, at: number, slot: CallSlot): CallSlots {
  const { index, id } = slot
  return {
    all: all.with(at, slot),
    byIndex: index === undefined || byIndex.get(index) === at ? byIndex : byIndex.with(index, at),
    byId: id === '' || byId.get(id) === at ? byId : byId.with(id, at),
  }
}

/** The start of a call whose name is known. Ids are made up from the response's where the server sends none. */
export function callStart(slot: CallSlot, contentIndex: number, responseId: string): Delta {
  const id = slot.id || `call_${responseId.replace(/[^A-Za-z0-9_-]/g, '').slice(-24)}_${contentIndex}`
  return { type: 'toolcall_start', contentIndex, id, name: slot.name, ...(slot.legacy && { legacy: true }) }
}
