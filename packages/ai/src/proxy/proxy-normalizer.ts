import type { ErrorCode } from '../errors/ai-error.ts'
import { type BlockKind, type Blocks, closeAll, dropBlock, noBlocks, openBlock } from '../message/blocks.ts'
import { type Delta, type DoneReason, type ErrorDelta, failure } from '../message/delta.ts'
import type { Normalizer, Step } from '../message/normalizer.ts'
import type { Usage } from '../message/usage.ts'
import { isRecord } from '../values/json.ts'
import type { ProxyAssistantMessageEvent } from './proxy-event.ts'

/** What has come so far of a message behind a proxy. */
export interface ProxyState {
  readonly blocks: Blocks
  readonly isStarted: boolean
  readonly isOver: boolean
}

const dropText = 'Stream ended without a terminal event — connection likely dropped'

/** The events of a proxy as deltas: to its client, a proxy is one more wire format. */
export const proxyNormalizer: Normalizer<ProxyAssistantMessageEvent, ProxyState> = {
  initial: { blocks: noBlocks, isStarted: false, isOver: false },
  reduce,
  end: (state) => (state.isOver ? [state, []] : finish(state, [failure('stream_dropped', dropText)])),
  isComplete: ({ isOver }) => isOver,
}

type EventOf<Type extends ProxyAssistantMessageEvent['type']> = Extract<ProxyAssistantMessageEvent, { type: Type }>

function reduce(state: ProxyState, event: ProxyAssistantMessageEvent): Step<ProxyState> {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
    case 'toolcall_delta':
      return [state, [grown(state, event)]]
    case 'start':
      return state.isStarted ? [state, []] : [{ ...state, isStarted: true }, [startOf(event)]]
    case 'text_start':
      return open(state, 'text', { type: 'text_start', contentIndex: event.contentIndex })
    case 'thinking_start':
      return open(state, 'thinking', thinkingStart(event))
    case 'toolcall_start':
      return open(state, 'toolcall', callStart(event))
    case 'text_end':
    case 'thinking_end':
    case 'toolcall_end':
      return close(state, event)
    case 'done':
      return finish(state, [...usageOf(event.usage), doneOf(event)])
    case 'error':
      return finish(state, [...usageOf(event.usage), errorOf(event)])
    default:
      return [state, []] // of a newer server
  }
}

function grown(state: ProxyState, { type, contentIndex, delta }: EventOf<`${BlockKind}_delta`>): Delta {
  assertOpen(state, contentIndex, type)
  return { type, contentIndex, delta: typeof delta === 'string' ? delta : '' }
}

function startOf({ responseId, responseModel }: EventOf<'start'>): Delta {
  return {
    type: 'start',
    ...(typeof responseId === 'string' && { responseId }),
    ...(typeof responseModel === 'string' && { responseModel }),
  }
}

type BlockStart = Extract<Delta, { type: `${BlockKind}_start` }>

function thinkingStart({ contentIndex, redacted }: EventOf<'thinking_start'>): BlockStart {
  return { type: 'thinking_start', contentIndex, ...(redacted === true && { redacted: true }) }
}

function callStart({ contentIndex, id, toolName, legacy }: EventOf<'toolcall_start'>): BlockStart {
  if (typeof id !== 'string' || typeof toolName !== 'string')
    throw new TypeError('Received toolcall_start without the texts id and toolName')
  return { type: 'toolcall_start', contentIndex, id, name: toolName, ...(legacy === true && { legacy: true }) }
}

function open(state: ProxyState, kind: BlockKind, start: BlockStart): Step<ProxyState> {
  const { contentIndex } = start
  const { count } = state.blocks
  if (contentIndex !== count) throw new TypeError(`Received ${start.type} for block ${contentIndex}, expected ${count}`)
  return [{ ...state, blocks: openBlock(state.blocks, contentIndex, kind) }, [start]]
}

function close(state: ProxyState, event: EventOf<`${BlockKind}_end`>): Step<ProxyState> {
  const { contentIndex } = event
  assertOpen(state, contentIndex, event.type)
  return [{ ...state, blocks: dropBlock(state.blocks, contentIndex) }, endsOf(event)]
}

function endsOf(event: EventOf<`${BlockKind}_end`>): Delta[] {
  const { contentIndex } = event
  switch (event.type) {
    case 'text_end':
      return [...signed('text_signature', contentIndex, event.contentSignature), { type: 'text_end', contentIndex }]
    case 'thinking_end':
      return [
        ...signed('thinking_signature', contentIndex, event.contentSignature),
        { type: 'thinking_end', contentIndex },
      ]
    case 'toolcall_end': {
      const replaced = typeof event.arguments === 'string' ? { arguments: event.arguments } : {}
      const end = { type: 'toolcall_end', contentIndex, ...replaced } as const
      return [...signed('toolcall_signature', contentIndex, event.thoughtSignature), end]
    }
  }
}

type SignatureType = 'text_signature' | 'thinking_signature' | 'toolcall_signature'

function signed(type: SignatureType, contentIndex: number, signature: string | undefined): Delta[] {
  return typeof signature === 'string' ? [{ type, contentIndex, signature }] : []
}

function assertOpen({ blocks }: ProxyState, contentIndex: number, type: string): void {
  const kind = type.slice(0, type.indexOf('_'))
  if (blocks.open.get(contentIndex)?.kind !== kind) throw new TypeError(`Received ${type} for non-${kind} content`)
}

function finish(state: ProxyState, last: readonly Delta[]): Step<ProxyState> {
  const [blocks, ends] = closeAll(state.blocks)
  // Blocks that are open when a message fails have no end.
  const closed = last.some(({ type }) => type === 'error') ? [] : ends
  return [{ ...state, blocks, isOver: true }, [...closed, ...last]]
}

function usageOf(usage: Usage | undefined): Delta[] {
  if (!isRecord(usage)) return []
  return [{ type: 'usage', usage, ...(isRecord(usage.cost) && { cost: usage.cost }) }]
}

const doneReasons: ReadonlySet<string> = new Set<DoneReason>(['stop', 'length', 'toolUse'])

function doneOf({ reason, rawStopReason, errorMessage }: EventOf<'done'>): Delta {
  const details = { ...texts({ rawStopReason }), ...(errorMessage && texts({ errorMessage })) }
  return { type: 'done', reason: doneReasons.has(reason) ? reason : 'stop', ...details }
}

/** A server that knows no codes says at least whether it was an abort or a refusal. */
function errorOf(event: EventOf<'error'>): ErrorDelta {
  const { reason, refusal, retryable, retryAfterMs, rawStopReason } = event
  const guess: ErrorCode = reason === 'aborted' ? 'aborted' : refusal ? 'refusal' : 'unexpected'
  const text = reason === 'aborted' ? 'Request was aborted' : 'The proxy reports a failure'
  const { code = guess, errorMessage = '' } = texts({ code: event.code, errorMessage: event.errorMessage })
  return {
    ...failure(code, errorMessage || text, {
      ...(typeof retryable === 'boolean' && { retryable }),
      ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
      ...(isRecord(refusal) && { refusal }),
      ...texts({ rawStopReason }),
    }),
    reason: reason === 'aborted' ? 'aborted' : 'error',
  }
}

/** Those of the fields that are texts: a server may send anything. */
function texts<T extends Record<string, string | undefined>>(
  fields: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> }
}
