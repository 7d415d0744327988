import { compact } from '../values/json.ts'
import { PersistentMap } from '../values/persistent-map.ts'
import { parseArguments } from './arguments.ts'
import { type Delta, type DoneDelta, type ErrorDelta, failedMessage } from './delta.ts'
import { type AssistantMessageEvent, toEvent } from './events.ts'
import {
  type AssistantContent,
  type AssistantMessage,
  emptyMessage,
  type TextContent,
  type ThinkingContent,
  type ToolCall,
} from './message.ts'
import type { Model } from './model.ts'
import { OpenCall, StreamingArguments } from './open-call.ts'
import { blockOf, withBlock, withFields } from './snapshot.ts'
import { mergeCounts, toUsage } from './usage.ts'

/** What a draft needs to know of the model that responds. */
export type DraftModel = Pick<Model, 'api' | 'provider' | 'id' | 'cost'>

/**
 * A message under construction. `message` is a snapshot: later deltas make new ones that share what did not change.
 * A draft is folded once; fold the one that `accumulate` gave last.
 */
export interface Draft {
  readonly message: AssistantMessage
  readonly prices: Model['cost']
  /** Arguments of the calls that are still streaming, by content index. */
  readonly calls: PersistentMap<number, StreamingArguments>
}

/** A draft with nothing in it. */
export function emptyDraft(model: DraftModel, timestamp: number): Draft {
  return { message: emptyMessage(model, timestamp), prices: model.cost, calls: new PersistentMap() }
}

/** Folds one delta into the draft: the only code that grows a message. */
export function accumulate(draft: Draft, delta: Delta): Draft {
  switch (delta.type) {
    case 'start':
      return patch(draft, compact({ responseId: delta.responseId, responseModel: delta.responseModel }))
    case 'text_start':
      return put(draft, delta.contentIndex, { type: 'text', text: '' })
    case 'text_delta':
      return growText(draft, delta.contentIndex, delta.delta)
    case 'text_signature':
      return put(draft, delta.contentIndex, { ...textAt(draft, delta.contentIndex), textSignature: delta.signature })
    case 'text_end':
      flatten(textAt(draft, delta.contentIndex).text)
      return draft
    case 'thinking_start':
      return startThinking(draft, delta.contentIndex, delta.redacted)
    case 'thinking_delta':
      return growThinking(draft, delta.contentIndex, delta.delta)
    case 'thinking_signature':
      return signThinking(draft, delta.contentIndex, delta.signature)
    case 'thinking_end':
      flatten(thinkingAt(draft, delta.contentIndex).thinking)
      return draft
    case 'toolcall_start':
      return startCall(draft, delta.contentIndex, delta.id, delta.name)
    case 'toolcall_delta':
      return growCall(draft, delta.contentIndex, delta.delta)
    case 'toolcall_signature':
      return signCall(draft, delta.contentIndex, delta.signature)
    case 'toolcall_end':
      return endCall(draft, delta.contentIndex, delta.arguments)
    case 'usage':
      return count(draft, delta)
    case 'done':
      return finish(draft, delta)
    case 'error':
      return fail(draft, delta)
  }
}

/** Folds deltas into a draft and yields their events. */
export function* toEvents(draft: Draft, deltas: readonly Delta[]): Generator<AssistantMessageEvent, Draft> {
  for (const delta of deltas) {
    draft = accumulate(draft, delta)
    const event = toEvent(delta, draft.message)
    if (event) yield event
  }
  return draft
}

function growText(draft: Draft, index: number, fragment: string): Draft {
  const block = textAt(draft, index)
  return put(draft, index, { ...block, text: block.text + fragment })
}

function startThinking(draft: Draft, index: number, redacted: true | undefined): Draft {
  return put(draft, index, { type: 'thinking', thinking: '', ...(redacted && { redacted }) })
}

function growThinking(draft: Draft, index: number, fragment: string): Draft {
  const block = thinkingAt(draft, index)
  return put(draft, index, { ...block, thinking: block.thinking + fragment })
}

