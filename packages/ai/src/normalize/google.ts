import { type Delta, failure, failureOf } from '../message/delta.ts'
import type { TokenCounts } from '../message/usage.ts'
import type { GoogleCandidate, GoogleChunk, GoogleFunctionCall, GooglePart, GoogleUsage } from '../wire/google.ts'
import { type Blocks, closeAll, noBlocks, openBlock } from './blocks.ts'
import { privateCallId } from './google-call-id.ts'
import { googleOutcome } from './google-outcome.ts'
import type { Normalizer, Step } from './normalizer.ts'
import { vendorError } from './vendor-error.ts'

/** What is known of an answer of Gemini so far. */
export interface GoogleState {
  readonly started: boolean
  readonly responseId: string | undefined
  /** At most one block is open: prose, or a call whose arguments are still coming. Its key is its kind. */
  readonly blocks: Blocks
  /** Ids of the calls so far. */
  readonly callIds: ReadonlySet<string>
  /** The last finish reason; text may follow one (code execution). */
  readonly finish: Pick<GoogleCandidate, 'finishReason' | 'finishMessage'> | undefined
  /** Why there is no answer, and will be none. */
  readonly failed: Delta | undefined
}

/** Answers of `streamGenerateContent`, from Google AI Studio and from Vertex AI. */
export const google: Normalizer<GoogleChunk, GoogleState> = {
  initial: {
    started: false,
    responseId: undefined,
    blocks: noBlocks,
    callIds: new Set(),
    finish: undefined,
    failed: undefined,
  },
  reduce,
  end,
  isComplete: ({ failed }) => failed !== undefined,
}

function reduce(state: GoogleState, chunk: GoogleChunk): Step<GoogleState> {
  const out: Delta[] = []
  const candidate = chunk.candidates?.[0]
  let next = state.started ? state : start(state, chunk, out)
  for (const part of candidate?.content?.parts ?? []) next = readPart(next, part, out)
  if (chunk.usageMetadata) readUsage(chunk.usageMetadata, out)
  if (candidate?.finishReason) next = { ...next, finish: finishOf(candidate) }
  const failed = failureIn(chunk)
  return [failed ? { ...next, failed } : next, out]
}

function end(state: GoogleState): Step<GoogleState> {
  const { failed, finish, callIds } = state
  const [blocks, ends] = closeAll(state.blocks)
  return [{ ...state, blocks }, [...ends, failed ?? googleOutcome(finish, callIds.size > 0)]]
}

function start(state: GoogleState, { responseId, modelVersion }: GoogleChunk, out: Delta[]): GoogleState {
  out.push({ type: 'start', ...(responseId && { responseId }), ...(modelVersion && { responseModel: modelVersion }) })
  return { ...state, started: true, responseId: responseId || undefined }
}

function readPart(state: GoogleState, part: GooglePart, out: Delta[]): GoogleState {
  if (part.functionCall) return readCall(state, part.functionCall, part.thoughtSignature, out)
  // Parts of other kinds tell of tools the server ran, or are media.
  if (typeof part.text !== 'string') return state
  return readProse(state, part.text, part.thoughtSignature, part.thought ? 'thinking' : 'text', out)
}

function readProse(
  state: GoogleState,
  text: string,
  signature: string | null | undefined,
  kind: 'text' | 'thinking',
  out: Delta[],
) {
  if (!text && !signature) return state
  const next = state.blocks.open.has(kind) ? state : openProse(state, kind, out)
  const contentIndex = next.blocks.count - 1
  if (text) out.push({ type: `${kind}_delta`, contentIndex, delta: text })
  if (signature) out.push({ type: `${kind}_signature`, contentIndex, signature })
  return next
}

/** Prose blocks follow one another: opening one ends the other. */
function openProse(state: GoogleState, kind: 'text' | 'thinking', out: Delta[]): GoogleState {
  const closed = closeProse(state.blocks, out)
  out.push({ type: `${kind}_start`, contentIndex: closed.count })
  return { ...state, blocks: openBlock(closed, kind, kind) }
}

function closeProse(blocks: Blocks, out: Delta[]): Blocks {
  const [closed, ends] = closeAll(blocks)
  out.push(...ends)
  return closed
}

function readCall(
  state: GoogleState,
  call: GoogleFunctionCall,
  signature: string | null | undefined,
  out: Delta[],
): GoogleState {
  // Without a name it is no call.
  if (!call.name) return state
  const closed = closeProse(state.blocks, out)
  const contentIndex = closed.count
  const id = idOf(state, call)
  out.push({ type: 'toolcall_start', contentIndex, id, name: call.name })
  if (signature) out.push({ type: 'toolcall_signature', contentIndex, signature })
  out.push({ type: 'toolcall_delta', contentIndex, delta: JSON.stringify(call.args ?? {}) })
  out.push({ type: 'toolcall_end', contentIndex })
  return { ...state, blocks: { ...closed, count: contentIndex + 1 }, callIds: new Set(state.callIds).add(id) }
}

/** The vendor's id if it is new, else ours: as unique as the id of the response. */
function idOf({ callIds, responseId }: GoogleState, { id }: GoogleFunctionCall): string {
  return id && !callIds.has(id) ? id : privateCallId(`${responseId ?? ''}_${callIds.size}`)
}

function readUsage(usage: GoogleUsage, out: Delta[]): void {
  const counts = toCounts(usage)
  if (Object.keys(counts).length > 0) out.push({ type: 'usage', usage: counts })
}

/** Only what is reported: Vertex begins with a report that has no counts in it, and the answer's come later. */
function toCounts(usage: GoogleUsage): Partial<TokenCounts> {
  const { promptTokenCount, toolUsePromptTokenCount, candidatesTokenCount, thoughtsTokenCount } = usage
  const counts: Partial<TokenCounts> = {}
  if (promptTokenCount != null) {
    const cacheRead = usage.cachedContentTokenCount ?? 0
    counts.cacheRead = cacheRead
    counts.input = Math.max(0, promptTokenCount - cacheRead) + (toolUsePromptTokenCount ?? 0)
  }
  if (candidatesTokenCount != null || thoughtsTokenCount != null) {
    counts.output = (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0)
  }
  if (thoughtsTokenCount != null) counts.reasoning = thoughtsTokenCount
  return counts
}

function finishOf({ finishReason, finishMessage }: GoogleCandidate): GoogleState['finish'] {
  return { finishReason: finishReason ?? null, finishMessage: finishMessage ?? null }
}

function failureIn({ error, promptFeedback, candidates }: GoogleChunk): Delta | undefined {
  if (error) return failureOf(vendorError({ error }))
  const { blockReason, blockReasonMessage } = promptFeedback ?? {}
  if (!blockReason || candidates?.length) return undefined
  const category = String(blockReason)
  const message = `The prompt was blocked: ${category}${blockReasonMessage ? ` (${blockReasonMessage})` : ''}`
  return failure('refusal', message, { refusal: { category, explanation: blockReasonMessage ?? null } })
}
