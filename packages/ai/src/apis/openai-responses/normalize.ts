import { type BlockKind, closeAll, dropBlock, endOf } from '../../message/blocks.ts'
import type { Delta } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { asArgumentsText, asIndex, asList, asText, isObject } from '../../values/json.ts'
import { argumentsOf, kindOf, signatureOf } from './items.ts'
import { dropped, endingOf, reportedFailure } from './outcome.ts'
import {
  appendRefusal,
  appendText,
  completeParts,
  initialState,
  type OpenAIResponsesState,
  startItem,
} from './state.ts'
import { responsesUsageDelta } from './usage.ts'
import type { OpenAIResponse, OpenAIResponsesEvent, OpenAIResponsesItem } from './wire.ts'

export type { OpenAIResponsesState } from './state.ts'

/** What the response alone does not contain. */
export interface OpenAIResponsesNormalizerOptions {
  /** The `service_tier` that was asked for. It sets the price where the response names none of its own. */
  serviceTier?: string
}

/** The normalizer of OpenAI's Responses API, also as Azure, xAI, OpenRouter and local servers speak it. */
export function createOpenAIResponsesNormalizer({ serviceTier }: OpenAIResponsesNormalizerOptions = {}): Normalizer<
  OpenAIResponsesEvent,
  OpenAIResponsesState
> {
  return {
    initial: initialState,
    reduce: (state, event) => reduce(state, event, serviceTier),
    end,
    isComplete: ({ ending }) => ending !== undefined,
  }
}

/** The normalizer for requests without a service tier. */
export const openaiResponses: Normalizer<OpenAIResponsesEvent, OpenAIResponsesState> = createOpenAIResponsesNormalizer()

function reduce(state: OpenAIResponsesState, event: OpenAIResponsesEvent, tier?: string): Step<OpenAIResponsesState> {
  // An `error` is followed by `response.failed`, which reports the same again.
  if (state.ending || !isObject(event)) return [state, []]
  const out: Delta[] = []
  const begun = state.started ? state : start(state, event, out)
  return [isGrowth(event) ? grow(begun, event, out) : reactToWhole(begun, event, tier, out), out]
}

/** More of a part of an item. */
type Growth = Extract<OpenAIResponsesEvent, { delta: string }>

const growths: ReadonlyMap<string, BlockKind> = new Map<Growth['type'], BlockKind>([
  ['response.output_text.delta', 'text'],
  ['response.refusal.delta', 'text'],
  ['response.reasoning_text.delta', 'thinking'],
  ['response.reasoning_summary_text.delta', 'thinking'],
  ['response.function_call_arguments.delta', 'toolcall'],
])

function isGrowth(event: OpenAIResponsesEvent): event is Growth {
  return event.type !== undefined && growths.has(event.type)
}

function grow(state: OpenAIResponsesState, event: Growth, out: Delta[]): OpenAIResponsesState {
  const kind = growths.get(event.type) ?? 'text'
  const at = asIndex(event.output_index) ?? state.byId.get(asText(event.item_id)) ?? likelyIndex(state, kind)
  const begun = announced(state, at, kind, out)
  if (begun.blocks.open.get(at)?.kind !== kind) return begun
  const text = kind === 'toolcall' ? asArgumentsText(event.delta) : asText(event.delta)
  const append = event.type === 'response.refusal.delta' ? appendRefusal : appendText
  return append(begun, at, { part: partIndexOf(event), text }, out)
}

/** An event about nobody's item is about the newest one, if that is of its kind. */
function likelyIndex({ blocks, newest, free }: OpenAIResponsesState, kind: BlockKind): number {
  return blocks.open.get(newest)?.kind === kind ? newest : free
}

/** Arguments have one part only. */
function partIndexOf(event: Growth): number {
  if ('content_index' in event) return asIndex(event.content_index) ?? 0
  return 'summary_index' in event ? (asIndex(event.summary_index) ?? 0) : 0
}

/** Relays may leave out that an item begins. Of a call nothing can be made then: its name is missing. */
function announced(state: OpenAIResponsesState, at: number, kind: BlockKind, out: Delta[]): OpenAIResponsesState {
  if (kind === 'toolcall' || state.parts.has(at)) return state
  return startItem(state, at, { type: kind === 'thinking' ? 'reasoning' : 'message' }, out)
}

