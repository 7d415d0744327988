import { type Blocks, closeAll, closeBlock, dropBlock, endOf, noBlocks, openBlock } from '../../message/blocks.ts'
import type { Delta, DoneDelta, ErrorDelta } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { argumentsOf, kindOf, partsOf, signatureOf, startOf } from './items.ts'
import { dropped, endingOf, vendorFailure } from './outcome.ts'
import { mapResponsesUsage, rateOf } from './usage.ts'
import type { OpenAIResponse, OpenAIResponsesError, OpenAIResponsesEvent, OpenAIResponsesItem } from './wire.ts'

/** What the answer alone does not tell. */
export interface OpenAIResponsesNormalizerOptions {
  /** The `service_tier` that was asked for. It sets the price where the answer names none of its own. */
  serviceTier?: string
}

/**
 * Where a Responses stream stands. Items are known by their `output_index`: their ids are missing from some events and
 * change from event to event at some vendors.
 */
export interface OpenAIResponsesState {
  readonly started: boolean
  readonly blocks: Blocks
  /** Of each item that became a block: the parts whose text has been given. */
  readonly said: ReadonlyMap<number, readonly number[]>
  /** The vendor's ids of the calls so far. */
  readonly callIds: ReadonlySet<string>
  readonly refusal: string
  /** How the message ends, once the terminal event has said so. */
  readonly ending: DoneDelta | ErrorDelta | undefined
}

const initial: OpenAIResponsesState = {
  started: false,
  blocks: noBlocks,
  said: new Map(),
  callIds: new Set(),
  refusal: '',
  ending: undefined,
}

/** The normaliser of OpenAI's Responses API, also as Azure, xAI, OpenRouter and local servers speak it. */
export function createOpenAIResponsesNormalizer({ serviceTier }: OpenAIResponsesNormalizerOptions = {}): Normalizer<
  OpenAIResponsesEvent,
  OpenAIResponsesState
> {
  return {
    initial,
    reduce: (state, event) => reduce(state, event, serviceTier),
    end,
    isComplete: ({ ending }) => ending !== undefined,
  }
}

/** The normaliser for requests without a service tier. */
export const openaiResponses: Normalizer<OpenAIResponsesEvent, OpenAIResponsesState> = createOpenAIResponsesNormalizer()

function reduce(state: OpenAIResponsesState, event: OpenAIResponsesEvent, tier?: string): Step<OpenAIResponsesState> {
  // An `error` is followed by `response.failed`, which says the same again.
  if (state.ending) return [state, []]
  const out: Delta[] = []
  const next = react(state.started ? state : start(state, event, out), event, tier, out)
  return [next, out]
}

function react(
  state: OpenAIResponsesState,
  event: OpenAIResponsesEvent,
  tier: string | undefined,
  out: Delta[],
): OpenAIResponsesState {
  if (!isGrowth(event)) return reactToWhole(state, event, tier, out)
  const grow = event.type === 'response.refusal.delta' ? refuse : say
  return grow(announced(state, event, out), event.output_index, partIndexOf(event), event.delta, out)
}

/** Relays may leave out that an item begins. Of a call nothing can be made then: its name is missing. */
function announced(
  state: OpenAIResponsesState,
  { type, output_index: at }: Growth,
  out: Delta[],
): OpenAIResponsesState {
  if (state.said.has(at) || type === 'response.function_call_arguments.delta') return state
  return startItem(state, at, { type: type.includes('reasoning') ? 'reasoning' : 'message' }, out)
}

/** More of a part of an item. */
type Growth = Extract<OpenAIResponsesEvent, { delta: string }>

const growths: ReadonlySet<string> = new Set<Growth['type']>([
  'response.output_text.delta',
  'response.refusal.delta',
  'response.reasoning_text.delta',
  'response.reasoning_summary_text.delta',
  'response.function_call_arguments.delta',
])

function isGrowth(event: OpenAIResponsesEvent): event is Growth {
  return growths.has(event.type)
}

/** Arguments have one part only. */
function partIndexOf(event: Growth): number {
  if ('content_index' in event) return event.content_index
  return 'summary_index' in event ? event.summary_index : 0
}

/** Events that come once: about a whole item, or about the answer as a whole. */
function reactToWhole(
  state: OpenAIResponsesState,
  event: Exclude<OpenAIResponsesEvent, Growth>,
  tier: string | undefined,
  out: Delta[],
): OpenAIResponsesState {
  switch (event.type) {
    case 'response.output_item.added':
      return event.item ? startItem(state, event.output_index, event.item, out) : state
    case 'response.function_call_arguments.done':
      return completeParts(state, event.output_index, { type: 'function_call', arguments: event.arguments }, out)
    case 'response.output_item.done':
      return event.item ? finishItem(state, event.output_index, event.item, out) : state
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return finish(state, event.type, event.response ?? {}, tier, out)
    case 'error':
      return { ...state, ending: vendorFailure(event.error ?? event) }
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
    default: // progress of server tools, decorations of the text, keep-alives, and whatever comes next
      return failIn(state, event)
  }
}

/** Relays also send an error object that no event type announces. */
function failIn(
  state: OpenAIResponsesState,
  { error }: { type: string; error?: OpenAIResponsesError },
): OpenAIResponsesState {
  return error ? { ...state, ending: vendorFailure(error) } : state
}

