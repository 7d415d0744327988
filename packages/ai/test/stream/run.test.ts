import { getEventListeners } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { type ApiAdapter, defineApi } from '#src/apis/api.ts'
import { decodeSse } from '#src/http/sse.ts'
import type { Model } from '#src/message/model.ts'
import type { ProviderStreamOptions } from '#src/options/options.ts'
import { createApiProvider, stream } from '#src/stream/stream.ts'

import { modelAt } from '../support/model-at.ts'
import { type Reply, serve, type TestServer } from '../support/serve.ts'

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ id: 'r', choices: [{ index: 0, delta: { content } }] })}\n\n`
const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 0 }] }

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

function ask(url: string, options: ProviderStreamOptions = {}) {
  return stream(modelAt(`${url}/v1`, { api: 'openai-completions', provider: 'custom' }), context, options)
}

async function serving(reply: (index: number) => Reply): Promise<TestServer> {
  const server = await serve((_, index) => reply(index))
  closers.push(server.close)
  return server
}

/** A server that leaves the response to the test. */
async function talking(talk: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => talk(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('what goes wrong is the last event', () => {
  it('when nothing comes any more', async () => {
    const url = await talking((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk('half'))
    })
    const message = await ask(url, { idleTimeoutMs: 50 }).result()
    expect(message).toMatchObject({
      content: [{ type: 'text', text: 'half' }],
      errorCode: 'stream_stalled',
      errorMessage: 'Stream stalled: no data for 0.05 s (idleTimeoutMs)',
      retryable: true,
    })
  })

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])(
    'but not where a limit of %s ms is more than a timer can wait',
    async (ms) => {
      const url = await talking((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(chunk('half'))
        setTimeout(() => response.end(chunk(' and half') + finish), 30)
      })
      const message = await ask(url, { idleTimeoutMs: ms }).result()
      expect(message).toMatchObject({ content: [{ type: 'text', text: 'half and half' }], stopReason: 'stop' })
    },
  )

  it('when the server accepts the request and says nothing', async () => {
    const url = await talking(() => {})
    expect(await ask(url, { idleTimeoutMs: 50, maxRetries: 0 }).result()).toMatchObject({
      errorCode: 'stream_stalled',
      errorMessage: 'Stream stalled: no data for 0.05 s (idleTimeoutMs)',
      retryable: true,
    })
  })

  it('when the signal fires before the server answers', async () => {
    const url = await talking(() => {})
    const abort = new AbortController()
    const answer = ask(url, { signal: abort.signal })
    setTimeout(() => abort.abort(), 20)
    expect(await answer.result()).toMatchObject({
      stopReason: 'aborted',
      errorMessage: 'Request was aborted',
      content: [],
    })
  })

  it('when a connection breaks, unless the end had been said', async () => {
    const dropped = await serving(() => ({ body: chunk('half'), ending: 'drop' }))
    expect(await ask(dropped.url).result()).toMatchObject({ errorCode: 'stream_dropped', content: [{ text: 'half' }] })
    const finished = await serving(() => ({ body: chunk('whole') + finish, ending: 'drop' }))
    expect(await ask(finished.url).result()).toMatchObject({ stopReason: 'stop', content: [{ text: 'whole' }] })
  })

  it('when the answer is a web page', async () => {
    const server = await serving(() => ({
      body: '<!doctype html><html>Welcome</html>',
      headers: { 'content-type': 'text/html' },
    }))
    expect(await ask(server.url).result()).toMatchObject({
      errorCode: 'malformed_response',
      errorMessage: expect.stringContaining('a web page; check the base URL'),
    })
  })

  it('when there is no such page', async () => {
    const server = await serving(() => ({
      status: 404,
      body: '<html>Not found</html>',
      headers: { 'content-type': 'text/html' },
    }))
    expect(await ask(server.url).result()).toMatchObject({
      errorCode: 'not_found',
      errorMessage: expect.stringContaining('Check the model id and the base URL'),
      retryable: false,
    })
  })

  it('when a callback of the caller throws', async () => {
    const server = await serving(() => ({ body: finish }))
    const onPayload = () => {
      throw new Error('no payload today')
    }
    expect(await ask(server.url, { onPayload }).result()).toMatchObject({ errorMessage: 'no payload today' })
  })
})

describe('a total deadline (A4)', () => {
  it('ends a response that never stops, and is final', async () => {
    const url = await talking((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(chunk('more ')), 5)
      response.on('close', () => clearInterval(timer))
    })
    const message = await ask(url, { timeoutMs: 80 }).result()
    expect(message).toMatchObject({
      errorCode: 'stream_stalled',
      errorMessage: 'No complete response within 0.08 s (timeoutMs)',
      retryable: false,
      content: [{ type: 'text', text: expect.stringMatching(/^(more )+$/) }],
    })
  })

  it('holds while the server has not answered, retries included', async () => {
    const url = await talking(() => {})
    expect(await ask(url, { timeoutMs: 40, idleTimeoutMs: 0 }).result()).toMatchObject({ errorCode: 'stream_stalled' })
  })

  it('does not touch a response that is complete in time', async () => {
    const server = await serving(() => ({ body: chunk('ok') + finish }))
    expect(await ask(server.url, { timeoutMs: 5000 }).result()).toMatchObject({ stopReason: 'stop' })
  })
})

describe('taps', () => {
  it('see the head of the response and each chunk as it was decoded', async () => {
    const server = await serving(() => ({ body: chunk('ok') + finish, headers: { 'x-request-id': 'r1' } }))
    const seen: unknown[] = []
    await ask(server.url, {
      onResponse: ({ status, headers }) => seen.push([status, headers['x-request-id']]),
      onChunk: (tapped) => seen.push(tapped),
    }).result()
    expect(seen).toEqual([
      [200, 'r1'],
      { id: 'r', choices: [{ index: 0, delta: { content: 'ok' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ])
  })

  it('that throw, and warnings that throw, change nothing (A3)', async () => {
    const server = await serving(() => ({ body: chunk('ok') + finish }))
    const throws = (): never => {
      throw new Error('tap is broken')
    }
    const warnings: string[] = []
    const onWarning = (code: string, message: string): never => {
      warnings.push(`${code}: ${message}`)
      return throws()
    }
    const message = await ask(server.url, { onResponse: throws, onChunk: throws, onWarning }).result()
    expect(message).toMatchObject({ stopReason: 'stop', content: [{ text: 'ok' }] })
    expect(warnings).toEqual([
      'callback_error: onResponse threw: tap is broken',
      'callback_error: onChunk threw: tap is broken',
      'callback_error: onChunk threw: tap is broken',
    ])
  })
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

describe('requests that fail before the first byte', () => {
  it('are repeated, waiting as long as the server asks', async () => {
    const failed: Reply = { status: 503, body: '{"error":{"message":"busy"}}', headers: { 'retry-after-ms': '5' } }
    const server = await serving((index) => (index < 2 ? failed : { body: chunk('ok') + finish }))
    expect(await ask(server.url).result()).toMatchObject({ stopReason: 'stop' })
    expect(server.requests).toHaveLength(3)
  })

  it('are final when they were repeated in vain', async () => {
    const failed: Reply = { status: 500, body: '{"error":{"message":"oops"}}', headers: { 'retry-after-ms': '1' } }
    const server = await serving(() => failed)
    expect(await ask(server.url, { maxRetries: 1 }).result()).toMatchObject({
      errorCode: 'server_error',
      retryable: false,
    })
    expect(server.requests).toHaveLength(2)
  })

  it('are final when the server asks to wait too long', async () => {
    const server = await serving(() => ({
      status: 429,
      body: '{"error":{"message":"slow down"}}',
      headers: { 'retry-after': '90' },
    }))
    expect(await ask(server.url).result()).toMatchObject({
      errorCode: 'rate_limited',
      retryable: false,
      retryAfterMs: 90_000,
      errorMessage: expect.stringContaining('asks to wait 90 s (limit: 60 s'),
    })
    expect(server.requests).toHaveLength(1)
  })

  it('are not repeated when repeating can not help', async () => {
    const server = await serving(() => ({
      status: 400,
      body: '{"error":{"message":"bad schema","type":"invalid_request_error"}}',
    }))
    expect(await ask(server.url).result()).toMatchObject({ errorCode: 'invalid_request', retryable: false })
    expect(server.requests).toHaveLength(1)
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

describe('a server that does not hang up after the end mark has answered all the same', () => {
  it.each([
    ['openai-completions', 'openai', { choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }] }],
    [
      'google-generative-ai',
      'google',
      { candidates: [{ content: { parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] },
    ],
    [
      'anthropic-messages',
      'anthropic',
      { type: 'message_start', message: { content: [{ type: 'text', text: 'ok' }], stop_reason: 'end_turn' } },
    ],
  ] as const)('%s', async (api, provider, last) => {
    const url = await talking((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(last)}\n\n`)
    })
    const message = await stream(modelAt(url, { api, provider }), context, {
      apiKey: 'key',
      idleTimeoutMs: 50,
    }).result()
    expect(message).toMatchObject({ stopReason: 'stop', content: [{ type: 'text', text: 'ok' }] })
  })
})

