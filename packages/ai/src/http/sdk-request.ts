import type { OfficialClient } from '../options/options.ts'
import type { ResponseLimits } from '../values/limits.ts'
import { guardedFetch } from './guarded-fetch.ts'

type Fetch = typeof globalThis.fetch

/** A POST of one of the APIs that have an official SDK. */
export interface SdkRequest {
  /** Up to and including the version segment, as the SDK wants it. */
  baseUrl: string
  /** From the base URL on, e.g. `/chat/completions`. */
  path: string
  /** Null keeps a header of the SDK's own from being sent. */
  headers: Record<string, string | null>
  query?: Record<string, string>
  body: object
  /** Named in errors. */
  provider: string
  signal: AbortSignal | undefined
  fetch: Fetch | undefined
  limits?: ResponseLimits | undefined
  /** An official client of the caller's, which knows its own base URL, key and headers. */
  client: OfficialClient | undefined
}

/**
 * Sends a request. Resolves with the response once the provider has accepted it, and follows no redirect.
 *
 * @throws AIError, or the SDK's own error for a response that is not 2xx
 */
export type Transport = (request: SdkRequest) => Promise<Response>

/**
 * Sends a body through an official client, as its own resources do, but for one thing: they watch every value of the
 * body while it is written, which makes long histories two to three times as slow to send (openai 7.59,
 * `streamFromBody`).
 */
export function sendThroughClient(
  client: OfficialClient,
  { path, body, headers, query = {}, signal }: SdkRequest,
): Promise<Response> {
  const once = { stream: true, maxRetries: 0, fetchOptions: { redirect: 'manual' } } as const
  return client.post(path, { body, headers, query, signal: signal ?? null, ...once }).asResponse()
}

/** Looks the global `fetch` up when it is called: a test, or a polyfill, may have replaced it. */
const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init)

/**
 * Keeps one SDK client per `fetch`, base URL, provider and limits, since making one costs more than sending a request
 * with it. Keys and headers are no part of a client here; they go with each request. Its `fetch` follows no redirect and
 * reads no endless error.
 */
export function sharedClients<Client>(make: (baseUrl: string, fetch: Fetch) => Client) {
  const clients = new WeakMap<Fetch, Map<string, Client>>()
  return ({ baseUrl, provider, fetch = globalFetch, limits = {} }: SdkRequest): Client => {
    const sameFetch = clients.get(fetch) ?? new Map<string, Client>()
    clients.set(fetch, sameFetch)
    const key = JSON.stringify([baseUrl, provider, limits.maxErrorBytes])
    const client = sameFetch.get(key) ?? make(baseUrl, guardedFetch(fetch, provider, limits))
    sameFetch.set(key, client)
    return client
  }
}