/** The first event that is about the answer starts the message; an error before it has none. */
function start(state: OpenAIResponsesState, event: OpenAIResponsesEvent, out: Delta[]): OpenAIResponsesState {
  if (!('response' in event) && !('output_index' in event)) return state
  const { id, model } = ('response' in event && event.response) || {}
  out.push({ type: 'start', ...(id && { responseId: id }), ...(model && { responseModel: model }) })
  return { ...state, started: true }
}

function startItem(
  state: OpenAIResponsesState,
  at: number,
  item: OpenAIResponsesItem,
  out: Delta[],
): OpenAIResponsesState {
  const kind = kindOf(item)
  if (!kind) return state
  const [closed, ends] = closeBlock(state.blocks, at)
  out.push(...ends, startOf(item, kind, closed.count))
  return {
    ...state,
    blocks: openBlock(closed, at, kind),
    said: new Map(state.said).set(at, []),
    callIds: kind === 'toolcall' ? new Set(state.callIds).add(item.call_id ?? '') : state.callIds,
  }
}

/** The finished item says what its deltas left out. Of some items it is all that comes. */
function finishItem(
  state: OpenAIResponsesState,
  at: number,
  item: OpenAIResponsesItem,
  out: Delta[],
): OpenAIResponsesState {
  const isNew = !state.blocks.open.has(at) && !state.said.has(at)
  const told = completeParts(isNew ? startItem(state, at, item, out) : state, at, item, out)
  const block = told.blocks.open.get(at)
  if (!block) return told
  out.push(...signatureOf(item, block.contentIndex))
  const args = block.kind === 'toolcall' ? argumentsOf(item) : ''
  out.push({ ...endOf(block), ...(args && { arguments: args }) })
  return { ...told, blocks: dropBlock(told.blocks, at) }
}

function completeParts(
  state: OpenAIResponsesState,
  at: number,
  item: OpenAIResponsesItem,
  out: Delta[],
): OpenAIResponsesState {
  const said = state.said.get(at) ?? []
  // Reasoning comes as a summary, as text, or as both: what was shown in one form is not shown again in the other.
  if (item.type === 'reasoning' && said.length > 0) return state
  return partsOf(item).reduce((next, { text = '', refusal }, part) => {
    if (said.includes(part)) return next
    return refusal ? refuse(next, at, part, refusal, out) : say(next, at, part, text, out)
  }, state)
}

/** More of a part of an open item. Reasoning parts are paragraphs, the parts of a text are not. */
function say(state: OpenAIResponsesState, at: number, part: number, text: string, out: Delta[]): OpenAIResponsesState {
  const block = state.blocks.open.get(at)
  if (!block || text === '') return state
  const { kind, contentIndex } = block
  const said = state.said.get(at) ?? []
  const isKnown = said.includes(part)
  const isNextParagraph = !isKnown && kind === 'thinking' && said.length > 0
  out.push({ type: deltaTypes[kind], contentIndex, delta: isNextParagraph ? `\n\n${text}` : text })
  return isKnown ? state : { ...state, said: new Map(state.said).set(at, [...said, part]) }
}

/** A refusal is shown as text, too. */
function refuse(
  state: OpenAIResponsesState,
  at: number,
  part: number,
  text: string,
  out: Delta[],
): OpenAIResponsesState {
  return { ...say(state, at, part, text, out), refusal: state.refusal + text }
}

function finish(
  state: OpenAIResponsesState,
  type: string,
  response: OpenAIResponse,
  tier: string | undefined,
  out: Delta[],
): OpenAIResponsesState {
  const { usage, service_tier } = response
  const told = tellRest(state, response, out)
  const rate = rateOf(service_tier, tier)
  if (usage) out.push({ type: 'usage', usage: mapResponsesUsage(usage), ...(rate && { rate }) })
  const { refusal, callIds } = told
  return { ...told, ending: endingOf({ refusal, hasCalls: callIds.size > 0 }, type, response) }
}

/**
 * What only the last event says: of a relay that has the whole answer at once all of it, of others a call that was never
 * streamed.
 */
function tellRest(state: OpenAIResponsesState, { output }: OpenAIResponse, out: Delta[]): OpenAIResponsesState {
  const isUntold = state.blocks.count === 0
  const isNew = ({ call_id }: OpenAIResponsesItem) => Boolean(call_id) && !state.callIds.has(call_id ?? '')
  return (output ?? []).reduce((next, item, at) => {
    if (isUntold) return finishItem(next, at, item, out)
    return isNew(item) ? finishItem(next, freeIndex(next), item, out) : next
  }, state)
}

/** An index that no item has: some vendors' own say nothing of the place in the finished output. */
function freeIndex({ said }: OpenAIResponsesState): number {
  return Math.max(-1, ...said.keys()) + 1
}

function end(state: OpenAIResponsesState): Step<OpenAIResponsesState> {
  const { ending = dropped } = state
  if (ending.type === 'error') return [state, [ending]]
  const [blocks, ends] = closeAll(state.blocks)
  return [{ ...state, blocks }, [...ends, ending]]
}

const deltaTypes = { text: 'text_delta', thinking: 'thinking_delta', toolcall: 'toolcall_delta' } as const
