import { parseError } from '../../errors/parse-error.ts'
import { type Delta, failureOf } from '../../message/delta.ts'
import type { Normalizer, Step } from '../../message/normalizer.ts'
import { serviceTierRate } from '../../message/service-tier.ts'
import { asList, asText, asWord, isObject } from '../../values/json.ts'
import {
  type CallFragment,
  callStart,
  type CallSlot,
  newSlot,
  readFragment,
  readLegacyFragment,
  slotOf,
  takeFragment,
  withSlot,
} from './calls.ts'
import { chatOutcome, type MissingFinish } from './outcome.ts'
import { formatCallSignature } from './reasoning-signature.ts'
import { readReasoning, signDetails } from './reasoning.ts'
import { appendProse, closeProse, initialState, type OpenAIChatState } from './state.ts'
import { endThinkTags, insideThinkTags, splitThinkTags } from './think-tags.ts'
import { chatUsageDelta } from './usage.ts'
import type { OpenAIChatChoice, OpenAIChatChunk, OpenAIChatContentPart, OpenAIChatDelta } from './wire.ts'

export type { OpenAIChatState } from './state.ts'

/** How a server deviates; see `OpenAICompletionsCompat`. */
export interface OpenAIChatNormalizerOptions {
  /** Argument deltas repeat the text so far. */
  cumulativeArguments?: boolean
  /** Reasoning stands in the text, between `<think>` tags; `open`: it begins without the first of them. */
  thinkTags?: boolean | 'open'
  /** What a body without `finish_reason` means. Default: a drop. */
  missingFinish?: MissingFinish
  /** Whether the `service_tier` of the response sets the price, as at OpenAI. Others use the name for other things. */
  tierSetsPrice?: boolean
}

/** The normalizer of OpenAI Chat Completions and all that is compatible with it. */
export function createOpenAIChatNormalizer(
  options: OpenAIChatNormalizerOptions = {},
): Normalizer<OpenAIChatChunk, OpenAIChatState> {
  return {
    initial: options.thinkTags === 'open' ? { ...initialState, tags: insideThinkTags } : initialState,
    reduce: (state, chunk) => reduce(state, chunk, options),
    end: (state) => end(state, options),
    isFinished: ({ finish }) => finish !== undefined,
    isComplete: ({ failed }) => failed !== undefined,
  }
}

/** The normalizer without deviations. */
export const openaiChat: Normalizer<OpenAIChatChunk, OpenAIChatState> = createOpenAIChatNormalizer()

function reduce(
  state: OpenAIChatState,
  chunk: OpenAIChatChunk,
  options: OpenAIChatNormalizerOptions,
): Step<OpenAIChatState> {
  if (state.failed || !isObject(chunk)) return [state, []]
  const out: Delta[] = []
  const choice = firstChoice(chunk)
  let next = state.started ? state : start(state, chunk, out)
  if (options.tierSetsPrice) next = withTier(next, chunk)
  readUsage(next, chunk, choice, out)
  const delta = deltaOf(next, choice)
  if (delta) next = readDelta(next, delta, options, out)
  const finish = asWord(choice?.finish_reason)
  if (finish !== undefined && finish !== next.finish) next = { ...next, finish }
  const error = errorIn(chunk, choice)
  return [error === undefined ? next : fail(next, error, out), out]
}

/** Only one response is asked for; a proxy may interleave others all the same. */
function firstChoice({ choices }: OpenAIChatChunk): OpenAIChatChoice | undefined {
  const list = asList(choices)
  const [choice] = list
  if (!isObject(choice)) return undefined
  return choice.index ? list.find((other) => isObject(other) && !other.index) : choice
}

/** A server that does not stream sends the response as a whole; what stands beside deltas only repeats them. */
function deltaOf({ count }: OpenAIChatState, choice: OpenAIChatChoice | undefined): OpenAIChatDelta | undefined {
  if (isObject(choice?.delta)) return choice.delta
  return count === 0 && isObject(choice?.message) ? choice.message : undefined
}

function errorIn(chunk: OpenAIChatChunk, choice: OpenAIChatChoice | undefined): unknown {
  const error = chunk.error || choice?.error
  if (error) return { error }
  if (isObject(chunk.base_resp) && chunk.base_resp.status_code) return chunk
  return !choice && (chunk.object === 'error' || chunk.type === 'error') ? chunk : undefined
}

function start(state: OpenAIChatState, { id, model }: OpenAIChatChunk, out: Delta[]): OpenAIChatState {
  const [responseId, responseModel] = [asText(id), asText(model)]
  out.push({ type: 'start', ...(responseId && { responseId }), ...(responseModel && { responseModel }) })
  return { ...state, started: true, responseId }
}

function withTier(state: OpenAIChatState, { service_tier }: OpenAIChatChunk): OpenAIChatState {
  const tier = asText(service_tier)
  return tier === '' || tier === state.tier ? state : { ...state, tier }
}

