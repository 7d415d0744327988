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
}

/**
 * Posts JSON and resolves with the response once the server has accepted the request.
 *
 * @throws AIError for an answer that is not 2xx; whatever `fetch` throws where there was no answer.
 */
export async function post({ url, headers, body, provider, signal, fetch: send }: PostRequest): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    // A redirect would carry keys, in headers that only their vendor knows to be secret, to another host.
    redirect: 'manual' as const,
    ...(signal && { signal }),
  }
  // Called through the global, not as a copy of it: in browsers `fetch` must keep its `this`.
  const response = await (send ? send(url, init) : globalThis.fetch(url, init))
  if (!response.ok) throw await errorOfResponse(response, provider)
  return response
}
