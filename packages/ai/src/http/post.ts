import type { ResponseLimits } from '../values/limits.ts'
import { assertSendableHeaders, assertSendableUrl } from './check-request.ts'
import { refuseRedirect } from './redirects.ts'
import { errorOfResponse } from './request-error.ts'

/** One request of a provider that needs no SDK. */
export interface PostRequest {
  url: string
  headers: Record<string, string>
  /** As it goes over the wire. */
  body: string
  /** Named in errors. */
  provider: string
  signal?: AbortSignal | undefined
  /** Replaces the global `fetch`, which is looked up when the request is made. */
  fetch?: typeof fetch | undefined
  limits?: ResponseLimits | undefined
}

/**
 * Posts JSON and resolves with the response once the server has accepted the request.
 *
 * @throws AIError for a response that is not 2xx, and for an address or a header that cannot be sent; whatever `fetch`
 *   throws where there was no response.
 */
export async function post(request: PostRequest): Promise<Response> {
  const { url, headers, body, provider, signal, limits } = request
  assertSendableUrl(url, provider)
  assertSendableHeaders(headers)
  const response = await sendOnce(request.fetch, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    // A redirect would carry keys, in headers that only their provider knows to be secret, to another host.
    redirect: 'manual',
    ...(signal && { signal }),
  })
  refuseRedirect(response, url, provider)
  if (!response.ok) throw await errorOfResponse(response, provider, { ...limits, signal })
  return response
}

/** Called through the global, not as a copy of it: in browsers `fetch` must keep its `this`. */
function sendOnce(send: typeof fetch | undefined, url: string, init: RequestInit): Promise<Response> {
  return send ? send(url, init) : globalThis.fetch(url, init)
}
