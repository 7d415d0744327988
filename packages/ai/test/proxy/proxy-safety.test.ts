import { afterEach, describe, expect, it } from 'vitest'

import type { Message } from '#src/message/message.ts'
import type { Context } from '#src/options/options.ts'
import { createProxyHandler, type ProxyHandlerOptions, streamProxy } from '#src/proxy.ts'
import { scriptedModel, scriptedStream } from '#src/testing.ts'

import { serve, type TestServer } from '../support/serve.ts'

const key = 'sk-"very/secret+key=1'
const context: Context = { messages: [{ role: 'user', content: 'go', timestamp: 1 }] }
let server: TestServer | undefined
afterEach(() => server?.close())

function handlerOf(options: Partial<ProxyHandlerOptions>) {
  const handle = createProxyHandler({
    models: [scriptedModel],
    authorize: () => true,
    streamFn: scriptedStream('ok'),
    ...options,
  })
  return (body: unknown) =>
    handle(
      new Request('http://localhost/api/stream', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
}

const asking = (more: object = {}) => ({ model: { id: scriptedModel.id }, context: { ...context, ...more } })

describe('A6: the proxy hands no key to its clients', () => {
  const model = {
    ...scriptedModel,
    baseUrl: 'https://me:passw0rd-in-url@host.test',
    headers: { 'x-gateway-auth': 'gateway-secret' },
  }
  const quotes = [
    key,
    JSON.stringify(key),
    encodeURIComponent(key),
    btoa(`user:${key}`),
    'gateway-secret',
    'passw0rd-in-url',
  ]

  it.each(quotes)('in an error event that quotes %s', async (quote) => {
    const fails = { code: 'authentication', message: `bad: ${quote}!` } as const
    const ask = handlerOf({ models: [model], getApiKey: () => key, streamFn: scriptedStream({ fails }) })
    const text = await (await ask(asking())).text()
    expect(text).toContain('REDACTED')
    for (const secret of ['very', 'gateway-secret', 'passw0rd']) expect(text).not.toContain(secret)
  })

  it('in what the stream function throws, or the server itself', async () => {
    const throwing = () => {
      throw new TypeError(`Invalid header value ${key}`)
    }
    const text = await (await handlerOf({ getApiKey: () => key, streamFn: throwing })(asking())).text()
    expect(text).toContain('Invalid header value REDACTED')
    const refused = await handlerOf({ getApiKey: throwing })(asking())
    expect([refused.status, await refused.text()]).toEqual([500, '{"error":"The proxy failed"}'])
  })

  it('A3: and survives an onError that throws', async () => {
    const onError = () => {
      throw new Error('no')
    }
    const authorize = () => Promise.reject(new Error('down'))
    expect((await handlerOf({ authorize, onError })(asking())).status).toBe(500)
  })
})

describe('A10: the proxy bounds the work of a request', () => {
  const messages = (count: number): Message[] =>
    Array.from({ length: count }, () => ({ role: 'user', content: [{ type: 'text', text: 'x' }], timestamp: 1 }))
  const nested = (depth: number): unknown => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))
  const tools = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `t${at}`, description: '', parameters: {} }))

  it.each([
    ['messages', { messages: messages(11) }, 'context.messages has more than 10 messages (maxMessages)'],
    [
      'blocks',
      { messages: [{ role: 'user', content: Array.from({ length: 21 }, () => ({ type: 'text', text: '' })) }] },
      'context.messages has more than 20 blocks of content (maxBlocks)',
    ],
    ['tools', { tools: tools(6) }, 'context.tools has more than 5 tools (maxTools)'],
    [
      'nesting',
      { tools: [{ name: 't', parameters: nested(40) }] },
      'The body has more than 30 levels of nesting (maxNesting)',
    ],
  ])('in %s', async (_, more, error) => {
    const response = await handlerOf({ maxMessages: 10, maxBlocks: 20, maxTools: 5, maxNesting: 30 })(asking(more))
    expect([response.status, await response.json()]).toEqual([400, { error }])
  })

  it('by default, too, and takes what is usual', async () => {
    const ask = handlerOf({ maxMessages: undefined as never })
    expect((await ask(asking({ messages: messages(9000), tools: tools(200) }))).status).toBe(200)
    for (const more of [
      { messages: messages(10_001) },
      { tools: tools(1001) },
      { tools: [{ name: 't', parameters: nested(200) }] },
    ])
      expect((await ask(asking(more))).status).toBe(400)
  })

  it('and reads a body in linear time, however small the chunks', async () => {
    const timeOf = async (bytes: number) => {
      const body = JSON.stringify(asking({ systemPrompt: 'x'.repeat(bytes) }))
      const encoded = new TextEncoder().encode(body)
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < encoded.length; at += 1000) controller.enqueue(encoded.subarray(at, at + 1000))
          controller.close()
        },
      })
      const handle = createProxyHandler({
        models: [scriptedModel],
        authorize: () => true,
        streamFn: scriptedStream('ok'),
      })
      const started = performance.now()
      const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
      const { status } = await handle(new Request('http://localhost/api/stream', init))
      return { status, ms: performance.now() - started }
    }
    await timeOf(100_000)
    const large = await timeOf(19_000_000)
    expect(large.status).toBe(200)
    expect(large.ms).toBeLessThan(5000)
  })
})

