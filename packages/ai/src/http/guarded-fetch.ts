import { defaultLimits, type ResponseLimits } from '../values/limits.ts'
import { assertSendableUrl } from './check-request.ts'
import { readLimited } from './read-limited.ts'
import { refuseRedirect } from './redirects.ts'
import { errorBodyTimeoutMs } from './request-error.ts'

/**
 * A `fetch` for the official SDKs that keeps to the rules of `post`: it follows no redirect but throws the `AIError` of
 * one (which the SDK wraps, and `toRequestError` takes out again), and the body of an error, which SDKs read whole, is
 * cut at its limit.
 *
 * @param provider named in errors
 */
export function guardedFetch(
  fetch: typeof globalThis.fetch,
  provider: string,
  limits: ResponseLimits = {},
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    assertSendableUrl(url, provider)
    const response = await fetch(input, { ...init, redirect: 'manual' })
    refuseRedirect(response, url, provider)
    return response.ok ? response : cutError(response, limits, init?.signal ?? undefined)
  }
}

async function cutError(
  response: Response,
  { maxErrorBytes = defaultLimits.maxErrorBytes }: ResponseLimits,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { status, statusText, headers, body } = response
  if (!body) return response
  const { text } = await readLimited(body, { maxBytes: maxErrorBytes, timeoutMs: errorBodyTimeoutMs, signal })
  return new Response(text, { status, statusText, headers })
}
