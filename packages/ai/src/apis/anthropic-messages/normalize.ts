import { parseError } from '../../errors/parse-error.ts'
import { type Blocks, closeAll, closeBlock, endOf, noBlocks, openBlock } from '../../message/blocks.ts'
import { type Delta, type ErrorDelta, failureOf } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { asArgumentsText, asIndex, asList, asRecord, asText, asWord, isObject } from '../../values/json.ts'
import { PersistentMap } from '../../values/persistent-map.ts'
import { anthropicOutcome } from './outcome.ts'
import { anthropicUsageDeltas } from './usage.ts'
import type { AnthropicBlock, AnthropicBlockDelta, AnthropicEvent, AnthropicResponse, AnthropicStop } from './wire.ts'

/** What is known of a response so far. Blocks are known by the index that the provider gives them. */
export interface AnthropicState {
  readonly blocks: Blocks
  /** The index of the block that began last, for events without one. */
  readonly newest: number
  /** Indexes of blocks that are not content here: tools that ran on the server, and kinds yet to come. */
  readonly skipped: PersistentMap<number, true>
  /** Signatures that are still growing, by content index. */
  readonly signatures: PersistentMap<number, string>
  /** Input that came with the start of a call, by content index; it counts if no other follows. */
  readonly inputs: PersistentMap<number, string>
  readonly hasCalls: boolean
  readonly stop: AnthropicStop | undefined
  readonly isOver: boolean
  readonly failed: ErrorDelta | undefined
}

/** The normalizer of Anthropic Messages and all that is compatible with it. */
export const anthropic: Normalizer<AnthropicEvent, AnthropicState> = {
  initial: {
    blocks: noBlocks,
    newest: -1,
    skipped: new PersistentMap(),
    signatures: new PersistentMap(),
    inputs: new PersistentMap(),
    hasCalls: false,
    stop: undefined,
    isOver: false,
    failed: undefined,
  },
  reduce,
  end,
  isFinished: ({ stop }) => stop !== undefined,
  isComplete: ({ isOver }) => isOver,
}

function reduce(state: AnthropicState, event: AnthropicEvent): Step<AnthropicState> {
  if (state.failed || !isObject(event)) return [state, []]
  switch (event.type) {
    case 'content_block_delta':
      return isObject(event.delta) ? readDelta(state, indexOf(state, event), event.delta) : [state, []]
    case 'content_block_start':
      return isObject(event.content_block) ? reopen(state, asIndex(event.index), event.content_block) : [state, []]
    case 'content_block_stop':
      return stopBlock(state, indexOf(state, event))
    case 'message_start':
      return startMessage(state, asRecord(event.message))
    case 'message_delta':
      return [withStop(state, asRecord(event.delta)), anthropicUsageDeltas(event.usage)]
    case 'message_stop':
      return [{ ...state, stop: state.stop ?? {}, isOver: true }, []]
    case 'message':
      return wholeMessage(state, event)
    default: // ping, and whatever comes next
      return failIn(state, event)
  }
}

/** An event without an index is about the block that began last. */
function indexOf({ newest }: AnthropicState, { index }: { index?: unknown }): number {
  return asIndex(index) ?? newest
}

/** Relays also send an error object that no event type announces. */
function failIn(state: AnthropicState, event: { type?: string; error?: unknown }): Step<AnthropicState> {
  if (event.type !== 'error' && !event.error) return [state, []]
  const failed = failureOf(parseError(event))
  return [{ ...state, isOver: true, failed }, [failed]]
}

function startMessage(state: AnthropicState, message: AnthropicResponse): Step<AnthropicState> {
  const [responseId, responseModel] = [asText(message.id), asText(message.model)]
  const out: Delta[] = [
    { type: 'start', ...(responseId && { responseId }), ...(responseModel && { responseModel }) },
    ...anthropicUsageDeltas(message.usage),
  ]
  let next = withStop(state, message)
  for (const [index, block] of asList(message.content).entries()) {
    if (isObject(block)) next = wholeBlock(next, index, block, out)
  }
  return [next, out]
}

/** The body of a server that does not stream. */
function wholeMessage(state: AnthropicState, message: AnthropicResponse): Step<AnthropicState> {
  const [next, out] = startMessage(state, message)
  return [{ ...next, stop: next.stop ?? {}, isOver: true }, out]
}

/** A response that came whole takes the path of one that streamed. */
function wholeBlock(state: AnthropicState, index: number, block: AnthropicBlock, out: Delta[]): AnthropicState {
  const [started, first] = startBlock(state, index, block)
  const [stopped, last] = stopBlock(started, index)
  out.push(...first, ...last)
  return stopped
}

function withStop(state: AnthropicState, { stop_reason, stop_details }: AnthropicStop): AnthropicState {
  const reason = asWord(stop_reason)
  if (reason === undefined) return state
  return { ...state, stop: { stop_reason: reason, ...(stop_details && { stop_details }) } }
}

/** Relays count blocks anew, or leave out a stop: what is open under an index ends when another begins there. */
function reopen(state: AnthropicState, index: number = state.newest + 1, block: AnthropicBlock): Step<AnthropicState> {
  if (!state.blocks.open.has(index)) return startBlock(state, index, block)
  const [stopped, ends] = stopBlock(state, index)
  const [started, deltas] = startBlock(stopped, index, block)
  return [started, [...ends, ...deltas]]
}

