import { parseError } from '../../errors/parse-error.ts'
import { type Delta, failureOf } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { callStart, type CallSlot, newSlot, slotOf, takeFragment } from './calls.ts'
import { chatOutcome, type MissingFinish } from './outcome.ts'
import { formatReasoningSignature } from './reasoning-signature.ts'
import { endThinkTags, outsideThinkTags, splitThinkTags, type ThinkTags } from './think-tags.ts'
import { mapChatUsage } from './usage.ts'
import type {
  OpenAIChatChoice,
  OpenAIChatChunk,
  OpenAIChatContentPart,
  OpenAIChatDelta,
  OpenAIChatReasoningDetail,
  OpenAIChatToolCallDelta,
} from './wire.ts'

/** How a server deviates; see `OpenAICompletionsCompat`. */
export interface OpenAIChatNormalizerOptions {
  /** Argument deltas repeat the text so far. */
  cumulativeArguments?: boolean
  /** Reasoning stands in the text, between `<think>` tags. */
  thinkTags?: boolean
  /** What a body without `finish_reason` means. Default: a drop. */
  missingFinish?: MissingFinish
}

type ProseKind = 'text' | 'thinking'

/** The text or thinking block that is open. They follow one another: starting one ends the other. */
interface Prose {
  readonly kind: ProseKind
  readonly contentIndex: number
  /** The wire field that thinking came in. */
  readonly field: string
}

/** What is known of an answer so far. */
export interface OpenAIChatState {
  readonly started: boolean
  readonly responseId: string
  /** How many blocks there have been. */
  readonly count: number
  readonly prose: Prose | undefined
  /** The newest thinking block, open or not. */
  readonly thinking: Prose | undefined
  readonly slots: readonly CallSlot[]
  readonly tags: ThinkTags
  /** Entries of `reasoning_details` that must go back as they came. */
  readonly details: readonly OpenAIChatReasoningDetail[]
  readonly refusal: string
  readonly finish: string | undefined
  readonly failed: boolean
}

const initial: OpenAIChatState = {
  started: false,
  responseId: '',
  count: 0,
  prose: undefined,
  thinking: undefined,
  slots: [],
  tags: outsideThinkTags,
  details: [],
  refusal: '',
  finish: undefined,
  failed: false,
}

/** The normaliser of OpenAI Chat Completions and all that is compatible with it. */
export function createOpenAIChatNormalizer(
  options: OpenAIChatNormalizerOptions = {},
): Normalizer<OpenAIChatChunk, OpenAIChatState> {
  return {
    initial,
    reduce: (state, chunk) => reduce(state, chunk, options),
    end: (state) => end(state, options),
    isFinished: ({ finish }) => finish !== undefined,
    isComplete: ({ failed }) => failed,
  }
}

/** The normaliser without deviations. */
export const openaiChat: Normalizer<OpenAIChatChunk, OpenAIChatState> = createOpenAIChatNormalizer()

function reduce(
  state: OpenAIChatState,
  chunk: OpenAIChatChunk,
  options: OpenAIChatNormalizerOptions,
): Step<OpenAIChatState> {
  const out: Delta[] = []
  const choice = firstChoice(chunk)
  let next = state.started ? state : start(state, chunk, out)
  const usage = chunk.usage ?? choice?.usage ?? chunk.x_groq?.usage
  if (usage) out.push({ type: 'usage', usage: mapChatUsage(usage) })
  const delta = choice?.delta ?? unstreamed(next, choice)
  if (delta) next = reduceDelta(next, delta, options, out)
  if (choice?.finish_reason && choice.finish_reason !== next.finish) next = { ...next, finish: choice.finish_reason }
  const error = errorIn(chunk, choice)
  if (error) next = fail(next, error, out)
  return [next, out]
}

/** Only one answer is asked for; a proxy may interleave others all the same. */
function firstChoice({ choices }: OpenAIChatChunk): OpenAIChatChoice | undefined {
  const choice = choices?.[0]
  return choice?.index ? choices?.find(({ index }) => !index) : choice
}

/** A server that does not stream sends the answer as a whole; what stands beside deltas only repeats them. */
function unstreamed({ count }: OpenAIChatState, choice: OpenAIChatChoice | undefined): OpenAIChatDelta | undefined {
  return count === 0 ? (choice?.message ?? undefined) : undefined
}

