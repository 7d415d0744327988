import { afterEach, describe, expect, it } from 'vitest'

import type { AssistantMessageEvent } from '#src/message/events.ts'
import type { Context } from '#src/options/options.ts'
import { type ProxyAssistantMessageEvent, type ProxyStreamOptions, streamProxy } from '#src/proxy.ts'
import { scriptedModel } from '#src/testing.ts'

import { cuttingFetch, type Reply, serve, type TestServer } from '../support/serve.ts'
import { sharedCases } from '../support/shared.ts'

const context: Context = { systemPrompt: 's', messages: [{ role: 'user', content: 'go', timestamp: 1 }] }
const usage = {
  input: 1,
  output: 2,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 3,
  cost: {
    input: 0.1,
    output: 0.2,
    cacheRead: 0,
    cacheWrite: 0,
    total: 0.3,
  },
}
const line = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const hello: ProxyAssistantMessageEvent[] = [
  { type: 'start' },
  { type: 'text_start', contentIndex: 0 },
  { type: 'text_delta', contentIndex: 0, delta: 'he' },
  { type: 'text_delta', contentIndex: 0, delta: 'llo' },
  { type: 'text_end', contentIndex: 0 },
]
const done: ProxyAssistantMessageEvent = { type: 'done', reason: 'stop', usage }
let server: TestServer | undefined

afterEach(() => server?.close())

/** Asks through a proxy that answers so; gives the events and the message. */
async function through(reply: Reply | readonly object[], options: Partial<ProxyStreamOptions> = {}) {
  server = await serve(() => (Array.isArray(reply) ? { body: reply.map(line).join('') } : (reply as Reply)))
  const stream = streamProxy(scriptedModel, context, {
    proxyUrl: server.url,
    authToken: 'token',
    maxRetries: 0,
    ...options,
  })
  const events: AssistantMessageEvent[] = []
  for await (const event of stream) events.push(event)
  return { events, message: await stream.result(), request: server.requests[0] }
}

