import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'

import { afterEach, describe, expect, it } from 'vitest'

import { AIError } from '#src/errors/ai-error.ts'
import { redactError, redactorOf } from '#src/errors/redact.ts'
import { assertSendableUrl } from '#src/http/check-request.ts'
import { guardedFetch } from '#src/http/guarded-fetch.ts'
import { mergeHeaders } from '#src/http/merge-headers.ts'
import { post } from '#src/http/post.ts'
import { toRequestError } from '#src/http/request-error.ts'
import { withRetry } from '#src/http/with-retry.ts'
import { stream } from '#src/stream/stream.ts'

import { modelAt } from '../support/model-at.ts'

const key = 'sk-planted-key-0123456789'
let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

interface Facts {
  url: string
  /** Responses whose connection is still open. */
  open: Set<ServerResponse>
}

/** A server that responds as it likes, and knows which of its responses still hold a socket. */
async function serving(respond: (response: ServerResponse, url: string) => void): Promise<Facts> {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    request.resume()
    respond(response, request.url ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, open }
}

const request = (url: string, headers: Record<string, string> = {}) => ({ url, headers, body: '{}', provider: 'host' })
const failureOf = (promise: Promise<unknown>): Promise<AIError> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as AIError,
  )

/** Keeps sending until the connection is closed. */
function endlessly(response: ServerResponse, piece: string | Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  response.on('error', () => {})
  more()
}

describe('A5: redirects', () => {
  it.each([301, 302, 303, 307, 308])('post follows no %d, names its host, and is not repeated', async (status) => {
    let count = 0
    const { url } = await serving((response) => {
      count++
      response.writeHead(status, { location: 'https://elsewhere.test/v1?token=planted' }).end()
    })
    const error = await failureOf(withRetry(() => post(request(url)), { retries: 2, maxDelayMs: 0 }))
    expect(error).toMatchObject({ code: 'invalid_request', retryable: false, status })
    expect(error.message).toBe('host redirects to elsewhere.test, and redirects are not followed. Check the base URL.')
    expect(count).toBe(1)
  })

  it('guardedFetch does the same for an SDK, whatever the SDK wraps it in', async () => {
    const { url } = await serving((response) => response.writeHead(302, { location: '/v2' }).end())
    const thrown = await failureOf(guardedFetch(fetch, 'host')(url, { redirect: 'follow' }))
    const wrapped = new Error('Connection error.', { cause: new Error('x', { cause: thrown }) })
    expect(toRequestError(wrapped, 'host')).toBe(thrown)
    expect(thrown).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(new URL(url).host) as string,
    })
  })

  it('knows a redirect that a browser hides', async () => {
    const hidden = Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
    const error = await failureOf(post({ ...request('https://host.test'), fetch: async () => hidden }))
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('another address') as string,
    })
  })
})

describe('A4, A9: bodies of errors', () => {
  it('are read to their limit, and their connection is closed', async () => {
    const { url, open } = await serving((response) => {
      response.writeHead(500)
      endlessly(response, 'x'.repeat(10_000))
    })
    const [posted, fetched] = [failureOf(post(request(url))), guardedFetch(fetch, 'host')(url)]
    expect(await posted).toMatchObject({ code: 'server_error' })
    expect((await (await fetched).text()).length).toBe(64 * 1024)
    await expect.poll(() => open.size).toBe(0)
  })

  it('that are cut keep what says why', async () => {
    const { url } = await serving((response) => response.writeHead(400).end(`no such field${' '.repeat(100_000)}`))
    expect(await failureOf(post({ ...request(url), limits: { maxErrorBytes: 100 } }))).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('400 no such field') as string,
    })
  })
})