it('start is the first event and comes once, though the wire leaves it out or says it twice', async () => {
  const begin = { type: 'message_start', message: { id: 'msg' } }
  const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'ok' } }
  const last = { type: 'message_delta', delta: { stop_reason: 'end_turn' } }
  for (const wire of [
    [block, last],
    [begin, begin, block, last],
  ]) {
    const server = await serving(() => ({ body: wire.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') }))
    const model = modelAt(server.url, { api: 'anthropic-messages', provider: 'anthropic' })
    const types: string[] = []
    for await (const { type } of stream(model, context, { apiKey: 'key' })) types.push(type)
    expect(types).toEqual(['start', 'text_start', 'text_delta', 'text_end', 'done'])
  }
})

it('onPayload sees the body once and may replace it', async () => {
  const server = await serving(() => ({ body: chunk('ok') + finish }))
  const seen: unknown[] = []
  const onPayload = async (payload: unknown) => {
    seen.push(payload)
    return { ...(payload as object), seed: 7 }
  }
  await ask(server.url, { onPayload }).result()
  expect(seen).toMatchObject([{ model: 'test-model', stream: true }])
  expect(server.requests[0]?.json).toMatchObject({ model: 'test-model', seed: 7 })
})

it('data that is not JSON is left out, with a warning', async () => {
  const server = await serving(() => ({ body: `${chunk('a')}data: {"cho\n\n${chunk('b')}${finish}` }))
  const warnings: string[] = []
  const message = await ask(server.url, { onWarning: (code) => warnings.push(code) }).result()
  expect(message).toMatchObject({ stopReason: 'stop', content: [{ text: 'ab' }] })
  expect(warnings).toEqual(['sse_parse_error'])
})

it('a slow reader holds the producer back, and gets everything', async () => {
  const server = await serving(() => ({
    body: Array.from({ length: 5000 }, (_, at) => chunk(`${at} `)).join('') + finish,
  }))
  let text = ''
  for await (const event of ask(server.url)) if (event.type === 'text_delta') text += event.delta
  expect(text.split(' ')).toHaveLength(5001)
})

it('a reader that takes longer than the idle limit is no stall', async () => {
  const url = await talking((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk('slow ').repeat(1000))
    setTimeout(() => response.end(chunk('reader') + finish), 100)
  })
  let last = ''
  for await (const event of ask(url, { idleTimeoutMs: 400 })) {
    last = event.type
    if (event.type === 'text_start') await new Promise((resolve) => setTimeout(resolve, 900))
  }
  expect(last).toBe('done')
})

it('an api that nobody registered is refused at once', () => {
  expect(() => stream(modelAt('', { api: 'telepathy', provider: 'p' }), context)).toThrow(
    /No API provider registered for api: telepathy/,
  )
})
