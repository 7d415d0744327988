import { type BlockKind, type Blocks, closeAll, closeBlock, noBlocks, openBlock } from '../../message/blocks.ts'
import type { Delta } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { asArgumentsText, asIndex, asRecord, asText, asWord, isObject } from '../../values/json.ts'
import { PersistentMap } from '../../values/persistent-map.ts'
import { bedrockOutcome } from './outcome.ts'
import { bedrockUsageDeltas } from './usage.ts'
import { chunksOf } from './whole-body.ts'
import type { BedrockBlockDelta, BedrockBlockStart, BedrockChunk } from './wire.ts'

/** What is remembered between two events of Bedrock's ConverseStream. */
export interface BedrockState {
  readonly blocks: Blocks
  /** Signatures so far, by content index: they may come in fragments. */
  readonly signatures: PersistentMap<number, string>
  readonly stopReason: string | undefined
  readonly hasCalls: boolean
  /** The last event, the one with the usage, was seen. */
  readonly isMetered: boolean
}

/** Bedrock's ConverseStream. Its end mark is `messageStop`; `metadata` with the usage follows it. */
export const bedrock: Normalizer<BedrockChunk, BedrockState> = {
  initial: {
    blocks: noBlocks,
    signatures: new PersistentMap(),
    stopReason: undefined,
    hasCalls: false,
    isMetered: false,
  },
  reduce,
  end,
  isFinished: ({ stopReason }) => stopReason !== undefined,
  isComplete: ({ stopReason, isMetered }) => stopReason !== undefined && isMetered,
}

function reduce(state: BedrockState, chunk: BedrockChunk): Step<BedrockState> {
  if (!isObject(chunk)) return [state, []]
  const { contentBlockDelta, contentBlockStart, contentBlockStop, messageStop, metadata } = chunk
  if (isObject(contentBlockDelta)) return grow(state, keyOf(contentBlockDelta), asRecord(contentBlockDelta.delta))
  if (isObject(contentBlockStart)) return start(state, keyOf(contentBlockStart), asRecord(contentBlockStart.start))
  if (isObject(contentBlockStop)) return close(state, keyOf(contentBlockStop))
  if (chunk.messageStart) return [state, [{ type: 'start' }]]
  if (isObject(messageStop)) return [{ ...state, stopReason: asWord(messageStop.stopReason) ?? 'unknown' }, []]
  if (isObject(metadata)) return [{ ...state, isMetered: true }, bedrockUsageDeltas(metadata.usage)]
  return chunk.output ? wholeMessage(state, chunk) : [state, []] // whatever Bedrock adds next
}

/** A body that came whole takes the path of one that streamed. */
function wholeMessage(state: BedrockState, body: BedrockChunk): Step<BedrockState> {
  const deltas: Delta[] = []
  let next = state
  for (const chunk of chunksOf(body)) {
    const [after, more] = reduce(next, chunk)
    deltas.push(...more)
    next = after
  }
  return [next, deltas]
}

function end(state: BedrockState): Step<BedrockState> {
  const [blocks, ends] = closeAll(state.blocks)
  return [{ ...state, blocks }, [...ends, bedrockOutcome(state.stopReason, state.hasCalls)]]
}

/** Only tools announce themselves. A tool that Bedrock runs itself (`server_tool_use`) is not opened, so its input is ignored. */
function start(state: BedrockState, key: number, { toolUse }: BedrockBlockStart): Step<BedrockState> {
  const { toolUseId, name, type } = asRecord(toolUse)
  if (!asText(name) || type === 'server_tool_use') return [state, []]
  const [closed, ends] = close(state, key)
  const opened = { ...closed, blocks: openBlock(closed.blocks, key, 'toolcall'), hasCalls: true }
  const call: Delta = {
    type: 'toolcall_start',
    contentIndex: closed.blocks.count,
    id: asText(toolUseId) || `tooluse_${closed.blocks.count}`,
    name: asText(name),
  }
  return [opened, [...ends, call]]
}

function grow(state: BedrockState, key: number, delta: BedrockBlockDelta): Step<BedrockState> {
  const text = asText(delta.text)
  if (text) return append(state, key, 'text', text)
  if (isObject(delta.toolUse)) return appendInput(state, key, asArgumentsText(delta.toolUse.input))
  return growReasoning(state, key, asRecord(delta.reasoningContent))
}

function growReasoning(
  state: BedrockState,
  key: number,
  { text, signature, redactedContent }: NonNullable<BedrockBlockDelta['reasoningContent']>,
): Step<BedrockState> {
  if (asText(text)) return append(state, key, 'thinking', asText(text))
  if (asText(signature)) return sign(state, key, asText(signature))
  if (asText(redactedContent)) return redact(state, key, asText(redactedContent))
  return [state, []] // citations, results of server tools, empty deltas
}

function append(state: BedrockState, key: number, kind: 'text' | 'thinking', delta: string): Step<BedrockState> {
  const block = state.blocks.open.get(key)
  if (block?.kind === kind) return [state, [{ type: `${kind}_delta`, contentIndex: block.contentIndex, delta }]]
  const [opened, deltas] = open(state, key, kind)
  return [opened, [...deltas, { type: `${kind}_delta`, contentIndex: opened.blocks.count - 1, delta }]]
}

function appendInput(state: BedrockState, key: number, input: string): Step<BedrockState> {
  const block = state.blocks.open.get(key)
  if (!input || block?.kind !== 'toolcall') return [state, []]
  return [state, [{ type: 'toolcall_delta', contentIndex: block.contentIndex, delta: input }]]
}

function sign(state: BedrockState, key: number, fragment: string): Step<BedrockState> {
  const block = state.blocks.open.get(key)
  const [opened, deltas]: Step<BedrockState> = block?.kind === 'thinking' ? [state, []] : open(state, key, 'thinking')
  const contentIndex = block?.kind === 'thinking' ? block.contentIndex : opened.blocks.count - 1
  const signature = (opened.signatures.get(contentIndex) ?? '') + fragment
  const signatures = opened.signatures.with(contentIndex, signature)
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
  return asIndex(contentBlockIndex) ?? 0
}
