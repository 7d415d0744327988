import { AIError, type ErrorCode, isTransient } from './ai-error.ts'
import { errorCodeOf } from './error-codes.ts'
import { isOverflowText } from './overflow.ts'

/** What vendors put into an error object, wherever they put it. */
export interface ProviderError {
  /** Text; of Mistral's validation an object, with what is wrong where. */
  message?: unknown
  type?: string
  /** A word (OpenAI, Anthropic) or a status (OpenRouter, Google). */
  code?: string | number | null
  status?: string | number
  /** Groq. */
  status_code?: number
  /** OpenRouter: what the upstream said. */
  metadata?: { raw?: unknown }
  /** Google, which sends no `retry-after`: facts of several kinds, among them how long to wait (`34.07s`). */
  details?: unknown
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
 * The error in a body: `{ error: {…} }`, `[{ error }]` (Google), `{ error: "text" }`, or the bare object or text.
 * The vendor's words are kept; the code follows from the vendor's own code, then from the status.
 */
export function parseError(body: unknown, facts: ErrorFacts = {}): AIError {
  const error = errorObjectOf(body)
  const message = messageOf(error, body)
  const status = facts.status ?? numericStatus(error)
  const code = codeOf(error, message, status)
  const details = {
    retryable: isTransient(code),
    status,
    retryAfterMs: facts.retryAfterMs ?? retryDelayOf(error),
    provider: facts.provider,
    cause: facts.cause ?? body,
  }
  return new AIError(code, describe(message, facts), details)
}

function retryDelayOf({ details }: ProviderError): number | undefined {
  const facts: unknown[] = Array.isArray(details) ? details : []
  const delays = facts.map((fact) => (fact as { retryDelay?: unknown } | null)?.retryDelay)
  const delay = delays.find((value) => typeof value === 'string' && /^\d+(\.\d+)?s$/.test(value))
  return typeof delay === 'string' ? Math.ceil(Number.parseFloat(delay) * 1000) : undefined
}

function errorObjectOf(body: unknown): ProviderError {
  const first = Array.isArray(body) ? (body[0] as unknown) : body
  if (typeof first !== 'object' || first === null) return {}
  const { error } = first as { error?: unknown }
  if (typeof error === 'object' && error !== null) return error
  return typeof error === 'string' ? { ...first, message: error } : first
}

function messageOf(error: ProviderError, body: unknown): string {
  const { message, metadata } = error
  const said = message ? withWord(error, textOf(message)) : textOf(body)
  const raw = metadata?.raw
  return raw === undefined || raw === null ? said : `${said}\n${textOf(raw)}`
}

function textOf(said: unknown): string {
  return typeof said === 'string' ? said : (JSON.stringify(said) ?? '')
}

/** The vendor's own word in front, which tells more than the sentence; that it is an error goes without saying. */
function withWord({ code, type }: ProviderError, message: string): string {
  const word = [code, type].find(
    (candidate) => typeof candidate === 'string' && candidate !== '' && candidate !== 'error',
  )
  return word === undefined || message.includes(String(word)) ? message : `${word}: ${message}`
}

function numericStatus({ code, status, status_code }: ProviderError): number | undefined {
  const candidates = [status_code, code, status].map(Number)
  return candidates.find((value) => value >= 400 && value < 600)
}

function codeOf({ code, type, status }: ProviderError, message: string, httpStatus: number | undefined): ErrorCode {
  const words = [code, type, status].map(errorCodeOf)
  // Of two words the more telling one wins: OpenAI says `invalid_request_error` with `context_length_exceeded`.
  const word = words.find((found) => found !== undefined && found !== 'invalid_request') ?? words.find(Boolean)
  const byWord = word ?? (httpStatus === undefined ? 'server_error' : errorCodeOfStatus(httpStatus))
  return byWord === 'invalid_request' && isOverflowText(message) ? 'context_overflow' : byWord
}

function describe(message: string, { status, requestId }: ErrorFacts): string {
  const head = status === undefined ? '' : `${status} `
  const tail = requestId ? ` (request ${requestId})` : ''
  return `${head}${message || 'status code (no body)'}${tail}`
}
