import type { Delta } from '../../message/delta.ts'
import type { OpenAIChatToolCallDelta } from './wire.ts'

/** One tool call of a Chat Completions answer. */
export interface CallSlot {
  /** Position the vendor gives it; undefined where it gives none. */
  readonly index: number | undefined
  /** The vendor's id, empty until it comes. */
  readonly id: string
  readonly name: string
  /** Undefined until the call has a name: without one it is no call. */
  readonly contentIndex: number | undefined
  /** Arguments that came before the name. */
  readonly held: string
  /** All of the argument text, kept only for vendors that repeat it. */
  readonly text: string
  readonly legacy: boolean
}

/** The slot that a fragment belongs to, and whether it opens it. */
export type Slotted = { readonly kind: 'opens' } | { readonly kind: 'continues'; readonly at: number }

/**
 * Call identity is position plus change of identity: a fragment opens a call if it brings a new id (or name, where there
 * are no ids) for its position; otherwise it continues the call at its position, or the newest one without a position.
 */
export function slotOf(slots: readonly CallSlot[], call: OpenAIChatToolCallDelta): Slotted {
  const at = typeof call.index === 'number' ? lastAt(slots, call.index) : unpositioned(slots, call)
  const slot = slots[at]
  return slot === undefined || isAnother(slot, call) ? { kind: 'opens' } : { kind: 'continues', at }
}

function lastAt(slots: readonly CallSlot[], index: number): number {
  return slots.findLastIndex((slot) => slot.index === index)
}

function unpositioned(slots: readonly CallSlot[], { id, function: fn }: OpenAIChatToolCallDelta): number {
  if (id) return slots.findLastIndex((slot) => slot.id === id)
  // A name opens a call where nothing else could; fragments that repeat a name have an index or an id.
  return fn?.name
    ? slots.findLastIndex(({ name, contentIndex }) => name === '' && contentIndex === undefined)
    : slots.length - 1
}

/** A call that has begun is not replaced by a fragment without a name: Poolside gives the rest of a call another id. */
function isAnother(slot: CallSlot, { id, function: fn }: OpenAIChatToolCallDelta): boolean {
  if (id && slot.id) return id !== slot.id && (Boolean(fn?.name) || slot.name === '')
  return !id && !slot.id && Boolean(fn?.name) && slot.name !== '' && fn?.name !== slot.name
}

/** A slot that knows only where it is, and perhaps its id. */
export function newSlot({ index, id }: OpenAIChatToolCallDelta, legacy: boolean): CallSlot {
  const position = typeof index === 'number' ? index : undefined
  return { index: position, id: id ?? '', name: '', contentIndex: undefined, held: '', text: '', legacy }
}

/**
 * What a fragment adds to its call, and its argument text. Once a call has started, only the text matters, and the slot
 * comes back as it was.
 *
 * @param cumulative the vendor repeats the whole text so far.
 */
export function takeFragment(
  slot: CallSlot,
  { id, function: fn }: OpenAIChatToolCallDelta,
  cumulative: boolean,
): readonly [CallSlot, string] {
  const sent = argumentsText(fn?.arguments)
  if (slot.contentIndex !== undefined && !cumulative) return [slot, sent]
  const text = cumulative ? withoutRepeat(slot.text, sent) : sent
  const seen = { ...slot, id: slot.id || (id ?? ''), name: slot.name || (fn?.name ?? '') }
  return [cumulative ? { ...seen, text: slot.text + text } : seen, text]
}

/** Servers also send null, and the object itself. */
function argumentsText(value: string | object | null | undefined): string {
  if (typeof value === 'string') return value
  return value ? JSON.stringify(value) : ''
}

function withoutRepeat(soFar: string, text: string): string {
  return soFar !== '' && text.length > soFar.length && text.startsWith(soFar) ? text.slice(soFar.length) : text
}

/** The start of a call whose name is known. Ids are made up from the response's where the vendor sends none. */
export function callStart(slot: CallSlot, contentIndex: number, responseId: string): Delta {
  const id = slot.id || `call_${responseId.replace(/[^A-Za-z0-9_-]/g, '').slice(-24)}_${contentIndex}`
  return { type: 'toolcall_start', contentIndex, id, name: slot.name, ...(slot.legacy && { legacy: true }) }
}
