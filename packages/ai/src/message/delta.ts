import { type AIError, type ErrorCode, isTransient } from '../errors/ai-error.ts'
import type { AssistantMessage, Refusal } from './message.ts'
import type { Cost, TokenCounts } from './usage.ts'

/**
 * One step in the life of an assistant message: everything a normalizer may emit, and nothing more.
 * Blocks are addressed by `contentIndex`, their place in the message, so several may be open at once.
 */
export type Delta =
  | { type: 'start'; responseId?: string; responseModel?: string }
  | { type: 'text_start'; contentIndex: number }
  | { type: 'text_delta'; contentIndex: number; delta: string }
  | { type: 'text_signature'; contentIndex: number; signature: string }
  | { type: 'text_end'; contentIndex: number }
  | { type: 'thinking_start'; contentIndex: number; redacted?: true }
  | { type: 'thinking_delta'; contentIndex: number; delta: string }
  /** Replaces the signature; fragments of one are put together by the normalizer. */
  | { type: 'thinking_signature'; contentIndex: number; signature: string }
  | { type: 'thinking_end'; contentIndex: number }
  | { type: 'toolcall_start'; contentIndex: number; id: string; name: string; legacy?: true }
  | { type: 'toolcall_delta'; contentIndex: number; delta: string }
  | { type: 'toolcall_signature'; contentIndex: number; signature: string }
  /** `arguments`: the whole text, where the protocol sends the finished item; it replaces what the deltas gave. */
  | { type: 'toolcall_end'; contentIndex: number; arguments?: string }
  /**
   * Replaces what was reported before, bucket by bucket; a report of zeros replaces nothing. `rate` is a factor on the
   * price, `fees` are dollars beside it, and `cost` replaces what would be made from them.
   */
  | { type: 'usage'; usage: Partial<TokenCounts>; rate?: number; fees?: number; cost?: Cost }
  | DoneDelta
  | ErrorDelta

/** The protocol's own end mark was seen. */
export interface DoneDelta {
  type: 'done'
  reason: DoneReason
  rawStopReason?: string
  /** Shown beside a `length` that was not the output limit. */
  errorMessage?: string
}

/** The message failed. What arrived before stays on it. */
export interface ErrorDelta {
  type: 'error'
  reason: 'error' | 'aborted'
  code: ErrorCode
  message: string
  retryable: boolean
  retryAfterMs?: number
  /** HTTP status, where the failure was one of HTTP. */
  status?: number
  refusal?: Refusal
  rawStopReason?: string
}

/** How a message ended that did not fail. `toolUse`: it holds calls; `length`: it was cut. */
export type DoneReason = 'stop' | 'length' | 'toolUse'

/** What a failure has besides its code and text. Default of `retryable`: what the code means. */
export type FailureDetails = Partial<
  Pick<ErrorDelta, 'retryable' | 'retryAfterMs' | 'status' | 'refusal' | 'rawStopReason'>
>

/** A failure as the last delta of a message. */
export function failure(code: ErrorCode, message: string, details: FailureDetails = {}): ErrorDelta {
  const { retryable = isTransient(code), ...rest } = details
  return { type: 'error', reason: code === 'aborted' ? 'aborted' : 'error', code, message, retryable, ...rest }
}

/** A caught error as the last delta of a message. */
export function failureOf({ code, message, retryable, retryAfterMs, status }: AIError): ErrorDelta {
  const known = { ...(retryAfterMs !== undefined && { retryAfterMs }), ...(status !== undefined && { status }) }
  return failure(code, message, { retryable, ...known })
}

/** A message as a failure leaves it: with all that had come, and why nothing more does. */
export function failedMessage(message: AssistantMessage, failed: ErrorDelta): AssistantMessage {
  const { reason, message: errorMessage, code: errorCode, retryable } = failed
  const { retryAfterMs, status, refusal, rawStopReason } = failed
  return {
    ...message,
    stopReason: reason,
    errorMessage,
    errorCode,
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status !== undefined && { status }),
    ...(refusal && { refusal }),
    ...(rawStopReason !== undefined && { rawStopReason }),
  }
}

/** The terminal event of a message that failed. */
export interface ErrorEvent {
  type: 'error'
  reason: 'error' | 'aborted'
  error: AssistantMessage
  code: ErrorCode
  retryable: boolean
  retryAfterMs?: number
}

/** The event of a failure that left this message. */
export function errorEvent(delta: ErrorDelta, message: AssistantMessage): ErrorEvent {
  const { reason, code, retryable, retryAfterMs } = delta
  return {
    type: 'error',
    reason,
    error: message,
    code,
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}
