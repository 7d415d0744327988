type Fetch = typeof globalThis.fetch

/** Looks the global `fetch` up when it is called: a test, or a polyfill, may have replaced it. */
const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init)

/**
 * Keeps one SDK client per base URL and `fetch`, since making one costs more than sending a request with it. Keys and
 * headers are no part of a client here; they go with each request.
 */
export function sharedClients<Client>(make: (baseUrl: string, fetch: Fetch) => Client) {
  const clients = new WeakMap<Fetch, Map<string, Client>>()
  return (baseUrl: string, fetch: Fetch = globalFetch): Client => {
    const sameFetch = clients.get(fetch) ?? new Map<string, Client>()
    clients.set(fetch, sameFetch)
    const client = sameFetch.get(baseUrl) ?? make(baseUrl, fetch)
    sameFetch.set(baseUrl, client)
    return client
  }
}
