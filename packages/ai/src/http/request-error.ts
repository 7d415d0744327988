import { AIError, type ErrorCode, errorText, withChanges, errorTextWithCause } from '../errors/ai-error.ts'
import { parseError } from '../errors/parse-error.ts'
import { tryParseJson, isRecord } from '../values/json.ts'
import { defaultLimits, type ResponseLimits } from '../values/limits.ts'
import { readLimited } from './read-limited.ts'
import { isRedirect, redirectError } from './redirects.ts'
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

/** Whatever sending a request threw, as an `AIError` with a code. SDKs wrap what their `fetch` throws: it is unwrapped. */
export function toRequestError(error: unknown, provider: string): AIError {
  const known = aiErrorIn(error)
  if (known) return known
  return isSdkError(error) ? fromStatus(error, provider) : fromNetwork(error, provider)
}

/** The deepest that causes are looked through for an error of ours. */
const maxCauses = 8

function aiErrorIn(error: unknown): AIError | undefined {
  let current = error
  for (let depth = 0; depth < maxCauses; depth++) {
    if (AIError.is(current)) return current
    if (!(current instanceof Error)) return undefined
    current = current.cause
  }
  return undefined
}

/** How long the text of an error is waited for: what has come by then is its text. */
export const errorBodyTimeoutMs = 5000

/** A response that is not 2xx. Its body is read up to a limit of bytes and of time, and then canceled. */
export async function errorOfResponse(
  response: Response,
  provider: string,
  { maxErrorBytes = defaultLimits.maxErrorBytes, signal }: ResponseLimits & { signal?: AbortSignal | undefined } = {},
): Promise<AIError> {
  const { status, headers } = response
  const { text } = await readLimited(response.body, { maxBytes: maxErrorBytes, timeoutMs: errorBodyTimeoutMs, signal })
  return withHint(parseError(withAwsType(parse(text), headers), factsOf(status, headers, provider)))
}

/** AWS names the error in a header only, with a namespace behind a colon. */
function withAwsType(body: unknown, headers: Headers): unknown {
  const [, type] = /^([A-Za-z]{1,80})(?:[:#]|$)/.exec(headers.get('x-amzn-errortype') ?? '') ?? []
  return type && isRecord(body) ? { type, ...body } : body
}

function fromStatus(error: SdkError, provider: string): AIError {
  const { status, headers, requestID } = error
  if (headers && isRedirect({ status, headers, type: 'default' }))
    return redirectError({ status, headers }, '', provider)
  const body = error.error ?? error.message.replace(/^\d{3} (status code \(no body\))?/, '')
  const known = factsOf(status, headers, provider)
  return withHint(
    parseError(body, {
      ...known,
      requestId: [requestID ?? '', known.requestId ?? ''].find((id) => requestIdForm.test(id)),
      cause: error,
    }),
  )
}

/** No response came. A request that is itself wrong (a `TypeError` of `fetch`, `Headers`, `URL`) will not get better. */
function fromNetwork(error: unknown, provider: string): AIError {
  const text = `No response from ${provider}: ${errorTextWithCause(error)}`
  if (isInvalidRequest(error)) return new AIError('invalid_request', text, { provider, cause: error })
  return new AIError('connection_failed', text, { provider, cause: error })
}

/** What Node, Deno, Bun and browsers say of a request that they refuse to send. */
const refusals =
  /invalid (header|url|http header|header value)|header (name|value)|failed to parse url|bytestring|credentials/i

function isInvalidRequest(error: unknown): boolean {
  return error instanceof TypeError && error.cause === undefined && refusals.test(errorText(error).slice(0, 500))
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
}

/** A server may put anything into a header, what it was sent as well; an id is short and of few signs. */
const requestIdForm = /^[\w.:/+=-]{1,128}$/

const requestIdHeaders = ['x-request-id', 'request-id', 'x-amzn-requestid']

function factsOf(status: number, headers: Headers | undefined, provider: string) {
  const requestId = requestIdHeaders.map((name) => headers?.get(name) ?? '').find((id) => requestIdForm.test(id))
  return { status, provider, requestId, retryAfterMs: headers && retryAfterOf(headers) }
}

function withHint(error: AIError): AIError {
  const hint = hints[error.code]
  return hint ? withChanges(error, `${error.message}\n${hint}`) : error
}

function parse(text: string): unknown {
  return tryParseJson(text) ?? text.slice(0, 4000)
}