function errorIn(chunk: OpenAIChatChunk, choice: OpenAIChatChoice | undefined): unknown {
  if (choice) return chunk.error ?? choice.error
  const isError = chunk.object === 'error' || chunk.type === 'error'
  return chunk.error ?? (isError ? chunk : undefined)
}

function start(state: OpenAIChatState, { id, model }: OpenAIChatChunk, out: Delta[]): OpenAIChatState {
  out.push({ type: 'start', ...(id && { responseId: id }), ...(model && { responseModel: model }) })
  return { ...state, started: true, responseId: id ?? '' }
}

function fail(state: OpenAIChatState, error: unknown, out: Delta[]): OpenAIChatState {
  out.push(failureOf(parseError({ error })))
  return { ...state, failed: true }
}

function reduceDelta(
  state: OpenAIChatState,
  delta: OpenAIChatDelta,
  options: OpenAIChatNormalizerOptions,
  out: Delta[],
): OpenAIChatState {
  let next = reasoning(state, delta, out)
  if (delta.content) next = content(next, delta.content, options, out)
  if (delta.refusal) next = { ...prose(next, 'text', delta.refusal, '', out), refusal: next.refusal + delta.refusal }
  if (delta.tool_calls) for (const call of delta.tool_calls) next = toolCall(next, call, false, options, out)
  if (delta.function_call) next = toolCall(next, { index: -1, function: delta.function_call }, true, options, out)
  return next
}

// Servers disagree on the field's name, and some send the same text in two of them: the first one counts.
function reasoning(state: OpenAIChatState, delta: OpenAIChatDelta, out: Delta[]): OpenAIChatState {
  if (delta.reasoning_content)
    return withDetails(prose(state, 'thinking', delta.reasoning_content, 'reasoning_content', out), delta)
  if (delta.reasoning) return withDetails(prose(state, 'thinking', delta.reasoning, 'reasoning', out), delta)
  if (delta.reasoning_text) return prose(state, 'thinking', delta.reasoning_text, 'reasoning_text', out)
  if (!delta.reasoning_details?.length) return state
  const text = delta.reasoning_details.map((detail) => detail.text ?? detail.summary ?? '').join('')
  return withDetails(text === '' ? state : prose(state, 'thinking', text, 'reasoning_details', out), delta)
}

function withDetails(state: OpenAIChatState, { reasoning_details }: OpenAIChatDelta): OpenAIChatState {
  const opaque = reasoning_details?.filter(({ data, signature }) => data || signature) ?? []
  return opaque.length === 0 ? state : { ...state, details: [...state.details, ...opaque] }
}

function content(
  state: OpenAIChatState,
  value: string | OpenAIChatContentPart[],
  { thinkTags }: OpenAIChatNormalizerOptions,
  out: Delta[],
): OpenAIChatState {
  if (typeof value !== 'string') return value.reduce((next, part) => contentPart(next, part, out), state)
  if (!thinkTags) return prose(state, 'text', value, '', out)
  const [tags, pieces] = splitThinkTags(state.tags, value)
  return pieces.reduce((next, { kind, text }) => prose(next, kind, text, '', out), { ...state, tags })
}

function contentPart(state: OpenAIChatState, { text, thinking }: OpenAIChatContentPart, out: Delta[]): OpenAIChatState {
  const thought = typeof thinking === 'string' ? thinking : (thinking ?? []).map((part) => part.text ?? '').join('')
  return prose(prose(state, 'thinking', thought, '', out), 'text', text ?? '', '', out)
}

function prose(state: OpenAIChatState, kind: ProseKind, delta: string, field: string, out: Delta[]): OpenAIChatState {
  if (delta === '') return state
  if (state.prose?.kind === kind) {
    out.push({ type: `${kind}_delta`, contentIndex: state.prose.contentIndex, delta })
    return state
  }
  const closed = closeProse(state, out)
  const opened: Prose = { kind, contentIndex: closed.count, field }
  out.push({ type: `${kind}_start`, contentIndex: closed.count })
  if (field) out.push({ type: 'thinking_signature', contentIndex: closed.count, signature: field })
  out.push({ type: `${kind}_delta`, contentIndex: closed.count, delta })
  const thinking = kind === 'thinking' ? opened : closed.thinking
  return { ...closed, prose: opened, thinking, count: closed.count + 1 }
}

