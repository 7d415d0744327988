import { afterEach, describe, expect, it } from 'vitest'

import type { Context } from '#src/options/options.ts'
import { createProxyHandler, type ProxyHandlerOptions, streamProxy } from '#src/proxy.ts'
import { type ScriptedAnswer, scriptedModel, scriptedStream } from '#src/testing.ts'

import { listen, nodeServer, type RunningServer } from './node-server.ts'

const context: Context = { systemPrompt: 's', messages: [{ role: 'user', content: 'go', timestamp: 1 }] }
let server: RunningServer | undefined

afterEach(() => server?.close())

/** A proxy over HTTP, in front of a scripted model. */
async function proxy(script: ScriptedAnswer[], options: Partial<ProxyHandlerOptions> = {}) {
  const model = scriptedStream(...script)
  const defaults = {
    models: [scriptedModel],
    streamFn: model,
    authorize: (token: string | undefined) => token === 'good',
  }
  server = await listen(nodeServer(createProxyHandler({ ...defaults, ...options })))
  return { url: server.url, model }
}

interface Ask {
  token?: string | undefined
  body?: unknown
  method?: string
  headers?: Record<string, string>
}

/** A request that need not come from our own client. */
async function post(url: string, { token = 'good', body, method = 'POST', headers = {} }: Ask = {}) {
  const { id, provider } = scriptedModel
  const given = body ?? { model: { id, provider }, context, options: {} }
  const response = await fetch(`${url}/api/stream`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(method === 'POST' && { body: typeof given === 'string' ? given : JSON.stringify(given) }),
  })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}

const eventsOf = (text: string) =>
  text
    .trim()
    .split('\n\n')
    .map((line) => JSON.parse(line.slice('data: '.length)) as { type: string; [field: string]: unknown })