function readUsage(
  { tier }: OpenAIChatState,
  chunk: OpenAIChatChunk,
  choice: OpenAIChatChoice | undefined,
  out: Delta[],
): void {
  const usage = chunk.usage ?? choice?.usage ?? (isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined)
  if (isObject(usage)) out.push(chatUsageDelta(usage, serviceTierRate(tier)))
}

function fail(state: OpenAIChatState, error: unknown, out: Delta[]): OpenAIChatState {
  const failed = failureOf(parseError(error))
  out.push(failed)
  return { ...state, failed }
}

function readDelta(
  state: OpenAIChatState,
  delta: OpenAIChatDelta,
  options: OpenAIChatNormalizerOptions,
  out: Delta[],
): OpenAIChatState {
  let next = readReasoning(state, delta, out)
  if (delta.content) next = readContent(next, delta.content, options, out)
  if (delta.refusal) next = readRefusal(next, asText(delta.refusal), out)
  if (delta.tool_calls) {
    for (const call of asList(delta.tool_calls)) next = readCall(next, readFragment(call), options, out)
  }
  if (isObject(delta.function_call)) next = readCall(next, readLegacyFragment(delta.function_call), options, out)
  return next
}

function readContent(
  state: OpenAIChatState,
  content: string | OpenAIChatContentPart[],
  { thinkTags }: OpenAIChatNormalizerOptions,
  out: Delta[],
): OpenAIChatState {
  if (typeof content !== 'string') return asList(content).reduce((next, part) => readPart(next, part, out), state)
  if (!thinkTags) return appendProse(state, { kind: 'text', text: content }, out)
  const [tags, parts] = splitThinkTags(state.tags, content)
  return parts.reduce((next, part) => appendProse(next, part, out), { ...state, tags })
}

function readPart(state: OpenAIChatState, part: OpenAIChatContentPart, out: Delta[]): OpenAIChatState {
  if (!isObject(part)) return state
  const thinking = appendProse(state, { kind: 'thinking', text: thoughtOf(part) }, out)
  return appendProse(thinking, { kind: 'text', text: asText(part.text) }, out)
}

function thoughtOf({ thinking }: OpenAIChatContentPart): string {
  if (typeof thinking === 'string') return thinking
  return asList(thinking)
    .map((part) => (isObject(part) ? asText(part.text) : ''))
    .join('')
}

/** A refusal is shown as text, too. */
function readRefusal(state: OpenAIChatState, text: string, out: Delta[]): OpenAIChatState {
  return { ...appendProse(state, { kind: 'text', text }, out), refusal: state.refusal + text }
}

function readCall(
  state: OpenAIChatState,
  fragment: CallFragment | undefined,
  { cumulativeArguments = false }: OpenAIChatNormalizerOptions,
  out: Delta[],
): OpenAIChatState {
  if (!fragment) return state
  const at = slotOf(state.calls, fragment) ?? state.calls.all.size
  const slot = state.calls.all.get(at) ?? newSlot(fragment)
  const [seen, text] = takeFragment(slot, fragment, cumulativeArguments)
  if (seen.contentIndex === undefined) return openCall(state, at, { ...seen, held: slot.held + text }, out)
  if (fragment.extra) keepExtra(seen, seen.contentIndex, out)
  appendArguments(seen.contentIndex, text, out)
  return seen === slot ? state : { ...state, calls: withSlot(state.calls, at, seen) }
}

/** Starts a call as soon as it has a name; what came before that is held. */
function openCall(state: OpenAIChatState, at: number, slot: CallSlot, out: Delta[]): OpenAIChatState {
  if (slot.name === '') return { ...state, calls: withSlot(state.calls, at, slot) }
  const closed = closeProse(state, out)
  const contentIndex = closed.count
  out.push(callStart(slot, contentIndex, closed.responseId))
  keepExtra(slot, contentIndex, out)
  appendArguments(contentIndex, slot.held, out)
  const calls = withSlot(closed.calls, at, { ...slot, contentIndex, held: '' })
  return { ...closed, calls, count: contentIndex + 1 }
}

function keepExtra({ extra }: CallSlot, contentIndex: number, out: Delta[]): void {
  if (extra) out.push({ type: 'toolcall_signature', contentIndex, signature: formatCallSignature({ extra }) })
}

function appendArguments(contentIndex: number, delta: string, out: Delta[]): void {
  if (delta !== '') out.push({ type: 'toolcall_delta', contentIndex, delta })
}

function end(state: OpenAIChatState, { missingFinish }: OpenAIChatNormalizerOptions): Step<OpenAIChatState> {
  if (state.failed) return [state, []]
  const out: Delta[] = []
  const whole = endThinkTags(state.tags).reduce((next, part) => appendProse(next, part, out), state)
  const signed = signDetails(closeProse(whole, out), out)
  const open = Array.from(signed.calls.all, ([, { contentIndex }]) => contentIndex).filter((at) => at !== undefined)
  for (const contentIndex of open.sort((a, b) => a - b)) out.push({ type: 'toolcall_end', contentIndex })
  const { finish, refusal } = signed
  out.push(chatOutcome({ finish, refusal, hasCalls: open.length > 0 }, missingFinish))
  return [signed, out]
}
