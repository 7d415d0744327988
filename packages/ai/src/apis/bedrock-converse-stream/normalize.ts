import { type BlockKind, type Blocks, closeAll, closeBlock, noBlocks, openBlock } from '../../message/blocks.ts'
import { type Delta, type DoneReason, failure } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import type { TokenCounts } from '../../message/usage.ts'
import type { BedrockBlockDelta, BedrockBlockStart, BedrockChunk, BedrockUsage } from './wire.ts'

/** What is remembered between two events of Bedrock's ConverseStream. */
export interface BedrockState {
  readonly blocks: Blocks
  /** Signatures so far, by content index: they may come in pieces. */
  readonly signatures: ReadonlyMap<number, string>
  readonly stopReason: string | undefined
  readonly hasCalls: boolean
  /** The last event, the one with the usage, was seen. */
  readonly isMetered: boolean
}

/** Bedrock's ConverseStream. Its end mark is `messageStop`; `metadata` with the usage follows it. */
export const bedrock: Normalizer<BedrockChunk, BedrockState> = {
  initial: { blocks: noBlocks, signatures: new Map(), stopReason: undefined, hasCalls: false, isMetered: false },
  reduce,
  end,
  isFinished: ({ stopReason }) => stopReason !== undefined,
  isComplete: ({ stopReason, isMetered }) => stopReason !== undefined && isMetered,
}

function reduce(state: BedrockState, chunk: BedrockChunk): Step<BedrockState> {
  if (chunk.contentBlockDelta) return grow(state, keyOf(chunk.contentBlockDelta), chunk.contentBlockDelta.delta ?? {})
  if (chunk.contentBlockStart) return start(state, keyOf(chunk.contentBlockStart), chunk.contentBlockStart.start ?? {})
  if (chunk.contentBlockStop) return close(state, keyOf(chunk.contentBlockStop))
  if (chunk.messageStart) return [state, [{ type: 'start' }]]
  if (chunk.messageStop) return [{ ...state, stopReason: chunk.messageStop.stopReason ?? 'unknown' }, []]
  if (chunk.metadata) return [{ ...state, isMetered: true }, usageOf(chunk.metadata.usage)]
  return [state, []] // whatever Bedrock adds next
}

function end(state: BedrockState): Step<BedrockState> {
  const [blocks, ends] = closeAll(state.blocks)
  return [{ ...state, blocks }, [...ends, outcomeOf(state)]]
}

/** Only tools announce themselves. A tool that the vendor runs itself (`server_tool_use`) is not opened, so its input is ignored. */
function start(state: BedrockState, key: number, { toolUse }: BedrockBlockStart): Step<BedrockState> {
  if (!toolUse?.name || toolUse.type === 'server_tool_use') return [state, []]
  const [closed, ends] = close(state, key)
  const opened = { ...closed, blocks: openBlock(closed.blocks, key, 'toolcall'), hasCalls: true }
  const call: Delta = {
    type: 'toolcall_start',
    contentIndex: closed.blocks.count,
    id: toolUse.toolUseId || `tooluse_${closed.blocks.count}`,
    name: toolUse.name,
  }
  return [opened, [...ends, call]]
}

function grow(state: BedrockState, key: number, delta: BedrockBlockDelta): Step<BedrockState> {
  if (delta.text) return append(state, key, 'text', delta.text)
  if (delta.toolUse) return appendInput(state, key, delta.toolUse.input)
  const { text, signature, redactedContent } = delta.reasoningContent ?? {}
  if (text) return append(state, key, 'thinking', text)
  if (signature) return sign(state, key, signature)
  if (redactedContent) return redact(state, key, redactedContent)
  return [state, []] // citations, results of server tools, empty pieces
}

function append(state: BedrockState, key: number, kind: 'text' | 'thinking', delta: string): Step<BedrockState> {
  const block = state.blocks.open.get(key)
  if (block?.kind === kind) return [state, [{ type: `${kind}_delta`, contentIndex: block.contentIndex, delta }]]
  const [opened, deltas] = open(state, key, kind)
  return [opened, [...deltas, { type: `${kind}_delta`, contentIndex: opened.blocks.count - 1, delta }]]
}

function appendInput(state: BedrockState, key: number, input: string | undefined): Step<BedrockState> {
  const block = state.blocks.open.get(key)
  if (!input || block?.kind !== 'toolcall') return [state, []]
  return [state, [{ type: 'toolcall_delta', contentIndex: block.contentIndex, delta: input }]]
}