describe('streamProxy', () => {
  it('posts model, context and options, with the token', async () => {
    const tools = [{ name: 't', description: 'd', parameters: {}, execute: () => {} }]
    const { url } = (server = await serve(() => ({ body: [...hello, done].map(line).join('') })))
    const model = { ...scriptedModel, headers: { authorization: 'secret' } }
    await streamProxy(
      model,
      { ...context, tools },
      {
        proxyUrl: url,
        authToken: 'token',
        temperature: 0.5,
        maxTokens: 5,
        reasoning: 'low',
        sessionId: 'one',
        apiKey: 'secret',
        signal: new AbortController().signal,
        onWarning: () => {},
        onPayload: () => 'changed',
      },
    ).result()
    const [request] = server.requests
    expect(request).toMatchObject({ method: 'POST', url: '/api/stream', headers: { authorization: 'Bearer token' } })
    expect(request?.json).toEqual({
      model: scriptedModel,
      context: { ...context, tools: [{ name: 't', description: 'd', parameters: {} }] },
      options: { temperature: 0.5, maxTokens: 5, reasoning: 'low', sessionId: 'one' },
    })
  })

  it('builds the message anew, and gives each event the message so far', async () => {
    const { events, message } = await through([...hello, done])
    expect(events.map(({ type }) => type)).toEqual([
      'start',
      'text_start',
      'text_delta',
      'text_delta',
      'text_end',
      'done',
    ])
    const texts = events.flatMap((event) => ('partial' in event ? [event.partial.content] : []))
    expect(texts.map((content) => content.map((block) => block.type === 'text' && block.text).join())).toEqual([
      '',
      '',
      'he',
      'hello',
      'hello',
    ])
    expect(message).toMatchObject({ stopReason: 'stop', provider: 'scripted', model: 'scripted', usage })
  })

  it('takes what the server adds, and passes over what it does not know', async () => {
    const warnings: string[] = []
    const { message } = await through(
      [
        { type: 'start', responseId: 'r', responseModel: 'm', later: 1 },
        { type: 'from_the_future', contentIndex: 0 },
        { type: 'thinking_start', contentIndex: 0, redacted: true },
        { type: 'thinking_end', contentIndex: 0, contentSignature: 'think' },
        { type: 'text_start', contentIndex: 1 },
        { type: 'text_end', contentIndex: 1, contentSignature: 'text' },
        { type: 'toolcall_start', contentIndex: 2, id: 'c', toolName: 't' },
        { type: 'toolcall_delta', contentIndex: 2, delta: '{"a":' },
        { type: 'toolcall_end', contentIndex: 2, thoughtSignature: 'call', arguments: '{"a":1}' },
        { ...done, reason: 'toolUse', rawStopReason: 'tool_use' },
      ],
      { onWarning: (code) => warnings.push(code) },
    )
    expect(warnings).toEqual(['proxy_unknown_event'])
    expect(message).toMatchObject({
      responseId: 'r',
      responseModel: 'm',
      rawStopReason: 'tool_use',
      stopReason: 'toolUse',
    })
    expect(message.content).toEqual([
      { type: 'thinking', thinking: '', redacted: true, thinkingSignature: 'think' },
      { type: 'text', text: '', textSignature: 'text' },
      { type: 'toolCall', id: 'c', name: 't', arguments: { a: 1 }, thoughtSignature: 'call' },
    ])
  })

  it('ends blocks that the server left open', async () => {
    const { events, message } = await through([...hello.slice(0, 3), done])
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['text_end', 'done'])
    expect(message.stopReason).toBe('stop')
  })

  it.each([
    ['a body that just ends', { body: hello.map(line).join('') }],
    ['a connection that breaks', { body: hello.map(line).join(''), ending: 'drop' }],
  ] as const)('takes %s for a dropped stream', async (_name, reply) => {
    const { events, message } = await through(reply)
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'stream_dropped', retryable: true })
    expect(message).toMatchObject({ stopReason: 'error', content: [{ text: 'hello' }] })
    expect(message.errorMessage).toMatch(/^Stream ended without a terminal event/)
  })

  it.each([
    [
      'a delta of another kind',
      { type: 'thinking_delta', contentIndex: 0, delta: 'x' },
      'Received thinking_delta for non-thinking content',
    ],
    [
      'a delta of no block',
      { type: 'text_delta', contentIndex: 7, delta: 'x' },
      'Received text_delta for non-text content',
    ],
    ['a gap between blocks', { type: 'text_start', contentIndex: 3 }, 'Received text_start for block 3, expected 1'],
  ])('fails on %s', async (_name, event, text) => {
    const { message } = await through([...hello.slice(0, 3), event, done])
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'malformed_response' })
    expect(message.errorMessage).toContain(text)
  })

  it.each([
    [403, '{"error":"no access"}', 'permission', 'Proxy error: no access'],
    [502, '<html>Bad gateway</html>', 'server_error', 'Proxy error: 502 Bad Gateway'],
    [500, '{"error":{"deep":true}}', 'server_error', 'Proxy error: 500 Internal Server Error'],
  ])('reports status %i with %s', async (status, body, errorCode, errorMessage) => {
    const { events, message } = await through({ status, body })
    expect(events.map(({ type }) => type)).toEqual(['error'])
    expect(message).toMatchObject({ stopReason: 'error', errorCode, errorMessage })
  })

  it.each([
    ['a refusal', { refusal: { explanation: 'no' } }, { errorCode: 'refusal', retryable: false }],
    [
      'a code',
      { code: 'overloaded', retryable: true, retryAfterMs: 5 },
      { errorCode: 'overloaded', retryable: true, retryAfterMs: 5 },
    ],
    ['nothing else', {}, { errorCode: 'unexpected', retryable: false }],
  ])('keeps an error as the server tells it, with %s', async (_name, more, expected) => {
    const { message } = await through([
      ...hello,
      { type: 'error', reason: 'error', errorMessage: 'bad', usage, ...more },
    ])
    expect(message).toMatchObject({
      stopReason: 'error',
      errorMessage: 'bad',
      usage,
      content: [{ text: 'hello' }],
      ...expected,
    })
  })

  it('can be aborted', async () => {
    const controller = new AbortController()
    server = await serve(() => ({ body: hello.map(line).join('') }))
    const options = { proxyUrl: server.url, authToken: 't', signal: controller.signal }
    const stream = streamProxy(scriptedModel, context, options)
    for await (const event of stream) if (event.type === 'text_delta') controller.abort()
    expect(await stream.result()).toMatchObject({ stopReason: 'aborted', errorCode: 'aborted' })
  })

  it.each([{ proxyUrl: '', authToken: 't' }, { proxyUrl: 'http://127.0.0.1:1' }, {}])(
    'says what is missing: %o',
    async (options) => {
      const message = await streamProxy(scriptedModel, context, options).result()
      expect(message).toMatchObject({ errorMessage: 'streamProxy needs the options proxyUrl and authToken' })
    },
  )

  it('says that nobody is there', async () => {
    const options = { proxyUrl: 'http://127.0.0.1:1', authToken: 't', maxRetries: 0 }
    const message = await streamProxy(scriptedModel, context, options).result()
    expect(message).toMatchObject({
      errorCode: 'connection_failed',
      errorMessage: expect.stringMatching(/^No response from the proxy/) as string,
    })
  })
})

