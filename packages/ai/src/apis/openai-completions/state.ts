import type { Delta, ErrorDelta } from '../../message/delta.ts'
import { PersistentMap } from '../../values/persistent-map.ts'
import { type CallSlots, noCalls } from './calls.ts'
import { outsideThinkTags, type ThinkTags } from './think-tags.ts'
import type { OpenAIChatReasoningDetail } from './wire.ts'

type ProseKind = 'text' | 'thinking'

/** The text or thinking block that is open. They follow one another: starting one ends the other. */
export interface Prose {
  readonly kind: ProseKind
  readonly contentIndex: number
  /** The wire field that thinking came in. */
  readonly field: string
}

/** What is known of a response so far. */
export interface OpenAIChatState {
  readonly started: boolean
  readonly responseId: string
  /** How many blocks there have been. */
  readonly count: number
  readonly prose: Prose | undefined
  /** The newest thinking block, open or not. */
  readonly thinking: Prose | undefined
  readonly calls: CallSlots
  readonly tags: ThinkTags
  /** Entries of `reasoning_details`, by order; fragments of one are joined. */
  readonly details: PersistentMap<number, OpenAIChatReasoningDetail>
  readonly refusal: string
  readonly finish: string | undefined
  /** The tier that serves the request, as far as it has been named. */
  readonly tier: string
  readonly failed: ErrorDelta | undefined
}

/** Before the first chunk. */
export const initialState: OpenAIChatState = {
  started: false,
  responseId: '',
  count: 0,
  prose: undefined,
  thinking: undefined,
  calls: noCalls,
  tags: outsideThinkTags,
  details: new PersistentMap(),
  refusal: '',
  finish: undefined,
  tier: '',
  failed: undefined,
}

/** More of the open block, or the first of another one. */
export function appendProse(
  state: OpenAIChatState,
  { kind, text: delta, field = '' }: { kind: ProseKind; text: string; field?: string },
  out: Delta[],
): OpenAIChatState {
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

/** Ends the open block, if there is one. */
export function closeProse(state: OpenAIChatState, out: Delta[]): OpenAIChatState {
  if (!state.prose) return state
  out.push({ type: `${state.prose.kind}_end`, contentIndex: state.prose.contentIndex })
  return { ...state, prose: undefined }
}
