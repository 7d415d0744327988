import { describe, expect, it } from 'vitest'

import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { AssistantMessageEvent } from '../message/events.ts'
import type { AssistantMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import { textOfBlocks } from '../message/text-of-blocks.ts'
import type { Context, ProviderStreamOptions } from '../options/options.ts'
import { stream as streamRegistered } from '../stream/stream.ts'

/** What {@link describeProvider} tests: a model of the provider, and what its server responds. */
export interface ProviderUnderTest {
  model: Model
  /** The body of a good response whose text is `text`. */
  answer: string | Uint8Array
  text: string
  contentType?: string
  /** A body that begins well and then holds an error object of the provider. */
  errorInside?: { body: string | Uint8Array; message: string }
  /** Default: `stream` of the registry. */
  stream?: (model: Model, context: Context, options: ProviderStreamOptions) => AssistantMessageEventStream
  options?: ProviderStreamOptions
}

const context: Context = { messages: [{ role: 'user', content: 'Hello', timestamp: 0 }] }

/** What every provider does when things go well, and when they do not, as vitest tests. No network is used. */
export function describeProvider(name: string, subject: ProviderUnderTest): void {
  const client = clientOf(subject)
  describe(`${name} provider`, () => {
    testResponses(client)
    testAborts(client)
    testRefusals(client)
    testConnections(client)
  })
}

/** How the tests ask the provider. */
interface Client {
  subject: ProviderUnderTest
  ask: (fetch: typeof globalThis.fetch, options?: ProviderStreamOptions) => AssistantMessageEventStream
  responding: (status: number, body: string | Uint8Array, headers?: Record<string, string>) => typeof globalThis.fetch
}

function clientOf(subject: ProviderUnderTest): Client {
  const { model, stream = streamRegistered, contentType = 'text/event-stream' } = subject
  return {
    subject,
    ask: (fetch, options = {}) =>
      stream(model, context, { apiKey: 'test', maxRetries: 0, ...subject.options, fetch, ...options }),
    responding: (status, body, headers = {}) => responseWith(status, body, { 'content-type': contentType, ...headers }),
  }
}

function testResponses({ subject, ask, responding }: Client): void {
  it('streams a response: start, deltas, done', async () => {
    const events = await eventsOf(ask(responding(200, subject.answer)))
    expect(events[0]?.type).toBe('start')
    expect(events.at(-1)?.type).toBe('done')
    expect(textOfBlocks(lastMessage(events).content)).toBe(subject.text)
  })

  const { errorInside } = subject
  it.runIf(errorInside)('takes an error inside a 200 for a failure', async () => {
    const result = await ask(responding(200, errorInside?.body ?? '')).result()
    expect(result.stopReason).toBe('error')
    expect(result.errorMessage).toContain(errorInside?.message)
  })
}

function testAborts({ subject, ask }: Client): void {
  it('makes no request for a signal that has fired', async () => {
    const fetch: typeof globalThis.fetch = () => Promise.reject(new Error('a request was made'))
    const message = await ask(fetch, { signal: AbortSignal.abort() }).result()
    expect(message).toMatchObject({ stopReason: 'aborted', errorCode: 'aborted', content: [] })
  })

  it('ends as aborted when the signal fires in the middle, and cancels the body', async () => {
    const abort = new AbortController()
    const endless = endlessly(subject)
    const events: AssistantMessageEvent[] = []
    for await (const event of ask(endless.fetch, { signal: abort.signal })) {
      events.push(event)
      if (event.type === 'start' || event.type === 'text_delta') abort.abort()
    }
    expect(lastMessage(events)).toMatchObject({ stopReason: 'aborted', errorCode: 'aborted' })
    await endless.cancelled
  })
}

function testRefusals({ ask, responding }: Client): void {
  it('tells a wrong key from other failures', async () => {
    const message = await ask(responding(401, '{"error":{"message":"bad key"}}', json)).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'authentication', retryable: false })
    expect(message.errorMessage).toContain('bad key')
  })

  it('says how long to wait when there were too many requests', async () => {
    const headers = { ...json, 'retry-after': '7' }
    const message = await ask(responding(429, '{"error":{"message":"slow down"}}', headers)).result()
    expect(message).toMatchObject({ errorCode: 'rate_limited', retryable: true, retryAfterMs: 7000 })
  })
}

function testConnections({ subject, ask, responding }: Client): void {
  it('repeats a request that failed before its first byte', async () => {
    const responses = [
      responding(503, '{"error":{"message":"busy"}}', { ...json, 'retry-after-ms': '1' }),
      responding(200, subject.answer),
    ]
    const fetch: typeof globalThis.fetch = (...request) => (responses.shift() ?? responding(500, ''))(...request)
    const message = await ask(fetch, { maxRetries: 1 }).result()
    expect(textOfBlocks(message.content)).toBe(subject.text)
  })

  it('takes a lost connection for a drop that may be retried', async () => {
    const message = await ask(dropping(subject)).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'stream_dropped', retryable: true })
  })

  it('ends as a failure when no server responds', async () => {
    const message = await ask(() => Promise.reject(new TypeError('fetch failed'))).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'connection_failed', retryable: true })
  })
}

const json = { 'content-type': 'application/json' }

function responseWith(status: number, body: string | Uint8Array, headers: Record<string, string>): typeof fetch {
  return () => Promise.resolve(new Response(body as BodyInit, { status, headers }))
}

/** The first half of the response, and then nothing; `cancelled` resolves when the reader hangs up. */
function endlessly(subject: ProviderUnderTest): { fetch: typeof fetch; cancelled: Promise<void> } {
  let cancel = () => {}
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve
  })
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(firstHalf(subject)),
    cancel: cancel,
  })
  return { fetch: () => Promise.resolve(new Response(body, headersOf(subject))), cancelled }
}

function dropping(subject: ProviderUnderTest): typeof fetch {
  const pieces = [firstHalf(subject)]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else controller.error(new TypeError('terminated'))
    },
  })
  return () => Promise.resolve(new Response(body, headersOf(subject)))
}

function headersOf({ contentType = 'text/event-stream' }: ProviderUnderTest): ResponseInit {
  return { headers: { 'content-type': contentType } }
}

function firstHalf({ answer }: ProviderUnderTest): Uint8Array {
  const bytes = typeof answer === 'string' ? new TextEncoder().encode(answer) : answer
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

async function eventsOf(stream: AsyncIterable<AssistantMessageEvent>): Promise<AssistantMessageEvent[]> {
  const events: AssistantMessageEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

function lastMessage(events: readonly AssistantMessageEvent[]): AssistantMessage {
  const last = events.at(-1)
  if (last?.type === 'done') return last.message
  if (last?.type === 'error') return last.error
  throw new Error(`The stream ended with ${last?.type ?? 'nothing'}`)
}
