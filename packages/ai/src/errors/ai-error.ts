import { shorten, textOf } from '../values/text.ts'

/** The longest text of a thrown value, in characters. */
const maxText = 10_000

/** Members of an `AggregateError`, and causes of causes, that are shown. */
const maxMembers = 10
const maxCauses = 8

/** Messages of `fetch` and of the SDKs that say nothing without their cause. */
const vague = /^(fetch failed|failed to fetch|terminated|connection error\.?|network error)$/i

/**
 * The text of anything that was thrown, and never a throw: the message of an error, with its members (`AggregateError`)
 * and, where it says nothing by itself (`fetch failed`), its causes; for a value that is no error its text or its JSON,
 * with cycles, BigInts and getters that throw named instead of thrown on.
 */
export function errorText(error: unknown): string {
  return shown(() => messageOf(error))
}

/** As {@link errorText}, with the deepest cause behind every message. */
export function errorTextWithCause(error: unknown): string {
  return shown(() => withCause(error))
}

function shown(read: () => string): string {
  try {
    return shorten(read(), maxText)
  } catch {
    return 'a value that cannot be read was thrown'
  }
}

function messageOf(error: unknown): string {
  if (!isError(error)) return textOf(error)
  return isVague(error) ? withCause(error) : ownMessage(error)
}

function withCause(error: unknown): string {
  if (!isError(error)) return textOf(error)
  const deepest = rootCause(error)
  const own = ownMessage(error)
  return deepest === error ? own : `${own} (${isError(deepest) ? ownMessage(deepest) : textOf(deepest)})`
}

function ownMessage(error: Error): string {
  const { message, name } = error
  const own = typeof message === 'string' ? message : textOf(message)
  const members: unknown = (error as { errors?: unknown }).errors
  if (!Array.isArray(members) || members.length === 0) return own || textOf(name || 'Error')
  const texts = members.slice(0, maxMembers).map((member) => (isError(member) ? plainMessage(member) : textOf(member)))
  const more = members.length > maxMembers ? `; … and ${members.length - maxMembers} more` : ''
  return own === '' ? texts.join('; ') + more : `${own} (${texts.join('; ')}${more})`
}

function plainMessage({ message, name }: Error): string {
  return textOf(message || name)
}

function isVague({ message }: Error): boolean {
  return typeof message === 'string' && vague.test(message)
}

function rootCause(error: Error): unknown {
  let deepest: unknown = error
  for (let depth = 0; depth < maxCauses && isError(deepest) && deepest.cause !== undefined; depth++) {
    deepest = deepest.cause
  }
  return deepest
}

/** Errors of other realms, such as of an iframe or of `node:vm`, are errors too. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

/**
 * Why something failed, for code to act on. The message beside it is for people.
 *
 * | code | meaning |
 * |---|---|
 * | `aborted` | the caller's signal fired |
 * | `stream_dropped` | the body ended before the protocol's own end mark |
 * | `stream_stalled` | the connection stayed open and nothing came for `idleTimeoutMs` |
 * | `refusal` | the model or a safety system declined to answer |
 * | `content_filter` | a filter cut the response |
 * | `context_overflow` | the input does not fit the model's context window |
 * | `output_limit` | the response hit the output limit and retries did not help |
 * | `invalid_request` … `server_error` | what the HTTP status or the provider's own code says |
 * | `connection_failed` | no response was received |
 * | `malformed_response` | the response is not what the protocol says, e.g. HTML |
 * | `unknown_model`, `unknown_api`, `missing_key` | configuration |
 * | `tool_*` | a tool call that could not be run |
 * | `turn_limit` | a run took as many turns as `maxTurns` allows; it can be continued |
 * | `agent_busy` | a second run was asked for while one is active |
 * | `unsupported` | this build does not do that |
 * | `unexpected` | anything else; see `cause` |
 */
export type ErrorCode =
  | 'aborted'
  | 'stream_dropped'
  | 'stream_stalled'
  | 'refusal'
  | 'content_filter'
  | 'context_overflow'
  | 'output_limit'
  | 'invalid_request'
  | 'authentication'
  | 'permission'
  | 'not_found'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'overloaded'
  | 'server_error'
  | 'connection_failed'
  | 'malformed_response'
  | 'unknown_model'
  | 'unknown_api'
  | 'missing_key'
  | 'tool_not_found'
  | 'tool_arguments'
  | 'tool_timeout'
  | 'turn_limit'
  | 'agent_busy'
  | 'unsupported'
  | 'unexpected'

const transientCodes: ReadonlySet<ErrorCode> = new Set([
  'stream_dropped',
  'stream_stalled',
  'rate_limited',
  'overloaded',
  'server_error',
  'connection_failed',
])

/** Whether the same request may succeed when it is sent again. The one place that decides it. */
export function isTransient(code: ErrorCode): boolean {
  return transientCodes.has(code)
}

/** What an {@link AIError} knows besides its code and message. */
export interface AIErrorDetails {
  /** Overrides what the code says, e.g. when the request was repeated already. */
  retryable?: boolean | undefined
  /** Milliseconds the provider asked to wait (`retry-after`): a lower bound. */
  retryAfterMs?: number | undefined
  /** HTTP status, where there was one. */
  status?: number | undefined
  /** Provider the request went to. */
  provider?: string | undefined
  /** How often the request was sent. */
  attempts?: number | undefined
  cause?: unknown
}

/** Marks an {@link AIError} of any copy of this package: two copies are two classes, and one symbol. */
const brand = Symbol.for('@dreb/ai/error')

/** Every failure of these packages, with a machine-readable `code`. */
export class AIError extends Error {
  override readonly name = 'AIError'
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly retryAfterMs?: number
  readonly status?: number
  readonly provider?: string
  readonly attempts?: number

  static {
    Object.defineProperty(this.prototype, brand, { value: true })
  }

  constructor(code: ErrorCode, message: string, details: AIErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.retryable = details.retryable ?? isTransient(code)
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs
    if (details.status !== undefined) this.status = details.status
    if (details.provider !== undefined) this.provider = details.provider
    if (details.attempts !== undefined) this.attempts = details.attempts
  }

  /**
   * Whether a value is an `AIError`, also one that another copy of this package made: use it in place of `instanceof`,
   * which tells copies apart. Never throws.
   */
  static is(value: unknown): value is AIError {
    try {
      return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true
    } catch {
      return false
    }
  }
}

/** The same failure, with more to say about it. */
export function withChanges(error: AIError, message: string, changes: AIErrorDetails = {}): AIError {
  const { code, retryable, retryAfterMs, status, provider, attempts, cause } = error
  return new AIError(code, message, { retryable, retryAfterMs, status, provider, attempts, cause, ...changes })
}

/** Anything that was thrown, as an {@link AIError}. Never throws. */
export function toAIError(error: unknown, code: ErrorCode = 'unexpected'): AIError {
  return AIError.is(error) ? error : new AIError(code, errorText(error), { cause: error })
}