describe('A9: a client of the proxy that goes away', () => {
  it('aborts the provider, whether it cancels the body or its signal fires', async () => {
    for (const leave of ['cancel', 'signal'] as const) {
      const streamFn = scriptedStream({ text: 'part', fails: 'hang' })
      const handle = createProxyHandler({ models: [scriptedModel], authorize: () => true, streamFn })
      const client = new AbortController()
      const init = { method: 'POST', body: JSON.stringify(asking()), signal: client.signal }
      const response = await handle(new Request('http://localhost/api/stream', init))
      const reader = response.body!.getReader()
      await reader.read()
      if (leave === 'signal') client.abort()
      else await reader.cancel()
      expect(streamFn.requests[0]?.options.signal?.aborted).toBe(true)
    }
  })
})

describe('streamProxy', () => {
  const ask = (proxyUrl: string, authToken = 'token-of-the-session') =>
    streamProxy(scriptedModel, context, { proxyUrl, authToken, maxRetries: 0 }).result()

  it('A5: follows no redirect, and names where it leads', async () => {
    let asked = 0
    server = await serve(() => {
      asked++
      return { status: 307, body: '', headers: { location: 'http://elsewhere.test/api/stream?token=x' } }
    })
    const message = await ask(server.url)
    expect(message).toMatchObject({ errorCode: 'invalid_request', retryable: false })
    expect(message.errorMessage).toBe(
      'The proxy redirects to elsewhere.test, and redirects are not followed. Check the base URL.',
    )
    expect(asked).toBe(1)
  })

  it('A6: shows no token in errors', async () => {
    server = await serve(({ headers }) => ({
      status: 401,
      body: JSON.stringify({ error: `echo ${headers['authorization']}` }),
    }))
    const echoed = await ask(server.url)
    expect(echoed).toMatchObject({ errorCode: 'authentication', errorMessage: 'Proxy error: echo Bearer REDACTED' })
    const broken = await ask(server.url, 'token-of-the\nsession')
    expect(broken).toMatchObject({ errorCode: 'invalid_request', retryable: false })
    expect(broken.errorMessage).toBe('The header "authorization" cannot be sent: its value holds a line break')
    const withPassword = await ask('http://me:passw0rd@127.0.0.1:9')
    expect(withPassword).toMatchObject({ errorCode: 'invalid_request' })
    expect(withPassword.errorMessage).not.toContain('passw0rd')
  })

  it('A4: reads of an error no more than its limit', async () => {
    server = await serve(() => ({ status: 500, body: JSON.stringify({ error: 'x'.repeat(200_000) }) }))
    expect((await ask(server.url)).errorMessage).toMatch(/^Proxy error: 500/)
  })

  it.each([
    ['a number as event', [5]],
    ['null as event', [null]],
    [
      'a delta that is a list',
      [
        { type: 'text_start', contentIndex: 0 },
        { type: 'text_delta', contentIndex: 0, delta: ['a'] },
      ],
    ],
    ['a call without name', [{ type: 'toolcall_start', contentIndex: 0, id: 'c' }]],
    [
      'an error of numbers',
      [{ type: 'error', reason: 5, code: 7, errorMessage: 8, usage: 9, refusal: 1, retryAfterMs: 'x' }],
    ],
  ])('A2: ends as a failure after %s', async (_, events) => {
    server = await serve(() => ({ body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') }))
    const message = await ask(server.url)
    expect(message.stopReason).toBe('error')
    expect(typeof message.errorMessage).toBe('string')
  })
})
