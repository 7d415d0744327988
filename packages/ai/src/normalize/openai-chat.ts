import { type Delta, type DoneReason, type ErrorDelta, failure, failureOf } from '../message/delta.ts'
import { formatReasoningSignature } from '../message/reasoning-signature.ts'
import type { TokenCounts } from '../message/usage.ts'
import type {
  OpenAIChatChoice,
  OpenAIChatChunk,
  OpenAIChatContentPart,
  OpenAIChatDelta,
  OpenAIChatReasoningDetail,
  OpenAIChatToolCallDelta,
  OpenAIChatUsage,
} from '../wire/openai-chat.ts'
import { argumentsText, callStart, type CallSlot, newSlot, slotOf, withoutRepeat } from './chat-calls.ts'
import type { Normalizer, Step } from './normalizer.ts'
import { endThinkTags, outsideThinkTags, splitThinkTags, type ThinkTags } from './think-tags.ts'
import { vendorError } from './vendor-error.ts'

/** How a server deviates; see `OpenAICompletionsCompat`. */
export interface OpenAIChatNormalizerOptions {
  /** Argument deltas repeat the text so far. */
  cumulativeArguments?: boolean
  /** Reasoning stands in the text, between `<think>` tags. */
  thinkTags?: boolean
  /**
   * What a body without `finish_reason` means: a drop (the default); a complete answer if it is text only
   * (`accept-text`); or a complete answer (`accept`), for servers that never send one.
   */
  missingFinish?: 'drop' | 'accept-text' | 'accept'
}

type ProseKind = 'text' | 'thinking'

/** The text or thinking block that is open. They follow one another: starting one ends the other. */
interface Prose {
  readonly kind: ProseKind
  readonly contentIndex: number
  /** The wire field that thinking came in. */
  readonly field: string
}

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
  if (usage) out.push({ type: 'usage', usage: mapUsage(usage) })
  if (choice?.delta) next = reduceDelta(next, choice.delta, options, out)
  if (choice?.finish_reason && choice.finish_reason !== next.finish) next = { ...next, finish: choice.finish_reason }
  if (chunk.error) next = fail(next, chunk.error, out)
  return [next, out]
}

/** Only one answer is asked for; a proxy may interleave others all the same. */
function firstChoice({ choices }: OpenAIChatChunk): OpenAIChatChoice | undefined {
  const choice = choices?.[0]
  return choice?.index ? undefined : choice
}

function start(state: OpenAIChatState, { id, model }: OpenAIChatChunk, out: Delta[]): OpenAIChatState {
  out.push({ type: 'start', ...(id && { responseId: id }), ...(model && { responseModel: model }) })
  return { ...state, started: true, responseId: id ?? '' }
}

function fail(state: OpenAIChatState, error: unknown, out: Delta[]): OpenAIChatState {
  out.push(failureOf(vendorError({ error })))
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
  for (const call of delta.tool_calls ?? []) next = toolCall(next, call, false, options, out)
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
  options: OpenAIChatNormalizerOptions,
  out: Delta[],
): OpenAIChatState {
  const found = slotOf(state.slots, call)
  const at = found.kind === 'opens' ? state.slots.length : found.at
  const slot = state.slots[at] ?? newSlot(call, legacy)
  const sent = argumentsText(call.function?.arguments)
  const text = options.cumulativeArguments ? withoutRepeat(slot.text, sent) : sent
  if (slot.contentIndex !== undefined && !options.cumulativeArguments)
    return appendArguments(state, slot.contentIndex, text, out)

  const grown = { ...slot, id: slot.id || (call.id ?? ''), name: slot.name || (call.function?.name ?? '') }
  const seen = { ...grown, text: options.cumulativeArguments ? slot.text + text : '' }
  if (slot.contentIndex !== undefined) return setSlot(appendArguments(state, slot.contentIndex, text, out), at, seen)
  if (seen.name === '') return setSlot(state, at, { ...seen, held: slot.held + text })
  return startCall(state, at, seen, slot.held + text, out)
}

