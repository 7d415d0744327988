import { AIError } from '../errors/ai-error.ts'

/** Whether a response to a request made with `redirect: 'manual'` asks to go elsewhere. Browsers hide its status. */
export function isRedirect({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && headers.has('location'))
}

/**
 * The failure of a request that was redirected. Nothing follows a redirect: the conversation and the keys in custom
 * headers would go to another host.
 */
export function redirectError(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  requestUrl: string,
  provider: string,
): AIError {
  const target = hostOf(headers.get('location'), requestUrl)
  const text = `${provider} redirects to ${target}, and redirects are not followed. Check the base URL.`
  const details = { provider, retryable: false, ...(status !== 0 && { status }) }
  return new AIError('invalid_request', text, details)
}

/** Only the host: the rest of an address may hold a token. */
function hostOf(location: string | null, base: string): string {
  if (location === null) return 'another address'
  const origin = URL.canParse(base) ? base : undefined
  return URL.canParse(location, origin) ? new URL(location, origin).host : 'an address that is none'
}

/** @throws AIError of {@link redirectError}, after the body was canceled, if the response is a redirect */
export function refuseRedirect(response: Response, requestUrl: string, provider: string): void {
  if (!isRedirect(response)) return
  void response.body?.cancel().catch(() => {})
  throw redirectError(response, requestUrl, provider)
}