describe('A4: a response that grows without end', () => {
  const model = (baseUrl: string) => modelAt(baseUrl, { api: 'mistral-conversations', provider: 'mistral' })
  const ask = (baseUrl: string) =>
    stream(
      model(baseUrl),
      { messages: [{ role: 'user', content: 'x', timestamp: 0 }] },
      { apiKey: key, maxRetries: 0 },
    ).result()

  it('fails soon when it is a line of brotli that unpacks to 64 MB', async () => {
    const line = Buffer.concat([Buffer.from('data: '), Buffer.alloc(64 * 1024 * 1024, 'x')])
    const bomb = brotliCompressSync(line, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    expect(bomb.length).toBeLessThan(100_000)
    const { url } = await serving((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'br' }).end(bomb),
    )
    expect(await ask(url)).toMatchObject({ stopReason: 'error', errorCode: 'malformed_response', retryable: false })
  })

  it('fails soon when it is one line, and its connection is closed', async () => {
    const { url, open } = await serving((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: ')
      endlessly(response, 'x'.repeat(100_000))
    })
    expect(await ask(url)).toMatchObject({ errorCode: 'malformed_response' })
    await expect.poll(() => open.size).toBe(0)
  })
})

describe('A6: what cannot be sent', () => {
  it.each([
    ['a line break', `${key}\nsecond`, 'its value holds a line break'],
    ['a NUL', `${key}\0`, 'its value holds a line break'],
    ['characters outside of Latin-1', `${key}„`, 'its value holds characters outside of Latin-1'],
  ])('is a header with %s: invalid, not repeated, and not shown', (_, value, reason) => {
    const build = () => mergeHeaders({ authorization: `Bearer ${value}` })
    expect(build).toThrow(new AIError('invalid_request', `The header "authorization" cannot be sent: ${reason}`))
  })

  it('is no header with white space around it, which is left out', async () => {
    expect(mergeHeaders({ authorization: `Bearer ${key}\n`, accept: null })).toMatchObject({ accept: null })
    expect(() => mergeHeaders({ [`${key}\n`]: 'x' })).toThrow(
      'The header "…" cannot be sent: its name is not a header name',
    )
    expect(() => mergeHeaders({ 'x-a': 5 as never })).toThrow('its value must be a string, got number')
  })

  it.each(['http://me:passw0rd@host.test', 'https://passw0rd@host.test/v1', 'passw0rd', 'ftp://passw0rd.test'])(
    'is a request to %s',
    (url) => {
      expect(() => assertSendableUrl(url, 'host')).toThrow(
        expect.objectContaining({ code: 'invalid_request', retryable: false }),
      )
      expect(() => assertSendableUrl(url, 'host')).not.toThrow('passw0rd')
    },
  )

  it('ends a stream as invalid, without a request', async () => {
    let count = 0
    const { url } = await serving((response) => {
      count++
      response.end()
    })
    for (const [api, provider] of [
      ['mistral-conversations', 'mistral'],
      ['google-generative-ai', 'google'],
      ['openai-completions', 'openai'],
      ['openai-responses', 'openai'],
      ['anthropic-messages', 'anthropic'],
      ['bedrock-converse-stream', 'amazon-bedrock'],
    ] as const) {
      const model = modelAt(url, { api, provider })
      const message = await stream(
        model,
        { messages: [{ role: 'user', content: 'x', timestamp: 0 }] },
        { apiKey: `${key}\nx` },
      ).result()
      expect([api, message.errorCode, message.retryable]).toEqual([api, 'invalid_request', false])
      expect(message.errorMessage).not.toContain('planted')
    }
    expect(count).toBe(0)
  })

  it('is told apart from a connection that failed, where fetch itself refuses', async () => {
    for (const headers of [{ authorization: 'a\nb' }, { 'x y': '1' }]) {
      const thrown = await failureOf(fetch('http://127.0.0.1:9', { headers }))
      expect(toRequestError(thrown, 'host')).toMatchObject({ code: 'invalid_request', retryable: false })
    }
    const refused = await failureOf(fetch('http://127.0.0.1:9'))
    expect(toRequestError(refused, 'host')).toMatchObject({ code: 'connection_failed', retryable: true })
  })
})

describe('A6: a gateway that echoes headers', () => {
  it('does not get the key into the error', async () => {
    const { url } = await serving((response) =>
      response
        .writeHead(403)
        .end(JSON.stringify({ error: { message: 'denied', headers: { authorization: `Bearer ${key}` } } })),
    )
    const error = redactError(
      await failureOf(post(request(url, { authorization: `Bearer ${key}` }))),
      redactorOf([key]),
    )
    const { message, cause, stack } = error
    expect(JSON.stringify([message, cause, stack])).not.toContain('planted')
  })
})
