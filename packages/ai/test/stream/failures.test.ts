import { describe, expect, it } from 'vitest'

import { chunk, finish, ask, openServers } from '../support/open-servers.ts'
import type { Reply } from '../support/serve.ts'

const { serving, talking } = openServers()

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

  it('when the response is a web page', async () => {
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