function sign(state: BedrockState, key: number, piece: string): Step<BedrockState> {
  const block = state.blocks.open.get(key)
  const [opened, deltas]: Step<BedrockState> = block?.kind === 'thinking' ? [state, []] : open(state, key, 'thinking')
  const contentIndex = block?.kind === 'thinking' ? block.contentIndex : opened.blocks.count - 1
  const signature = (opened.signatures.get(contentIndex) ?? '') + piece
  const signatures = new Map(opened.signatures).set(contentIndex, signature)
  return [{ ...opened, signatures }, [...deltas, { type: 'thinking_signature', contentIndex, signature }]]
}

/** Withheld thinking comes whole: base64 that goes back as it is. */
function redact(state: BedrockState, key: number, signature: string): Step<BedrockState> {
  const [closed, ends] = close(state, key)
  const contentIndex = closed.blocks.count
  const opened = { ...closed, blocks: openBlock(closed.blocks, key, 'thinking') }
  const block: Delta[] = [
    { type: 'thinking_start', contentIndex, redacted: true },
    { type: 'thinking_signature', contentIndex, signature },
  ]
  return [opened, [...ends, ...block]]
}

/** Opens a block under a key; what was open under it ends. */
function open(state: BedrockState, key: number, kind: Exclude<BlockKind, 'toolcall'>): Step<BedrockState> {
  const [closed, ends] = close(state, key)
  const opened = { ...closed, blocks: openBlock(closed.blocks, key, kind) }
  return [opened, [...ends, { type: `${kind}_start`, contentIndex: closed.blocks.count }]]
}

function close(state: BedrockState, key: number): Step<BedrockState> {
  const [blocks, ends] = closeBlock(state.blocks, key)
  return [blocks === state.blocks ? state : { ...state, blocks }, ends]
}

function keyOf({ contentBlockIndex }: { contentBlockIndex?: number }): number {
  return contentBlockIndex ?? 0
}

function usageOf(usage: BedrockUsage | null | undefined): Delta[] {
  if (!usage) return []
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens, cacheDetails } = usage
  const forAnHour = (cacheDetails ?? []).filter(({ ttl }) => ttl === '1h')
  const cacheWrite1h = forAnHour.reduce((sum, { inputTokens: written }) => sum + (written ?? 0), 0)
  const counts: TokenCounts = {
    input: inputTokens ?? 0,
    output: outputTokens ?? 0,
    cacheRead: cacheReadInputTokens ?? 0,
    cacheWrite: cacheWriteInputTokens ?? 0,
    ...(cacheWrite1h > 0 && { cacheWrite1h }),
  }
  return [{ type: 'usage', usage: counts }]
}

function outcomeOf({ stopReason, hasCalls }: BedrockState): Delta {
  if (stopReason === undefined) {
    return failure('stream_dropped', 'Stream ended without messageStop — connection likely dropped')
  }
  const rawStopReason = stopReason
  switch (stopReason) {
    case 'max_tokens':
      return { type: 'done', reason: 'length', rawStopReason }
    case 'model_context_window_exceeded':
      return { type: 'done', reason: 'length', rawStopReason, errorMessage: stopReason }
    case 'guardrail_intervened':
      return failure('refusal', 'A guardrail intervened: guardrail_intervened', {
        refusal: { category: stopReason },
        rawStopReason,
      })
    case 'refusal':
      return failure('refusal', 'The model refused to complete the request', {
        refusal: { category: null, explanation: null },
        rawStopReason,
      })
    case 'content_filtered':
      return failure('content_filter', 'The answer was filtered: content_filtered', {
        refusal: { category: stopReason },
        rawStopReason,
      })
    case 'malformed_model_output':
    case 'malformed_tool_use':
      // The model wrote something that Bedrock can not read; another attempt may do better.
      return failure('malformed_response', `Provider stop reason: ${stopReason}`, { retryable: true, rawStopReason })
    default:
      return { type: 'done', reason: doneReasonOf(hasCalls), rawStopReason }
  }
}

/** What the message holds decides, not the vendor's word: `tool_use` may mean a tool that the vendor ran itself. */
function doneReasonOf(hasCalls: boolean): DoneReason {
  return hasCalls ? 'toolUse' : 'stop'
}
