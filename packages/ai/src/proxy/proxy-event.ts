import type { ErrorCode } from '../errors/ai-error.ts'
import type { DoneReason } from '../message/delta.ts'
import type { AssistantMessageEvent } from '../message/events.ts'
import type { AssistantMessage, Refusal, ToolCall } from '../message/message.ts'
import type { Usage } from '../message/usage.ts'

/**
 * An event of a message as it goes over the wire between a proxy and its client: without the message so far, which the
 * client builds anew. Readers ignore types and fields that are not known here.
 */
export type ProxyAssistantMessageEvent =
  | { type: 'start'; responseId?: string; responseModel?: string }
  | { type: 'text_start'; contentIndex: number }
  | { type: 'text_delta'; contentIndex: number; delta: string }
  | { type: 'text_end'; contentIndex: number; contentSignature?: string }
  | { type: 'thinking_start'; contentIndex: number; redacted?: true }
  | { type: 'thinking_delta'; contentIndex: number; delta: string }
  | { type: 'thinking_end'; contentIndex: number; contentSignature?: string }
  | { type: 'toolcall_start'; contentIndex: number; id: string; toolName: string; legacy?: true }
  | { type: 'toolcall_delta'; contentIndex: number; delta: string }
  /** `arguments`: JSON text, where it is not what the deltas gave. */
  | { type: 'toolcall_end'; contentIndex: number; thoughtSignature?: string; arguments?: string }
  | { type: 'done'; reason: DoneReason; usage: Usage; rawStopReason?: string; errorMessage?: string }
  | {
      type: 'error'
      reason: 'error' | 'aborted'
      usage: Usage
      errorMessage?: string
      /** A refusal stays one on the other side, so that it is never repeated. */
      refusal?: Refusal
      code?: ErrorCode
      retryable?: boolean
      retryAfterMs?: number
      rawStopReason?: string
    }

/** What goes over the wire of an event: all but the message so far. */
export function toProxyEvent(event: AssistantMessageEvent): ProxyAssistantMessageEvent {
  switch (event.type) {
    case 'start':
      return { type: 'start', ...given(event.partial, ['responseId', 'responseModel']) }
    case 'text_start':
      return { type: event.type, contentIndex: event.contentIndex }
    case 'thinking_start':
      return { type: event.type, contentIndex: event.contentIndex, ...(isRedacted(event) && { redacted: true }) }
    case 'text_delta':
    case 'thinking_delta':
    case 'toolcall_delta':
      return { type: event.type, contentIndex: event.contentIndex, delta: event.delta }
    case 'text_end':
    case 'thinking_end':
      return { type: event.type, contentIndex: event.contentIndex, ...signatureOf(event) }
    case 'toolcall_start':
      return startOf(event)
    case 'toolcall_end':
      return { type: event.type, contentIndex: event.contentIndex, ...given(event.toolCall, ['thoughtSignature']) }
    case 'done':
      return endOf(event)
    case 'error':
      return failureOf(event)
  }
}

type EventOf<Type extends AssistantMessageEvent['type']> = Extract<AssistantMessageEvent, { type: Type }>

function isRedacted({ partial, contentIndex }: EventOf<'thinking_start'>): boolean {
  const block = partial.content[contentIndex]
  return block?.type === 'thinking' && block.redacted === true
}

function signatureOf({ partial, contentIndex }: EventOf<'text_end' | 'thinking_end'>): { contentSignature?: string } {
  const block = partial.content[contentIndex]
  const signature = block?.type === 'text' ? block.textSignature : undefined
  const contentSignature = block?.type === 'thinking' ? block.thinkingSignature : signature
  return contentSignature === undefined ? {} : { contentSignature }
}

function startOf({ contentIndex, legacy, partial }: EventOf<'toolcall_start'>): ProxyAssistantMessageEvent {
  const { id, name } = partial.content[contentIndex] as ToolCall
  return { type: 'toolcall_start', contentIndex, id, toolName: name, ...(legacy && { legacy }) }
}

function endOf({ reason, message }: EventOf<'done'>): ProxyAssistantMessageEvent {
  return { type: 'done', reason, usage: message.usage, ...given(message, ['rawStopReason', 'errorMessage']) }
}

function failureOf({ reason, error, code, retryable, retryAfterMs }: EventOf<'error'>): ProxyAssistantMessageEvent {
  const facts = given({ code, retryable, retryAfterMs }, ['code', 'retryable', 'retryAfterMs'])
  const { usage } = error
  return { type: 'error', reason, usage, ...given(error, ['errorMessage', 'refusal', 'rawStopReason']), ...facts }
}

/** Those of the fields that have a value. */
function given<T extends Partial<AssistantMessage> | object, Key extends keyof T>(from: T, keys: readonly Key[]) {
  const entries = keys.map((key) => [key, from[key]] as const).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in Key]?: Exclude<T[K], undefined> }
}