function appendArguments(state: OpenAIChatState, contentIndex: number, delta: string, out: Delta[]): OpenAIChatState {
  if (delta !== '') out.push({ type: 'toolcall_delta', contentIndex, delta })
  return state
}

function startCall(state: OpenAIChatState, at: number, slot: CallSlot, text: string, out: Delta[]): OpenAIChatState {
  const closed = closeProse(state, out)
  const contentIndex = closed.count
  out.push(callStart(slot, contentIndex, closed.responseId))
  const opened = setSlot({ ...closed, count: contentIndex + 1 }, at, { ...slot, contentIndex, held: '' })
  return appendArguments(opened, contentIndex, text, out)
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
  for (const { contentIndex } of signed.slots)
    if (contentIndex !== undefined) out.push({ type: 'toolcall_end', contentIndex })
  out.push(outcome(signed, options))
  return [signed, out]
}

/** Opaque details belong to the call whose id they carry, else to the thinking. */
function signDetails(state: OpenAIChatState, out: Delta[]): OpenAIChatState {
  const callOf = ({ id }: OpenAIChatReasoningDetail) => (id ? state.slots.find((slot) => slot.id === id) : undefined)
  for (const detail of state.details) {
    const contentIndex = callOf(detail)?.contentIndex
    if (contentIndex !== undefined)
      out.push({ type: 'toolcall_signature', contentIndex, signature: JSON.stringify(detail) })
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

function outcome(
  { finish, refusal, slots }: OpenAIChatState,
  { missingFinish = 'drop' }: OpenAIChatNormalizerOptions,
): Delta {
  const hasCalls = slots.some(({ contentIndex }) => contentIndex !== undefined)
  if (refusal !== '') return failure('refusal', refusal, { refusal: { explanation: refusal } })
  if (finish !== undefined) return finished(finish, hasCalls)
  const isAccepted = missingFinish === 'accept' || (missingFinish === 'accept-text' && !hasCalls)
  return isAccepted ? { type: 'done', reason: reasonOf(undefined, hasCalls) } : dropped
}

const dropped: ErrorDelta = failure('stream_dropped', 'Stream ended without finish_reason — connection likely dropped')

function finished(finish: string, hasCalls: boolean): Delta {
  const failed = failures[finish]
  if (failed) return failure(failed, `Provider finish_reason: ${finish}`, { rawStopReason: finish })
  return { type: 'done', reason: reasonOf(finish, hasCalls), rawStopReason: finish }
}

/** What the message holds decides between `stop` and `toolUse`, not the vendor's word; only a cut stays a cut. */
function reasonOf(finish: string | undefined, hasCalls: boolean): DoneReason {
  if (finish !== undefined && cuts.has(finish)) return 'length'
  return hasCalls ? 'toolUse' : 'stop'
}

const cuts: ReadonlySet<string> = new Set(['length', 'max_tokens', 'model_length', 'model_context_window_exceeded'])

/** Words that vendors document as failures. */
const failures: Readonly<Record<string, ErrorDelta['code']>> = {
  content_filter: 'content_filter',
  sensitive: 'content_filter',
  network_error: 'server_error',
  error: 'server_error',
  insufficient_system_resource: 'overloaded',
}

function mapUsage(usage: OpenAIChatUsage): Partial<TokenCounts> {
  const { prompt_tokens_details: details, completion_tokens_details } = usage
  const cacheRead = details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0
  const cacheWrite = details?.cache_write_tokens ?? 0
  const prompt = usage.prompt_tokens ?? 0
  const completion = usage.completion_tokens ?? 0
  const reasoning = completion_tokens_details?.reasoning_tokens ?? 0
  // xAI counts reasoning outside of the completion; its own total tells.
  const isOutside = reasoning > 0 && usage.total_tokens === prompt + completion + reasoning
  return {
    input: Math.max(0, prompt - cacheRead - cacheWrite),
    output: isOutside ? completion + reasoning : completion,
    cacheRead,
    cacheWrite,
    reasoning,
  }
}
