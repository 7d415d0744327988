import { privateCallId } from '../../history/gemini-call-ids.ts'
import { type Blocks, closeAll, noBlocks, openBlock } from '../../message/blocks.ts'
import type { Delta, ErrorDelta } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { asArgumentsText, asList, asRecord, asText, isObject, jsonText } from '../../values/json.ts'
import { PersistentMap } from '../../values/persistent-map.ts'
import { googleFailure, googleOutcome } from './outcome.ts'
import { cutJson, withPartialArgs } from './partial-args.ts'
import { googleUsageDeltas } from './usage.ts'
import type { GoogleCandidate, GoogleChunk, GoogleFunctionCall, GooglePart } from './wire.ts'

type Arguments = Record<string, unknown>

/** What is known of a response of Gemini so far. */
export interface GoogleState {
  readonly started: boolean
  /** What ids of ours are made of: the response's id, else the size of the prompt, which grows from turn to turn. */
  readonly seed: string
  /** At most one block is open, under its kind. Opening another ends it. */
  readonly blocks: Blocks
  /** Ids of the calls so far. */
  readonly callIds: PersistentMap<string, true>
  /** Arguments so far of the call that is open. */
  readonly args: Arguments | undefined
  /** The last finish reason; text may follow one (code execution). */
  readonly finish: Pick<GoogleCandidate, 'finishReason' | 'finishMessage'> | undefined
  /** Why there is no response, and will be none. */
  readonly failed: ErrorDelta | undefined
}

const initial: GoogleState = {
  started: false,
  seed: '',
  blocks: noBlocks,
  callIds: new PersistentMap(),
  args: undefined,
  finish: undefined,
  failed: undefined,
}

/** Responses of `streamGenerateContent`, from Google AI Studio and from Vertex AI. */
export const google: Normalizer<GoogleChunk, GoogleState> = {
  initial,
  reduce,
  end,
  isFinished: ({ finish }) => finish !== undefined,
  isComplete: ({ failed }) => failed !== undefined,
}

function reduce(state: GoogleState, chunk: GoogleChunk): Step<GoogleState> {
  if (!isObject(chunk)) return [state, []]
  const out: Delta[] = []
  const candidate = asRecord(asList(chunk.candidates)[0])
  let next = state.started ? state : start(state, chunk, out)
  for (const part of asList(asRecord(candidate.content).parts)) if (isObject(part)) next = readPart(next, part, out)
  out.push(...googleUsageDeltas(chunk.usageMetadata))
  if (candidate.finishReason) next = { ...next, finish: candidate }
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
  const [responseId, responseModel] = [asText(chunk.responseId), asText(chunk.modelVersion)]
  out.push({ type: 'start', ...(responseId && { responseId }), ...(responseModel && { responseModel }) })
  const { promptTokenCount: size } = asRecord(chunk.usageMetadata)
  return { ...state, started: true, seed: responseId || (typeof size === 'number' ? String(size) : '') }
}

function readPart(state: GoogleState, part: GooglePart, out: Delta[]): GoogleState {
  const signature = asText(part.thoughtSignature)
  if (isObject(part.functionCall)) return readCall(state, part.functionCall, signature, out)
  // Parts of other kinds are about tools that the server ran, or are media.
  return typeof part.text === 'string' ? readProse(state, part, signature, out) : state
}

function readProse(state: GoogleState, { text, thought }: GooglePart, signature: string, out: Delta[]): GoogleState {
  const delta = asText(text)
  if (delta === '' && signature === '') return state
  const kind = thought ? 'thinking' : 'text'
  const next = state.blocks.open.has(kind) ? state : open(state, kind, out)
  const contentIndex = next.blocks.count - 1
  if (delta !== '') out.push({ type: `${kind}_delta`, contentIndex, delta })
  if (signature !== '') out.push({ type: `${kind}_signature`, contentIndex, signature })
  return next
}

function open(state: GoogleState, kind: 'text' | 'thinking', out: Delta[]): GoogleState {
  const closed = closeBlocks(state, out)
  out.push({ type: `${kind}_start`, contentIndex: closed.blocks.count })
  return { ...closed, blocks: openBlock(closed.blocks, kind, kind) }
}

function closeBlocks(state: GoogleState, out: Delta[]): GoogleState {
  if (state.blocks.open.size === 0) return state
  // A call whose last fragment never came.
  if (state.args) out.push({ type: 'toolcall_delta', contentIndex: state.blocks.count - 1, delta: cutJson(state.args) })
  const [blocks, ends] = closeAll(state.blocks)
  out.push(...ends)
  return { ...state, blocks, args: undefined }
}

function readCall(state: GoogleState, call: GoogleFunctionCall, signature: string, out: Delta[]): GoogleState {
  const name = asText(call.name)
  const opened = name === '' ? state : openCall(state, name, call, out)
  // Without a name it is no call, but for the rest of the one that is open.
  if (!opened.args) return state
  const contentIndex = opened.blocks.count - 1
  if (signature !== '') out.push({ type: 'toolcall_signature', contentIndex, signature })
  const given = isPlain(call.args) ? call.args : {}
  const args = withPartialArgs({ ...opened.args, ...given }, asList(call.partialArgs))
  if (call.willContinue) return { ...opened, args }
  // Text where a gateway took the arguments over from another API.
  const text = isPlain(call.args) ? '' : asArgumentsText(call.args)
  const delta = text === '' ? jsonText(args) : text
  out.push({ type: 'toolcall_delta', contentIndex, delta })
  return closeBlocks({ ...opened, args: undefined }, out)
}

function isPlain(args: unknown): args is Arguments {
  return isObject(args) && !Array.isArray(args)
}

function openCall(state: GoogleState, name: string, call: GoogleFunctionCall, out: Delta[]): GoogleState {
  const closed = closeBlocks(state, out)
  const id = idOf(state, asText(call.id))
  out.push({ type: 'toolcall_start', contentIndex: closed.blocks.count, id, name })
  return {
    ...closed,
    blocks: openBlock(closed.blocks, 'toolcall', 'toolcall'),
    callIds: closed.callIds.with(id, true),
    args: {},
  }
}

/** The provider's id if it is new, else ours. */
function idOf({ callIds, seed }: GoogleState, id: string): string {
  return id !== '' && !callIds.has(id) ? id : privateCallId(`${seed}_${callIds.size}`)
}