describe('a proxy over HTTP', () => {
  it('streams a response to its client', async () => {
    const reply = {
      thinking: 'hm',
      thinkingSignature: 'sig',
      text: 'Hello ☕',
      toolCalls: [{ id: 'c', name: 'look', arguments: { a: 1 } }],
    }
    const { url } = await proxy([{ ...reply, usage: { input: 3, output: 2 }, pieceLength: 2 }])
    const options = { proxyUrl: `${url}/`, authToken: 'good' }
    const message = await streamProxy(scriptedModel, context, options).result()
    expect(message).toMatchObject({
      stopReason: 'toolUse',
      content: [
        { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
        { type: 'text', text: 'Hello ☕' },
        { type: 'toolCall', id: 'c', name: 'look', arguments: { a: 1 } },
      ],
      usage: { input: 3, output: 2, totalTokens: 5 },
    })
  })

  it('sends deltas, not the message so far', async () => {
    const { url } = await proxy([{ text: 'abcdef', pieceLength: 3 }])
    const { text, headers } = await post(url)
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(eventsOf(text)).toEqual([
      { type: 'start' },
      { type: 'text_start', contentIndex: 0 },
      { type: 'text_delta', contentIndex: 0, delta: 'abc' },
      { type: 'text_delta', contentIndex: 0, delta: 'def' },
      { type: 'text_end', contentIndex: 0 },
      { type: 'done', reason: 'stop', usage: expect.any(Object) as object },
    ])
  })

  it.each([
    ['a wrong token', 'bad'],
    ['no token', ''],
  ])('refuses %s, and asks nobody', async (_name, token) => {
    const { url, model } = await proxy([])
    expect(await post(url, { token })).toMatchObject({ status: 401, text: '{"error":"Not authorized"}' })
    expect(model.requests).toHaveLength(0)
  })

  it('refuses when the check fails, and tells only the server why', async () => {
    const errors: unknown[] = []
    const authorize = () => Promise.reject(new Error('database password is hunter2'))
    const { url } = await proxy([], { authorize, onError: (error) => errors.push(error) })
    expect(await post(url)).toMatchObject({ status: 500, text: '{"error":"The proxy failed"}' })
    expect(errors).toMatchObject([{ message: 'database password is hunter2' }])
  })

  it('takes the model from its own list, so that a client can choose no address, headers or prices', async () => {
    const { url, model } = await proxy(['ok'])
    const foreign = {
      ...scriptedModel,
      baseUrl: 'http://evil.example',
      headers: { authorization: 'x' },
      cost: { input: 0 },
    }
    await post(url, { body: { model: foreign, context, options: {} } })
    expect(model.requests[0]?.model).toBe(scriptedModel)
  })

  it.each([
    ['an id nobody allowed', { id: 'gpt-9', provider: 'scripted' }],
    ['an id of another provider', { id: 'scripted', provider: 'openai' }],
  ])('refuses %s', async (_name, model) => {
    const { url } = await proxy([])
    expect(await post(url, { body: { model, context } })).toMatchObject({
      status: 404,
      text: `{"error":"Model not available: ${model.id}"}`,
    })
  })

  it('refuses more bytes than allowed, also when the client does not say how many come', async () => {
    const { url, model } = await proxy([], { maxBodyBytes: 1000 })
    const body = JSON.stringify({ model: scriptedModel, context: { ...context, systemPrompt: 'x'.repeat(2000) } })
    expect(await post(url, { body })).toMatchObject({ status: 413, text: '{"error":"The request is too large"}' })
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(400)))
      },
    })
    const handle = createProxyHandler({ models: [], authorize: () => true, maxBodyBytes: 1000 })
    const init = { method: 'POST', body: stream, duplex: 'half' }
    expect((await handle(new Request('http://localhost/api/stream', init as RequestInit))).status).toBe(413)
    expect(model.requests).toHaveLength(0)
  })

  it.each([
    ['no JSON', '{"model":', 'The body is not JSON'],
    ['a list', [], 'The body is not an object'],
    ['no model', { context }, 'model is not an object'],
    ['a model without id', { model: {}, context }, 'model.id is not a string'],
    ['no context', { model: scriptedModel }, 'context is not an object'],
    ['no messages', { model: scriptedModel, context: {} }, 'context.messages is not a list'],
    [
      'a role of its own',
      { model: scriptedModel, context: { messages: [{ role: 'system', content: 'x' }] } },
      'context.messages[0].role is none of user, assistant, toolResult',
    ],
    [
      'content that is none',
      { model: scriptedModel, context: { messages: [{ role: 'assistant', content: 'x' }] } },
      'context.messages[0].content is not a list',
    ],
    [
      'a block that is none',
      { model: scriptedModel, context: { messages: [{ role: 'user', content: [null] }] } },
      'a block of context.messages[0].content is not an object',
    ],
    [
      'a tool without schema',
      { model: scriptedModel, context: { messages: [], tools: [{ name: 'x' }] } },
      'context.tools[0].parameters is not an object',
    ],
  ])('refuses %s', async (_name, body, error) => {
    const { url } = await proxy([])
    expect(await post(url, { body })).toMatchObject({ status: 400, text: JSON.stringify({ error }) })
  })

  it('answers only to POST', async () => {
    const { url } = await proxy([])
    expect(await post(url, { method: 'GET' })).toMatchObject({ status: 405 })
  })

  it('lets a client choose what is on the list, of the right kind and within the limits of the model', async () => {
    const { url, model } = await proxy(['ok'], { options: { temperature: 0 }, getApiKey: () => 'key' })
    const options = {
      temperature: 1,
      maxTokens: 1e9,
      reasoning: 'low',
      sessionId: 's',
      thinkingBudgets: { low: 5 },
      apiKey: 'stolen',
      headers: { a: 'b' },
      metadata: {},
      baseUrl: 'x',
      maxRetries: 99,
      cacheRetention: 'for ever',
    }
    await post(url, { body: { model: scriptedModel, context, options, somethingNew: true } })
    const { signal, ...sent } = model.requests[0]!.options
    expect(signal).toBeInstanceOf(AbortSignal)
    expect(sent).toEqual({
      temperature: 0,
      maxTokens: 8192,
      reasoning: 'low',
      sessionId: 's',
      thinkingBudgets: { low: 5 },
      apiKey: 'key',
    })
  })

  it('passes on nothing of a tool but what a model sees', async () => {
    const { url, model } = await proxy(['ok'])
    const tool = { name: 't', description: 'd', parameters: { type: 'object' } }
    await post(url, { body: { model: scriptedModel, context: { ...context, tools: [{ ...tool, label: 'T' }] } } })
    expect(model.requests[0]?.context.tools).toEqual([tool])
  })

  it('keeps keys out of errors that quote them', async () => {
    const message = 'Incorrect key sk-very-secret, header token-in-header'
    const model = { ...scriptedModel, headers: { authorization: 'Bearer token-in-header' } }
    const fails = { fails: { code: 'authentication', message } } as const
    const { url } = await proxy([fails], { models: [model], getApiKey: () => 'sk-very-secret' })
    const { text } = await post(url)
    expect(eventsOf(text).at(-1)).toMatchObject({
      type: 'error',
      code: 'authentication',
      retryable: false,
      errorMessage: 'Incorrect key REDACTED, header REDACTED',
    })
  })

  it('reports what the stream function throws as the last event', async () => {
    const errors: unknown[] = []
    const { url } = await proxy([{ fails: { throws: new Error('no such api') } }], {
      onError: (error) => errors.push(error),
    })
    const { status, text } = await post(url)
    expect(status).toBe(200)
    expect(eventsOf(text)).toMatchObject([{ type: 'error', reason: 'error', errorMessage: 'no such api' }])
    expect(errors).toHaveLength(1)
  })

  it('keeps a refusal one', async () => {
    const refusal = { category: 'cyber', explanation: 'declined' }
    const { url } = await proxy([{ text: 'I', refusal }])
    const message = await streamProxy(scriptedModel, context, { proxyUrl: url, authToken: 'good' }).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'refusal', retryable: false, refusal })
  })

  it('aborts the request to the provider when the client goes away', async () => {
    const { url, model } = await proxy([{ text: 'part', fails: 'hang' }])
    const controller = new AbortController()
    const options = { proxyUrl: url, authToken: 'good', signal: controller.signal }
    for await (const event of streamProxy(scriptedModel, context, options)) {
      if (event.type === 'text_delta') controller.abort()
    }
    const { signal } = model.requests[0]!.options
    await new Promise<void>((resolve) =>
      signal?.aborted ? resolve() : signal?.addEventListener('abort', () => resolve()),
    )
    expect(signal?.aborted).toBe(true)
  })

  it('answers browsers of allowed origins, and no others', async () => {
    const { url } = await proxy(['ok'], { allowedOrigins: ['https://app.example'] })
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
    const allowed = await fetch(`${url}/api/stream`, { method: 'OPTIONS', headers })
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
    const other = await post(url, { headers: { origin: 'https://evil.example' } })
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })
})
