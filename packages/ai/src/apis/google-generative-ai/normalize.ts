import { privateCallId } from '../../history/gemini-call-ids.ts'
import { type Blocks, closeAll, noBlocks, openBlock } from '../../message/blocks.ts'
import type { Delta, ErrorDelta } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { googleFailure, googleOutcome } from './outcome.ts'
import { cutJson, withPartialArgs } from './partial-args.ts'
import { googleCounts } from './usage.ts'
import type { GoogleCandidate, GoogleChunk, GoogleFunctionCall, GooglePart } from './wire.ts'

type Arguments = Record<string, unknown>

/** What is known of an answer of Gemini so far. */
export interface GoogleState {
  readonly started: boolean
  /** What ids of ours are made of: the response's id, else the size of the prompt, which grows from turn to turn. */
  readonly seed: string
  /** At most one block is open, under its kind. Opening another ends it. */
  readonly blocks: Blocks
  /** Ids of the calls so far. */
  readonly callIds: ReadonlySet<string>
  /** Arguments so far of the call that is open. */
  readonly args: Arguments | undefined
  /** The last finish reason; text may follow one (code execution). */
  readonly finish: Pick<GoogleCandidate, 'finishReason' | 'finishMessage'> | undefined
  /** Why there is no answer, and will be none. */
  readonly failed: ErrorDelta | undefined
}

const initial: GoogleState = {
  started: false,
  seed: '',
  blocks: noBlocks,
  callIds: new Set(),
  args: undefined,
  finish: undefined,
  failed: undefined,
}

/** Answers of `streamGenerateContent`, from Google AI Studio and from Vertex AI. */
export const google: Normalizer<GoogleChunk, GoogleState> = {
  initial,
  reduce,
  end,
  isFinished: ({ finish }) => finish !== undefined,
  isComplete: ({ failed }) => failed !== undefined,
}

function reduce(state: GoogleState, chunk: GoogleChunk): Step<GoogleState> {
  const out: Delta[] = []
  const candidate = chunk.candidates?.[0]
  let next = state.started ? state : start(state, chunk, out)
  for (const part of candidate?.content?.parts ?? []) next = readPart(next, part, out)
  const usage = googleCounts(chunk.usageMetadata ?? {})
  if (Object.keys(usage).length > 0) out.push({ type: 'usage', usage })
  if (candidate?.finishReason) next = { ...next, finish: candidate }
  const failed = googleFailure(chunk)
  return [failed ? { ...next, failed } : next, out]
}

function end(state: GoogleState): Step<GoogleState> {
  const out: Delta[] = []
  const closed = closeBlocks(state, out)
  out.push(state.failed ?? googleOutcome(state.finish, state.callIds.size > 0))
  return [closed, out]
}

function start(state: GoogleState, chunk: GoogleChunk, out: Delta[]): GoogleState {
  const { responseId, modelVersion, usageMetadata } = chunk
  out.push({ type: 'start', ...(responseId && { responseId }), ...(modelVersion && { responseModel: modelVersion }) })
  return { ...state, started: true, seed: responseId || String(usageMetadata?.promptTokenCount ?? '') }
}

function readPart(state: GoogleState, part: GooglePart | null, out: Delta[]): GoogleState {
  if (!part) return state
  if (part.functionCall) return readCall(state, part.functionCall, part.thoughtSignature, out)
  // Parts of other kinds tell of tools the server ran, or are media.
  return typeof part.text === 'string' ? readProse(state, part.text, part, out) : state
}

function readProse(state: GoogleState, text: string, { thought, thoughtSignature }: GooglePart, out: Delta[]) {
  if (!text && !thoughtSignature) return state
  const kind = thought ? 'thinking' : 'text'
  const next = state.blocks.open.has(kind) ? state : open(state, kind, out)
  const contentIndex = next.blocks.count - 1
  if (text) out.push({ type: `${kind}_delta`, contentIndex, delta: text })
  if (thoughtSignature) out.push({ type: `${kind}_signature`, contentIndex, signature: thoughtSignature })
  return next
}

function open(state: GoogleState, kind: 'text' | 'thinking', out: Delta[]): GoogleState {
  const closed = closeBlocks(state, out)
  out.push({ type: `${kind}_start`, contentIndex: closed.blocks.count })
  return { ...closed, blocks: openBlock(closed.blocks, kind, kind) }
}

function closeBlocks(state: GoogleState, out: Delta[]): GoogleState {
  if (state.blocks.open.size === 0) return state
  // A call whose last piece never came.
  if (state.args) out.push({ type: 'toolcall_delta', contentIndex: state.blocks.count - 1, delta: cutJson(state.args) })
  const [blocks, ends] = closeAll(state.blocks)
  out.push(...ends)
  return { ...state, blocks, args: undefined }
}

function readCall(
  state: GoogleState,
  call: GoogleFunctionCall,
  signature: string | null | undefined,
  out: Delta[],
): GoogleState {
  const opened = call.name ? openCall(state, call.name, call, out) : state
  // Without a name it is no call, but for the rest of the one that is open.
  if (!opened.args) return state
  const contentIndex = opened.blocks.count - 1
  if (signature) out.push({ type: 'toolcall_signature', contentIndex, signature })
  const given = typeof call.args === 'string' ? {} : call.args
  const args = withPartialArgs({ ...opened.args, ...given }, call.partialArgs ?? [])
  if (call.willContinue) return { ...opened, args }
  const delta = typeof call.args === 'string' ? call.args : JSON.stringify(args)
  out.push({ type: 'toolcall_delta', contentIndex, delta })
  return closeBlocks({ ...opened, args: undefined }, out)
}

function openCall(state: GoogleState, name: string, call: GoogleFunctionCall, out: Delta[]): GoogleState {
  const closed = closeBlocks(state, out)
  const id = idOf(state, call)
  out.push({ type: 'toolcall_start', contentIndex: closed.blocks.count, id, name })
  const callIds = new Set(closed.callIds).add(id)
  return { ...closed, blocks: openBlock(closed.blocks, 'toolcall', 'toolcall'), callIds, args: {} }
}

/** The vendor's id if it is new, else ours. */
function idOf({ callIds, seed }: GoogleState, { id }: GoogleFunctionCall): string {
  return id && !callIds.has(id) ? id : privateCallId(`${seed}_${callIds.size}`)
}