/** Events that come once: about a whole item, or about the response as a whole. */
function reactToWhole(
  state: OpenAIResponsesState,
  event: Exclude<OpenAIResponsesEvent, Growth>,
  tier: string | undefined,
  out: Delta[],
): OpenAIResponsesState {
  switch (event.type) {
    case 'response.output_item.added':
      return isObject(event.item) ? startItem(state, asIndex(event.output_index) ?? state.free, event.item, out) : state
    case 'response.function_call_arguments.done':
      return completeArguments(state, event, out)
    case 'response.output_item.done':
      return isObject(event.item) ? finishItem(state, indexOfDone(state, event, event.item), event.item, out) : state
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return finish(state, event.type, isObject(event.response) ? event.response : {}, tier, out)
    case 'error':
      return { ...state, ending: reportedFailure(event.error ?? event) }
    case undefined:
      return event.object === 'response' ? finish(state, 'response.completed', event, tier, out) : failIn(state, event)
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
    default: // progress of server tools, decorations of the text, keep-alives, and whatever comes next
      return failIn(state, event)
  }
}

/** Relays also send an error object that no event type announces. */
function failIn(state: OpenAIResponsesState, event: object): OpenAIResponsesState {
  const { error } = event as { error?: unknown }
  return error ? { ...state, ending: reportedFailure(error) } : state
}

/** The first event that is about the response starts the message; an error before it has none. */
function start(state: OpenAIResponsesState, event: OpenAIResponsesEvent, out: Delta[]): OpenAIResponsesState {
  const response = 'response' in event ? event.response : event.type === undefined ? event : undefined
  if (!isObject(response) && !('output_index' in event) && !('item' in event)) return state
  const { id, model } = isObject(response) ? response : {}
  const [responseId, responseModel] = [asText(id), asText(model)]
  out.push({ type: 'start', ...(responseId && { responseId }), ...(responseModel && { responseModel }) })
  return { ...state, started: true }
}

function indexOfDone(
  state: OpenAIResponsesState,
  { output_index }: { output_index?: unknown },
  item: OpenAIResponsesItem,
): number {
  const known = state.byId.get(asText(item.id)) ?? state.byId.get(asText(item.call_id))
  return asIndex(output_index) ?? known ?? likelyIndex(state, kindOf(item) ?? 'text')
}

/** The finished item has what its deltas left out. Of some items it is all that comes. */
function finishItem(
  state: OpenAIResponsesState,
  at: number,
  item: OpenAIResponsesItem,
  out: Delta[],
): OpenAIResponsesState {
  const kind = kindOf(item)
  const open = state.blocks.open.get(at)
  const isNew = kind !== undefined && (open ? open.kind !== kind : !state.parts.has(at))
  const whole = completeParts(isNew ? startItem(state, at, item, out) : state, at, item, out)
  const block = whole.blocks.open.get(at)
  if (!block) return whole
  const isSame = block.kind === kind
  if (isSame) out.push(...signatureOf(item, block.contentIndex))
  const args = isSame && kind === 'toolcall' ? argumentsOf(item) : ''
  out.push({ ...endOf(block), ...(args && { arguments: args }) })
  return { ...whole, blocks: dropBlock(whole.blocks, at) }
}

function completeArguments(
  state: OpenAIResponsesState,
  { output_index, item_id, arguments: args }: { output_index?: unknown; item_id?: unknown; arguments?: unknown },
  out: Delta[],
): OpenAIResponsesState {
  const at = asIndex(output_index) ?? state.byId.get(asText(item_id)) ?? likelyIndex(state, 'toolcall')
  return completeParts(state, at, { type: 'function_call', arguments: args, name: 'known' }, out)
}

function finish(
  state: OpenAIResponsesState,
  type: string,
  response: OpenAIResponse,
  tier: string | undefined,
  out: Delta[],
): OpenAIResponsesState {
  const whole = finishUnstreamed(state, response, out)
  if (isObject(response.usage)) out.push(responsesUsageDelta(response.usage, response, tier))
  const { refusal, hasCalls } = whole
  return { ...whole, ending: endingOf({ refusal, hasCalls }, type, response) }
}

/**
 * What only the last event holds: of a relay that has the whole response at once all of it, of others a call that was
 * never streamed.
 */
function finishUnstreamed(state: OpenAIResponsesState, { output }: OpenAIResponse, out: Delta[]): OpenAIResponsesState {
  const isUnstreamed = state.blocks.count === 0
  return asList(output).reduce((next, item, at) => {
    if (!isObject(item)) return next
    if (isUnstreamed) return finishItem(next, at, item, out)
    const callId = asText(item.call_id)
    return callId !== '' && !next.byId.has(callId) ? finishItem(next, next.free, item, out) : next
  }, state)
}

function end(state: OpenAIResponsesState): Step<OpenAIResponsesState> {
  const { ending = dropped } = state
  if (ending.type === 'error') return [state, [ending]]
  const [blocks, ends] = closeAll(state.blocks)
  return [{ ...state, blocks }, [...ends, ending]]
}
