import { parseError } from '../../errors/parse-error.ts'
import { type Blocks, closeAll, closeBlock, endOf, noBlocks, openBlock } from '../../message/blocks.ts'
import { type Delta, type DoneReason, failure, failureOf } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import type { TokenCounts } from '../../message/usage.ts'
import type {
  AnthropicBlock,
  AnthropicBlockDelta,
  AnthropicEvent,
  AnthropicMessageStart,
  AnthropicStop,
  AnthropicUsage,
} from './wire.ts'

/** What is known of an answer so far. Blocks are known by the index that the vendor gives them. */
export interface AnthropicState {
  readonly blocks: Blocks
  /** Indexes of blocks that are not content here: tools that ran on the server, and kinds yet to come. */
  readonly passed: ReadonlySet<number>
  /** Signatures that are still growing, by content index. */
  readonly signatures: ReadonlyMap<number, string>
  /** Input that came with the start of a call, by content index; it counts if no other follows. */
  readonly inputs: ReadonlyMap<number, string>
  readonly hasCalls: boolean
  readonly stop: AnthropicStop | undefined
  readonly isOver: boolean
}

/** The normaliser of Anthropic Messages and all that is compatible with it. */
export const anthropic: Normalizer<AnthropicEvent, AnthropicState> = {
  initial: {
    blocks: noBlocks,
    passed: new Set(),
    signatures: new Map(),
    inputs: new Map(),
    hasCalls: false,
    stop: undefined,
    isOver: false,
  },
  reduce,
  end,
  isFinished: ({ stop }) => stop !== undefined,
  isComplete: ({ isOver }) => isOver,
}

function reduce(state: AnthropicState, event: AnthropicEvent): Step<AnthropicState> {
  switch (event.type) {
    case 'content_block_delta':
      return event.delta ? reduceDelta(state, event.index, event.delta) : [state, []]
    case 'content_block_start':
      return event.content_block ? reopen(state, event.index, event.content_block) : [state, []]
    case 'content_block_stop':
      return stopBlock(state, event.index)
    case 'message_start':
      return startMessage(state, event.message ?? {})
    case 'message_delta':
      return [withStop(state, event.delta ?? {}), usageDeltas(event.usage)]
    case 'message_stop':
      return [{ ...state, stop: state.stop ?? {}, isOver: true }, []]
    default: // ping, and whatever comes next
      return failIn(state, event)
  }
}

/** Relays also send an error object that no event type announces. */
function failIn(state: AnthropicState, event: { type?: string; error?: unknown }): Step<AnthropicState> {
  if (event.type !== 'error' && !event.error) return [state, []]
  return [{ ...state, isOver: true }, [failureOf(parseError(event))]]
}

function startMessage(state: AnthropicState, message: AnthropicMessageStart): Step<AnthropicState> {
  const { id, model, usage, content } = message
  const out: Delta[] = [
    { type: 'start', ...(id && { responseId: id }), ...(model && { responseModel: model }) },
    ...usageDeltas(usage),
  ]
  let next = withStop(state, message)
  for (const [index, block] of (content ?? []).entries()) next = wholeBlock(next, index, block, out)
  return [next, out]
}

/** An answer that came whole takes the path of one that streamed. */
function wholeBlock(state: AnthropicState, index: number, block: AnthropicBlock, out: Delta[]): AnthropicState {
  const [started, first] = startBlock(state, index, block)
  const [stopped, last] = stopBlock(started, index)
  out.push(...first, ...last)
  return stopped
}

function withStop(state: AnthropicState, { stop_reason, stop_details }: AnthropicStop): AnthropicState {
  if (!stop_reason) return state
  return { ...state, stop: { stop_reason, ...(stop_details && { stop_details }) } }
}

/** Relays count blocks anew, or leave out a stop: what is open under an index ends when another begins there. */
function reopen(state: AnthropicState, index: number, block: AnthropicBlock): Step<AnthropicState> {
  if (!state.blocks.open.has(index)) return startBlock(state, index, block)
  const [stopped, ends] = stopBlock(state, index)
  const [started, deltas] = startBlock(stopped, index, block)
  return [started, [...ends, ...deltas]]
}

function startBlock(state: AnthropicState, index: number, block: AnthropicBlock): Step<AnthropicState> {
  switch (block.type) {
    case 'text':
      return startProse(state, index, 'text', block.text)
    case 'thinking':
      return startThinking(state, index, block)
    case 'redacted_thinking':
      return startRedacted(state, index, block)
    case 'tool_use':
      return startCall(state, index, block)
    default:
      return [{ ...state, passed: new Set(state.passed).add(index) }, []]
  }
}

function startProse(
  state: AnthropicState,
  index: number,
  kind: 'text' | 'thinking',
  text: string | null | undefined,
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
  const [next, out] = startProse(state, index, 'thinking', thinking)
  if (!signature) return [next, out]
  const [signed, more] = sign(next, state.blocks.count, signature)
  return [signed, [...out, ...more]]
}

