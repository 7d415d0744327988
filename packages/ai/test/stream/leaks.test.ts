import { getEventListeners } from 'node:events'

import { describe, expect, it, vi } from 'vitest'

import { type ApiAdapter, defineApi } from '#src/apis/api.ts'
import { decodeSse } from '#src/http/sse.ts'
import type { Model } from '#src/message/model.ts'
import type { ProviderStreamOptions } from '#src/options/options.ts'
import { createApiProvider, stream } from '#src/stream/stream.ts'

import { modelAt } from '../support/model-at.ts'
import { chunk, context, ask, openServers } from '../support/open-servers.ts'

const { talking } = openServers()
const ownApi: ApiAdapter = defineApi({
  api: 'own',
  fromSimple: (_model, options) => options,
  body: () => ({}),
  send: () => Promise.reject(new Error('not sent')),
  decode: decodeSse,
  normalizer: () => ({
    initial: undefined,
    reduce: () => {
      throw new TypeError('what is this')
    },
    end: (state: undefined) => [state, [{ type: 'done', reason: 'stop' }]],
  }),
})

describe('nothing is left behind (A9)', () => {
  const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

  it('no listener and no socket, when the signal fires while the reader is stuck', async () => {
    let isClosed = false
    const url = await talking((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk('word ').repeat(2000))
      response.on('close', () => (isClosed = true))
    })
    const abort = new AbortController()
    const iterator = ask(url, { signal: abort.signal })[Symbol.asyncIterator]()
    await iterator.next()
    await new Promise((resolve) => setTimeout(resolve, 50))
    abort.abort()
    await vi.waitFor(() => expect([isClosed, listenersOf(abort.signal)]).toEqual([true, 0]))
  })

  it('no listener, when an adapter ignores the signal', async () => {
    const deaf = { ...ownApi, send: () => new Promise<Response>(() => {}) }
    const abort = new AbortController()
    const own = createApiProvider('own', async () => deaf)
    const result = own.stream(modelAt('', { api: 'own', provider: 'own' }), context, { signal: abort.signal }).result()
    setTimeout(() => abort.abort(), 10)
    expect(await result).toMatchObject({ stopReason: 'aborted' })
    await vi.waitFor(() => expect(listenersOf(abort.signal)).toBe(0))
  })

  it('no socket, when a chunk cannot be read', async () => {
    let isCanceled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"bad":true}\n\n')),
      cancel: () => void (isCanceled = true),
    })
    const broken = { ...ownApi, send: async () => new Response(body) }
    const own = createApiProvider('own', async () => broken)
    expect(await own.stream(modelAt('', { api: 'own', provider: 'own' }), context).result()).toMatchObject({
      errorCode: 'malformed_response',
    })
    await vi.waitFor(() => expect(isCanceled).toBe(true))
  })
})

describe('after an abort no request is made', () => {
  const apis = [
    ['openai-completions', 'openai'],
    ['openai-responses', 'openai'],
    ['azure-openai-responses', 'azure-openai-responses'],
    ['anthropic-messages', 'anthropic'],
    ['google-generative-ai', 'google'],
    ['google-vertex', 'google-vertex'],
    ['mistral-conversations', 'mistral'],
    ['bedrock-converse-stream', 'amazon-bedrock'],
  ] as const

  /** Asks, and counts the requests up to some time after the abort. */
  async function requestsOf(model: Model, abort: AbortController, options: ProviderStreamOptions): Promise<number> {
    let requests = 0
    const fetch = () => {
      requests++
      setTimeout(() => abort.abort())
      return Promise.resolve(new Response('{}', { status: 503, headers: { 'retry-after-ms': '20' } }))
    }
    const answer = stream(model, context, { apiKey: 'key', signal: abort.signal, fetch, ...options })
    expect(await answer.result()).toMatchObject({ stopReason: 'aborted' })
    await new Promise((resolve) => setTimeout(resolve, 60))
    return requests
  }

  it.each(apis)('by %s, whether it comes before the first or between two attempts', async (api, provider) => {
    const model = modelAt('http://server.invalid', { api, provider })
    const early = new AbortController()
    expect(await requestsOf(model, early, { onPayload: () => early.abort() })).toBe(0)
    expect(await requestsOf(model, new AbortController(), {})).toBe(1)
  })
})
