import { asText, isObject } from '../values/json.ts'
import { textOf } from '../values/text.ts'
import { AIError, type ErrorCode, isTransient } from './ai-error.ts'
import { baseResponseCodeOf, errorCodeOf } from './error-codes.ts'
import { isAboveRateLimit, isOverflowText, isQuotaText, shownText } from './error-texts.ts'

/** What providers put into an error object, wherever they put it. */
export interface ProviderError {
  /** Text; of Mistral's validation an object, with what is wrong where. */
  message?: unknown
  type?: unknown
  /** A word (OpenAI, Anthropic), a number (z.ai), or a status (OpenRouter, Google). */
  code?: unknown
  status?: unknown
  /** Groq. */
  status_code?: unknown
  /** OpenRouter: the error of the provider behind it. */
  metadata?: unknown
  /** Google, which sends no `retry-after`: facts of several kinds, among them how long to wait (`34.07s`). */
  details?: unknown
  /** MiniMax: the number of a `base_resp`. */
  baseResponse?: unknown
}

/** The code of an HTTP status. */
export function errorCodeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'authentication'
    case 402:
      return 'quota_exceeded'
    case 403:
      return 'permission'
    case 404:
      return 'not_found'
    case 408:
      return 'server_error'
    case 409:
      return 'server_error'
    case 413:
      return 'context_overflow'
    case 429:
      return 'rate_limited'
    case 503:
    case 529:
      return 'overloaded'
    default:
      return status >= 500 ? 'server_error' : 'invalid_request'
  }
}

/** What else is known about a failed request. */
export interface ErrorFacts {
  status?: number
  retryAfterMs?: number | undefined
  provider?: string
  requestId?: string | null | undefined
  cause?: unknown
}

/**
 * The error in a body: `{ error: {…} }`, `[{ error }]` (Google), `{ error: "text" }`, `{ base_resp: {…} }` (MiniMax), or
 * the bare object or text. The provider's text is kept, up to 500 characters; the code follows from the provider's own
 * code, then from the status, then from the text.
 */
export function parseError(body: unknown, facts: ErrorFacts = {}): AIError {
  const error = errorObjectOf(body)
  const message = messageOf(error, body)
  const status = facts.status ?? numericStatus(error)
  const { code, retryable } = meaningOf(error, message, status)
  const details = {
    retryable,
    status,
    retryAfterMs: facts.retryAfterMs ?? retryDelayOf(error),
    provider: facts.provider,
    cause: facts.cause ?? body,
  }
  return new AIError(code, describe(message, facts), details)
}

function retryDelayOf({ details }: ProviderError): number | undefined {
  const delays = recordsOf(details).map(({ retryDelay }) => retryDelay)
  const delay = delays.find((value) => typeof value === 'string' && /^\d{1,9}(\.\d{1,9})?s$/.test(value))
  return typeof delay === 'string' ? Math.ceil(Number.parseFloat(delay) * 1000) : undefined
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => isObject(one)) : []
}

function errorObjectOf(body: unknown): ProviderError {
  const first: unknown = Array.isArray(body) ? body[0] : body
  if (!isObject(first)) return {}
  const { error, base_resp: base } = first as { error?: unknown; base_resp?: unknown }
  if (isObject(error)) return error
  if (isObject(base)) return baseResponseError(base)
  return typeof error === 'string' ? { ...first, message: error } : first
}

function baseResponseError({
  status_code,
  status_msg,
}: {
  status_code?: unknown
  status_msg?: unknown
}): ProviderError {
  return { message: status_msg, baseResponse: status_code }
}

function messageOf(error: ProviderError, body: unknown): string {
  const message = error.message ? withCode(error, textOf(error.message)) : textOf(body)
  const raw = isObject(error.metadata) ? (error.metadata as { raw?: unknown }).raw : undefined
  return raw === undefined || raw === null ? message : `${message}\n${textOf(raw)}`
}

/** The provider's own code in front, which is more precise than the sentence; `error` adds nothing. */
function withCode({ code, type }: ProviderError, message: string): string {
  const word = [asText(code), asText(type)].find((candidate) => candidate !== '' && candidate !== 'error')
  return word === undefined || message.includes(word) ? message : `${word}: ${message}`
}

function numericStatus({ code, status, status_code }: ProviderError): number | undefined {
  const candidates = [status_code, code, status].map((value) => (isObject(value) ? Number.NaN : Number(value)))
  return candidates.find((value) => Number.isInteger(value) && value >= 400 && value < 600)
}

interface Meaning {
  code: ErrorCode
  retryable: boolean
}

/** Overflow, a used-up balance, and a request above the limit per minute are three meanings; none of them is retried. */
function meaningOf(error: ProviderError, message: string, status: number | undefined): Meaning {
  const code = codeOf(error, status)
  if (unclear.has(code)) {
    if (isAboveRateLimit(message)) return { code: 'rate_limited', retryable: false }
    if (isDailyQuota(error) || isQuotaText(message)) return { code: 'quota_exceeded', retryable: false }
    if (code !== 'rate_limited' && isOverflowText(message)) return { code: 'context_overflow', retryable: false }
  }
  return { code, retryable: isTransient(code) }
}

/** Codes that providers also give where the text is more precise. */
const unclear: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'permission',
  'rate_limited',
  'server_error',
  'context_overflow',
  'unexpected',
])

/** Google counts per minute and per day under one code. */
function isDailyQuota({ details }: ProviderError): boolean {
  const violations = recordsOf(details).flatMap((detail) => recordsOf(detail['violations']))
  return violations.some(({ quotaId }) => typeof quotaId === 'string' && quotaId.includes('PerDay'))
}

function codeOf(error: ProviderError, httpStatus: number | undefined): ErrorCode {
  const { code, type, status, baseResponse } = error
  const found = [baseResponseCodeOf(baseResponse), ...[code, type, status].map(errorCodeOf)]
  // Of two the more precise one wins: OpenAI sends `invalid_request_error` with `context_length_exceeded`.
  const known = found.find((one) => one !== undefined && one !== 'invalid_request') ?? found.find(Boolean)
  if (known) return known
  if (httpStatus !== undefined) return errorCodeOfStatus(httpStatus)
  // Inside a stream there is no status: a code that nobody knows is not one that may pass, a mere text is the server's.
  return isCoded(error) ? 'unexpected' : 'server_error'
}

function isCoded({ code, type, baseResponse }: ProviderError): boolean {
  const words = [code, type, baseResponse].map((word) => (typeof word === 'number' ? String(word) : asText(word)))
  return words.some((word) => word !== '' && word !== 'error')
}

function describe(message: string, { status, requestId }: ErrorFacts): string {
  const head = status === undefined ? '' : `${status} `
  const tail = requestId ? ` (request ${requestId})` : ''
  return `${head}${shownText(message) || 'status code (no body)'}${tail}`
}
