import type { Delta } from '../../message/delta.ts'
import { asList, asText, isObject } from '../../values/json.ts'
import type { PersistentMap } from '../../values/persistent-map.ts'
import { formatCallSignature, formatReasoningSignature } from './reasoning-signature.ts'
import { appendProse, type OpenAIChatState } from './state.ts'
import type { OpenAIChatDelta, OpenAIChatReasoningDetail } from './wire.ts'

type Details = PersistentMap<number, OpenAIChatReasoningDetail>

/** Reasoning of a delta. Servers disagree on the field's name, and some send one text in two of them: the first counts. */
export function readReasoning(state: OpenAIChatState, delta: OpenAIChatDelta, out: Delta[]): OpenAIChatState {
  const next = readReasoningText(state, delta, out)
  if (!delta.reasoning_details) return next
  const details = asList(delta.reasoning_details).filter((detail) => isObject(detail))
  return details.length === 0 ? next : { ...next, details: details.reduce(withDetail, next.details) }
}

function readReasoningText(state: OpenAIChatState, delta: OpenAIChatDelta, out: Delta[]): OpenAIChatState {
  const field = fieldOf(delta)
  if (field === undefined) return state
  const text = field === 'reasoning_details' ? asList(delta[field]).map(textOf).join('') : asText(delta[field])
  return appendProse(state, { kind: 'thinking', text, field }, out)
}

/** Runs for every delta, so the fields are looked up by name and not in a list of them. */
function fieldOf(delta: OpenAIChatDelta) {
  if (delta.reasoning_content && typeof delta.reasoning_content === 'string') return 'reasoning_content'
  if (delta.reasoning && typeof delta.reasoning === 'string') return 'reasoning'
  if (delta.reasoning_text && typeof delta.reasoning_text === 'string') return 'reasoning_text'
  return delta.reasoning_details ? 'reasoning_details' : undefined
}

function textOf(detail: OpenAIChatReasoningDetail | null): string {
  return isObject(detail) ? asText(detail.text) || asText(detail.summary) : ''
}

/** Texts and summaries are streamed in fragments, which go back as the one entry that they are. */
function withDetail(details: Details, detail: OpenAIChatReasoningDetail): Details {
  const last = details.get(details.size - 1)
  return last && continues(last, detail)
    ? details.with(details.size - 1, joined(last, detail))
    : details.with(details.size, detail)
}

function continues(last: OpenAIChatReasoningDetail, { type, index, id }: OpenAIChatReasoningDetail): boolean {
  const isStreamed = type === 'reasoning.text' || type === 'reasoning.summary'
  return isStreamed && type === last.type && index === last.index && (!id || id === last.id)
}

function joined(last: OpenAIChatReasoningDetail, more: OpenAIChatReasoningDetail): OpenAIChatReasoningDetail {
  const known = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null && value !== ''))
  const text = asText(last.text) + asText(more.text)
  const summary = asText(last.summary) + asText(more.summary)
  return { ...last, ...known, ...(text && { text }), ...(summary && { summary }) }
}

/**
 * What of the details must go back: all of them, as soon as one holds a signature or encrypted reasoning. Those with the
 * id of a call go with the call, the others with the thinking.
 */
export function signDetails(state: OpenAIChatState, out: Delta[]): OpenAIChatState {
  const details = Array.from(state.details, ([, detail]) => detail)
  if (!details.some(({ data, signature }) => data || signature)) return state
  const byCall = new Map<number, OpenAIChatReasoningDetail[]>()
  for (const detail of details) {
    const at = callOf(state, detail)
    const own = byCall.get(at)
    if (own) own.push(detail)
    else byCall.set(at, [detail])
  }
  for (const [at, own] of byCall) if (at >= 0) signCall(state, at, own, out)
  const rest = byCall.get(-1)
  return rest ? signThinking(state, rest, out) : state
}

function callOf({ calls }: OpenAIChatState, { id }: OpenAIChatReasoningDetail): number {
  return (typeof id === 'string' ? calls.byId.get(id) : undefined) ?? -1
}

function signCall({ calls }: OpenAIChatState, at: number, details: object[], out: Delta[]): void {
  const { contentIndex, extra } = calls.all.get(at) ?? {}
  if (contentIndex === undefined) return
  out.push({ type: 'toolcall_signature', contentIndex, signature: formatCallSignature({ extra, details }) })
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