function signThinking(draft: Draft, index: number, thinkingSignature: string): Draft {
  return put(draft, index, { ...thinkingAt(draft, index), thinkingSignature })
}

function count(draft: Draft, { usage: counts, rate, cost, fees }: Extract<Delta, { type: 'usage' }>): Draft {
  const usage = toUsage(mergeCounts(draft.message.usage, counts), draft.prices, { rate, fees })
  return patch(draft, { usage: cost ? { ...usage, cost } : usage })
}

/** The finished message is plain data. */
function finish(draft: Draft, { reason, rawStopReason, errorMessage }: DoneDelta): Draft {
  const message = { ...draft.message, stopReason: reason, ...compact({ rawStopReason, errorMessage }) }
  return { ...draft, message }
}

function fail(draft: Draft, delta: ErrorDelta): Draft {
  const closed = closeCalls(draft)
  return { ...closed, message: failedMessage(closed.message, delta) }
}

function startCall(draft: Draft, index: number, id: string, name: string): Draft {
  const call = new StreamingArguments()
  const calls = draft.calls.with(index, call)
  return { ...put(draft, index, new OpenCall({ id, name }, call)), calls }
}

function growCall(draft: Draft, index: number, fragment: string): Draft {
  const call = openCall(draft, index)
  const block = blockAt(draft, index, 'toolCall')
  call.push(fragment)
  return put(draft, index, new OpenCall(block, call))
}

function signCall(draft: Draft, index: number, thoughtSignature: string): Draft {
  const block = blockAt(draft, index, 'toolCall')
  const call = draft.calls.get(index)
  return put(draft, index, call ? new OpenCall({ ...block, thoughtSignature }, call) : { ...block, thoughtSignature })
}

function endCall(draft: Draft, index: number, text: string | undefined): Draft {
  const { id, name, thoughtSignature } = blockAt(draft, index, 'toolCall')
  const parsed = parseArguments(text ?? openCall(draft, index).text)
  const calls = draft.calls.without(index)
  const block: ToolCall = { type: 'toolCall', id, name, ...parsed, ...compact({ thoughtSignature }) }
  return { ...put(draft, index, block), calls }
}

/** The message failed: what has been read of calls that are still open stays for display. */
function closeCalls(draft: Draft): Draft {
  for (const [index, call] of draft.calls) {
    const { id, name, thoughtSignature } = blockAt(draft, index, 'toolCall')
    const value = call.at(call.time)
    const argumentsError = 'The message ended before the call was complete.'
    draft = put(draft, index, {
      type: 'toolCall',
      id,
      name,
      arguments: value,
      argumentsError,
      ...compact({ thoughtSignature }),
    })
  }
  return { ...draft, calls: new PersistentMap() }
}

function patch(draft: Draft, fields: Partial<Omit<AssistantMessage, 'content'>>): Draft {
  return { message: withFields(draft.message, fields), prices: draft.prices, calls: draft.calls }
}

function put(draft: Draft, index: number, block: AssistantContent): Draft {
  return { message: withBlock(draft.message, index, block), prices: draft.prices, calls: draft.calls }
}

function openCall(draft: Draft, index: number): StreamingArguments {
  const call = draft.calls.get(index)
  if (!call) throw new TypeError(`Delta for a tool call at ${index} that is not open`)
  return call
}

const textAt = (draft: Draft, index: number): TextContent => blockAt(draft, index, 'text')
const thinkingAt = (draft: Draft, index: number): ThinkingContent => blockAt(draft, index, 'thinking')

function blockAt<Type extends AssistantContent['type']>(draft: Draft, index: number, type: Type) {
  const block = blockOf(draft.message, index)
  if (block?.type !== type)
    throw new TypeError(`Delta for a ${type} block at ${index}, found ${block?.type ?? 'nothing'}`)
  return block as Extract<AssistantContent, { type: Type }>
}

/** Text that grew by `+=` is a tree of its fragments; reading one character makes it one string, a sixth of the size. */
function flatten(text: string): void {
  text.charCodeAt(0)
}