function closeProse(state: OpenAIChatState, out: Delta[]): OpenAIChatState {
  if (!state.prose) return state
  out.push({ type: `${state.prose.kind}_end`, contentIndex: state.prose.contentIndex })
  return { ...state, prose: undefined }
}

function toolCall(
  state: OpenAIChatState,
  call: OpenAIChatToolCallDelta,
  legacy: boolean,
  { cumulativeArguments = false }: OpenAIChatNormalizerOptions,
  out: Delta[],
): OpenAIChatState {
  const found = slotOf(state.slots, call)
  const at = found.kind === 'opens' ? state.slots.length : found.at
  const slot = state.slots[at] ?? newSlot(call, legacy)
  const [seen, text] = takeFragment(slot, call, cumulativeArguments)
  if (seen.contentIndex === undefined) return openCall(state, at, { ...seen, held: slot.held + text }, out)
  appendArguments(seen.contentIndex, text, out)
  return seen === slot ? state : setSlot(state, at, seen)
}

/** Starts a call as soon as it has a name; what came before that is held. */
function openCall(state: OpenAIChatState, at: number, slot: CallSlot, out: Delta[]): OpenAIChatState {
  if (slot.name === '') return setSlot(state, at, slot)
  const closed = closeProse(state, out)
  const contentIndex = closed.count
  out.push(callStart(slot, contentIndex, closed.responseId))
  appendArguments(contentIndex, slot.held, out)
  return setSlot({ ...closed, count: contentIndex + 1 }, at, { ...slot, contentIndex, held: '' })
}

function appendArguments(contentIndex: number, delta: string, out: Delta[]): void {
  if (delta !== '') out.push({ type: 'toolcall_delta', contentIndex, delta })
}

function setSlot(state: OpenAIChatState, at: number, slot: CallSlot): OpenAIChatState {
  const slots = state.slots.slice()
  slots[at] = slot
  return { ...state, slots }
}

function end(state: OpenAIChatState, options: OpenAIChatNormalizerOptions): Step<OpenAIChatState> {
  const out: Delta[] = []
  const told = endThinkTags(state.tags).reduce((next, { kind, text }) => prose(next, kind, text, '', out), state)
  const signed = signDetails(closeProse(told, out), out)
  const calls = signed.slots.flatMap(({ contentIndex }) => (contentIndex === undefined ? [] : [contentIndex]))
  for (const contentIndex of calls) out.push({ type: 'toolcall_end', contentIndex })
  const { finish, refusal } = signed
  out.push(chatOutcome({ finish, refusal, hasCalls: calls.length > 0 }, options.missingFinish))
  return [signed, out]
}

/** Opaque details belong to the call whose id they carry, else to the thinking. */
function signDetails(state: OpenAIChatState, out: Delta[]): OpenAIChatState {
  const callOf = ({ id }: OpenAIChatReasoningDetail) => (id ? state.slots.find((slot) => slot.id === id) : undefined)
  for (const detail of state.details) {
    const contentIndex = callOf(detail)?.contentIndex
    const signature = JSON.stringify(detail)
    if (contentIndex !== undefined) out.push({ type: 'toolcall_signature', contentIndex, signature })
  }
  const rest = state.details.filter((detail) => callOf(detail)?.contentIndex === undefined)
  return rest.length === 0 ? state : signThinking(state, rest, out)
}

function signThinking(state: OpenAIChatState, details: OpenAIChatReasoningDetail[], out: Delta[]): OpenAIChatState {
  const contentIndex = state.thinking?.contentIndex ?? state.count
  const signature = formatReasoningSignature({ field: state.thinking?.field || 'reasoning_details', details })
  if (state.thinking) {
    out.push({ type: 'thinking_signature', contentIndex, signature })
    return state
  }
  // Encrypted reasoning without any text is a block of its own, or it could not be sent back.
  out.push(
    { type: 'thinking_start', contentIndex, redacted: true },
    { type: 'thinking_signature', contentIndex, signature },
    { type: 'thinking_end', contentIndex },
  )
  return { ...state, count: contentIndex + 1 }
}