function startRedacted(state: AnthropicState, index: number, { data }: AnthropicBlock): Step<AnthropicState> {
  const contentIndex = state.blocks.count
  const out: Delta[] = [{ type: 'thinking_start', contentIndex, redacted: true }]
  if (data) out.push({ type: 'thinking_signature', contentIndex, signature: data })
  return [{ ...state, blocks: openBlock(state.blocks, index, 'thinking') }, out]
}

function startCall(state: AnthropicState, index: number, { id, name, input }: AnthropicBlock): Step<AnthropicState> {
  if (!name) return [state, []]
  const contentIndex = state.blocks.count
  const given = isFilled(input) ? new Map(state.inputs).set(contentIndex, JSON.stringify(input)) : state.inputs
  const next = { ...state, blocks: openBlock(state.blocks, index, 'toolcall'), inputs: given, hasCalls: true }
  return [next, [{ type: 'toolcall_start', contentIndex, id: id || `toolu_${contentIndex}`, name }]]
}

function isFilled(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Object.keys(input).length > 0
}

function reduceDelta(state: AnthropicState, index: number, delta: AnthropicBlockDelta): Step<AnthropicState> {
  const contentIndex = state.blocks.open.get(index)?.contentIndex
  if (contentIndex === undefined) return reduceUnannounced(state, index, delta)
  switch (delta.type) {
    case 'text_delta':
      return [state, delta.text ? [{ type: 'text_delta', contentIndex, delta: delta.text }] : []]
    case 'thinking_delta':
      return [state, delta.thinking ? [{ type: 'thinking_delta', contentIndex, delta: delta.thinking }] : []]
    case 'input_json_delta':
      return growCall(state, contentIndex, delta.partial_json)
    case 'signature_delta':
      return delta.signature ? sign(state, contentIndex, delta.signature) : [state, []]
    default: // citations
      return [state, []]
  }
}

/** Relays may leave out that a block begins. Of a call nothing can be made then: its name is missing. */
function reduceUnannounced(state: AnthropicState, index: number, delta: AnthropicBlockDelta): Step<AnthropicState> {
  if (state.passed.has(index)) return [state, []]
  if (delta.text) return startProse(state, index, 'text', delta.text)
  return delta.thinking ? startProse(state, index, 'thinking', delta.thinking) : [state, []]
}

function growCall(state: AnthropicState, contentIndex: number, piece: string | undefined): Step<AnthropicState> {
  if (!piece) return [state, []]
  return [withoutInput(state, contentIndex), [{ type: 'toolcall_delta', contentIndex, delta: piece }]]
}

function withoutInput(state: AnthropicState, contentIndex: number): AnthropicState {
  if (!state.inputs.has(contentIndex)) return state
  const inputs = new Map(state.inputs)
  inputs.delete(contentIndex)
  return { ...state, inputs }
}

function sign(state: AnthropicState, contentIndex: number, piece: string): Step<AnthropicState> {
  const signature = (state.signatures.get(contentIndex) ?? '') + piece
  const signatures = new Map(state.signatures).set(contentIndex, signature)
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
  const [blocks, ends] = closeAll(state.blocks)
  return [{ ...state, blocks }, [...ends, outcome(state)]]
}

function outcome({ stop, hasCalls }: AnthropicState): Delta {
  if (!stop) return failure('stream_dropped', 'Stream ended without message_delta — connection likely dropped')
  const raw = stop.stop_reason ?? undefined
  if (raw === 'refusal' || raw === 'sensitive') return refused(raw, stop)
  const said = raw === undefined ? {} : { rawStopReason: raw }
  if (raw === 'model_context_window_exceeded') return { type: 'done', reason: 'length', errorMessage: raw, ...said }
  return { type: 'done', reason: reasonOf(raw, hasCalls), ...said }
}

function reasonOf(stopReason: string | undefined, hasCalls: boolean): DoneReason {
  if (stopReason === 'max_tokens') return 'length'
  return hasCalls ? 'toolUse' : 'stop'
}

function refused(rawStopReason: string, { stop_details }: AnthropicStop): Delta {
  const { category = null, explanation = null } = stop_details ?? {}
  const text = explanation ?? 'The model refused to complete the request'
  return failure('refusal', text, { refusal: { category, explanation }, rawStopReason })
}

function usageDeltas(usage: AnthropicUsage | null | undefined): Delta[] {
  return usage ? [{ type: 'usage', usage: mapUsage(usage) }] : []
}

// A proxy may leave counters out of `message_delta`; what was reported before then stands.
function mapUsage(usage: AnthropicUsage): Partial<TokenCounts> {
  const counts = {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheRead: usage.cache_read_input_tokens,
    cacheWrite: usage.cache_creation_input_tokens,
    cacheWrite1h: usage.cache_creation?.ephemeral_1h_input_tokens,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => typeof count === 'number'))
}