interface ProxyInput {
  sse?: string
  http?: { status: number; headers: Record<string, string>; body: string }
  splitAtBytes?: number[]
}

interface ProxyExpected {
  text?: string
  thinking?: string
  toolCalls?: object[]
  stopReason: string
  usage?: object
  errorContains?: string[]
  errorNotEmpty?: boolean
  transient?: boolean
  opaque?: string[]
  contentOrder?: string[]
}

const runs = sharedCases('proxy').flatMap(({ id, input, expected }) => {
  const { alsoTry = [], ...first } = expected as unknown as ProxyExpected & {
    alsoTry?: (ProxyInput & { expected: ProxyExpected })[]
  }
  return [{ id, input: input as ProxyInput, expected: first }].concat(
    alsoTry.map(({ expected: other, ...change }, at) => ({
      id: `${id}, run ${at + 2}`,
      input: { ...input, ...change },
      expected: other,
    })),
  )
})

describe.runIf(runs.length > 0)('cases from public bug reports', () => {
  it.each(runs.map((run) => [run.id, run] as const))('proxy: %s', async (_id, { input, expected }) => {
    const { sse = '', http, splitAtBytes = [] } = input
    const reply: Reply = http ?? { body: sse }
    const cuts = [[], splitAtBytes, Array.from(new TextEncoder().encode(sse).keys())]
    for (const cut of cuts) {
      const fetch = cuttingFetch((bytes) => [0, ...cut].map((at, index, all) => bytes.subarray(at, all[index + 1])))
      const { message } = await through(reply, { fetch })
      await server?.close()
      expectMessage(message, expected)
    }
  })
})

function expectMessage(message: Awaited<ReturnType<typeof through>>['message'], expected: ProxyExpected): void {
  const textOf = (type: 'text' | 'thinking') => {
    const said = message.content.map((block) =>
      block.type === 'text' ? block.text : block.type === 'thinking' ? block.thinking : '',
    )
    return said.filter((_, at) => message.content[at]?.type === type).join('')
  }
  expect(message.stopReason).toBe(expected.stopReason)
  expect(textOf('text')).toBe(expected.text ?? textOf('text'))
  expect(textOf('thinking')).toBe(expected.thinking ?? textOf('thinking'))
  expect(message.usage).toMatchObject(expected.usage ?? {})
  expect(message.content.filter(({ type }) => type === 'toolCall')).toMatchObject(expected.toolCalls ?? [])
  expect(message.content.map(({ type }) => type)).toEqual(
    expected.contentOrder ?? message.content.map(({ type }) => type),
  )
  for (const part of expected.errorContains ?? []) expect(message.errorMessage).toContain(part)
  expect(Boolean(message.errorMessage)).toBe(expected.errorNotEmpty ?? Boolean(message.errorMessage))
  expect(message.retryable).toBe(expected.transient ?? message.retryable)
  for (const opaque of expected.opaque ?? []) expect(JSON.stringify(message.content)).toContain(opaque)
}
