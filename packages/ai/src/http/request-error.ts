import { AIError, type ErrorCode, errorText, withChanges } from '../errors/ai-error.ts'
import { parseError } from '../errors/parse-error.ts'
import { retryAfterOf } from './retry-after.ts'

/** What the official SDKs throw for a response that is not 2xx. Their classes are not imported: that would load them. */
interface SdkError extends Error {
  status: number
  headers?: Headers
  /** The parsed body, or the error object in it. */
  error?: unknown
  requestID?: string | null
}

/** What a user can do about it. */
const hints: Partial<Record<ErrorCode, string>> = {
  authentication: 'Check the API key.',
  permission: 'Check what the API key may do.',
  not_found: 'Check the model id and the base URL.',
}

/** Whatever sending a request threw, as an `AIError` with a code. */
export function toRequestError(error: unknown, provider: string): AIError {
  if (error instanceof AIError) return error
  return isSdkError(error) ? fromStatus(error, provider) : fromNetwork(error, provider)
}

/** A response that is not 2xx, read to its end. */
export async function errorOfResponse(response: Response, provider: string): Promise<AIError> {
  const text = await response.text().catch(() => '')
  const body = withAwsType(parse(text), response.headers)
  return withHint(parseError(body, factsOf(response.status, response.headers, provider)))
}

/** AWS names the error in a header only, with a namespace behind a colon. */
function withAwsType(body: unknown, headers: Headers): unknown {
  const type = headers.get('x-amzn-errortype')?.split(':')[0]
  return type && typeof body === 'object' && body !== null ? { type, ...body } : body
}

function fromStatus(error: SdkError, provider: string): AIError {
  const { status, headers, requestID } = error
  const body = error.error ?? error.message.replace(/^\d{3} (status code \(no body\))?/, '')
  const known = factsOf(status, headers, provider)
  return withHint(parseError(body, { ...known, requestId: requestID ?? known.requestId, cause: error }))
}

function fromNetwork(error: unknown, provider: string): AIError {
  const deepest = rootCause(error)
  const reason = deepest === error ? errorText(error) : `${errorText(error)} (${errorText(deepest)})`
  return new AIError('connection_failed', `No response from ${provider}: ${reason}`, { provider, cause: error })
}

function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid']

function factsOf(status: number, headers: Headers | undefined, provider: string) {
  const requestId = requestIdHeaders.map((name) => headers?.get(name)).find(Boolean)
  return { status, provider, requestId, retryAfterMs: headers && retryAfterOf(headers) }
}

function withHint(error: AIError): AIError {
  const hint = hints[error.code]
  return hint ? withChanges(error, `${error.message}\n${hint}`) : error
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.slice(0, 4000)
  }
}