function startBlock(state: AnthropicState, index: number, block: AnthropicBlock): Step<AnthropicState> {
  const begun = { ...state, newest: index }
  switch (block.type) {
    case 'text':
      return startProse(begun, index, 'text', asText(block.text))
    case 'thinking':
      return startThinking(begun, index, block)
    case 'redacted_thinking':
      return startRedacted(begun, index, block)
    case 'tool_use':
      return startCall(begun, index, block)
    default:
      return [{ ...begun, skipped: begun.skipped.with(index, true) }, []]
  }
}

function startProse(
  state: AnthropicState,
  index: number,
  kind: 'text' | 'thinking',
  text: string,
): Step<AnthropicState> {
  const contentIndex = state.blocks.count
  const out: Delta[] = [{ type: `${kind}_start`, contentIndex }]
  if (text) out.push({ type: `${kind}_delta`, contentIndex, delta: text })
  return [{ ...state, blocks: openBlock(state.blocks, index, kind) }, out]
}

function startThinking(
  state: AnthropicState,
  index: number,
  { thinking, signature }: AnthropicBlock,
): Step<AnthropicState> {
  const [next, out] = startProse(state, index, 'thinking', asText(thinking))
  const [signed, more] = sign(next, state.blocks.count, asText(signature))
  return [signed, [...out, ...more]]
}

function startRedacted(state: AnthropicState, index: number, { data }: AnthropicBlock): Step<AnthropicState> {
  const contentIndex = state.blocks.count
  const signature = asText(data)
  const out: Delta[] = [{ type: 'thinking_start', contentIndex, redacted: true }]
  if (signature) out.push({ type: 'thinking_signature', contentIndex, signature })
  return [{ ...state, blocks: openBlock(state.blocks, index, 'thinking') }, out]
}

function startCall(state: AnthropicState, index: number, block: AnthropicBlock): Step<AnthropicState> {
  const name = asText(block.name)
  if (name === '') return [state, []]
  const contentIndex = state.blocks.count
  const input = isEmpty(block.input) ? '' : asArgumentsText(block.input)
  const inputs = input === '' ? state.inputs : state.inputs.with(contentIndex, input)
  const next = { ...state, blocks: openBlock(state.blocks, index, 'toolcall'), inputs, hasCalls: true }
  return [next, [{ type: 'toolcall_start', contentIndex, id: asText(block.id) || `toolu_${contentIndex}`, name }]]
}

function isEmpty(input: unknown): boolean {
  return isObject(input) && Object.keys(input).length === 0
}

function readDelta(state: AnthropicState, index: number, delta: AnthropicBlockDelta): Step<AnthropicState> {
  const block = state.blocks.open.get(index)
  switch (delta.type) {
    case 'text_delta':
      return growProse(state, index, 'text', asText(delta.text))
    case 'thinking_delta':
      return growProse(state, index, 'thinking', asText(delta.thinking))
    case 'input_json_delta':
      return block?.kind === 'toolcall' ? growCall(state, block.contentIndex, delta.partial_json) : [state, []]
    case 'signature_delta':
      return block?.kind === 'thinking' ? sign(state, block.contentIndex, asText(delta.signature)) : [state, []]
    default: // citations
      return [state, []]
  }
}

/** Relays may leave out that a block begins. Of a call nothing can be made then: its name is missing. */
function growProse(
  state: AnthropicState,
  index: number,
  kind: 'text' | 'thinking',
  text: string,
): Step<AnthropicState> {
  const block = state.blocks.open.get(index)
  if (text === '') return [state, []]
  if (block?.kind === kind) return [state, [{ type: `${kind}_delta`, contentIndex: block.contentIndex, delta: text }]]
  if (block?.kind === 'toolcall' || state.skipped.has(index)) return [state, []]
  const [stopped, ends] = stopBlock(state, index)
  const [started, deltas] = startProse(stopped, index, kind, text)
  return [started, [...ends, ...deltas]]
}

function growCall(state: AnthropicState, contentIndex: number, fragment: unknown): Step<AnthropicState> {
  const delta = asArgumentsText(fragment)
  if (delta === '') return [state, []]
  const inputs = state.inputs.without(contentIndex)
  const next = inputs === state.inputs ? state : { ...state, inputs }
  return [next, [{ type: 'toolcall_delta', contentIndex, delta }]]
}

function sign(state: AnthropicState, contentIndex: number, fragment: string): Step<AnthropicState> {
  if (fragment === '') return [state, []]
  const signature = (state.signatures.get(contentIndex) ?? '') + fragment
  const signatures = state.signatures.with(contentIndex, signature)
  return [{ ...state, signatures }, [{ type: 'thinking_signature', contentIndex, signature }]]
}

function stopBlock(state: AnthropicState, index: number): Step<AnthropicState> {
  const block = state.blocks.open.get(index)
  if (!block) return [state, []]
  const [blocks] = closeBlock(state.blocks, index)
  const { contentIndex } = block
  const input = state.inputs.get(contentIndex)
  const given: Delta[] = input === undefined ? [] : [{ type: 'toolcall_delta', contentIndex, delta: input }]
  return [{ ...state, blocks }, [...given, endOf(block)]]
}

function end(state: AnthropicState): Step<AnthropicState> {
  if (state.failed) return [state, []]
  const [blocks, ends] = closeAll(state.blocks)
  return [{ ...state, blocks }, [...ends, anthropicOutcome(state.stop, state.hasCalls)]]
}
