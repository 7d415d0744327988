import { afterEach, describe, expect, it } from 'vitest'

import { recordFetch, type Recording, replayFetch } from '#src/testing.ts'

import { serve, type TestServer } from '../support/serve.ts'

let server: TestServer
afterEach(() => server.close())

const facts = { name: 'test/one', api: 'test', model: 'm' }
const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { authorization: 'Bearer sk-secret', 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function record(body: string, request: object, secrets?: string[]): Promise<Recording> {
  server = await serve(() => ({ body, headers: { 'retry-after': '3', 'set-cookie': 'id=1' } }))
  const fetch = recordFetch(secrets ? { secrets } : {})
  const response = await fetch(`${server.url}/v1/chat?key=sk-secret&alt=sse`, post(request))
  expect(await response.text()).toBe(body)
  return fetch.recording(facts)
}

describe('recordFetch', () => {
  it('keeps requests and responses, and no secrets', async () => {
    const recording = await record('data: {"to":"Ada"}\n\n', { model: 'm', user: 'ada@example.com', max_tokens: 7 }, [
      'Ada',
    ])
    expect(recording).toMatchObject({
      version: 1,
      ...facts,
      source: { kind: 'recorded', host: new URL(server.url).host },
      exchanges: [
        {
          request: {
            method: 'POST',
            url: '/v1/chat?key=REDACTED&alt=sse',
            body: { model: 'm', user: 'REDACTED', max_tokens: 7 },
          },
          response: { status: 200, headers: { 'content-type': 'text/event-stream', 'retry-after': '3' } },
        },
      ],
    })
    const text = JSON.stringify(recording)
    for (const secret of ['sk-secret', 'ada@example.com', 'Ada', 'id=1']) expect(text).not.toContain(secret)
  })

  it('strikes out the key of the request where an error repeats it', async () => {
    const recording = await record('{"error":"sk-secret is no key"}', { model: 'm' })
    expect(recording.exchanges[0]?.response.chunks).toMatchObject([{ text: '{"error":"REDACTED is no key"}' }])
  })

  it('passes on a request that is an object', async () => {
    server = await serve(() => ({ body: 'ok' }))
    const fetch = recordFetch()
    expect(await (await fetch(new Request(server.url, post({ model: 'm' })))).text()).toBe('ok')
    expect(server.requests[0]?.json).toEqual({ model: 'm' })
    expect(fetch.recording(facts).exchanges[0]?.request.body).toEqual({ model: 'm' })
  })

  it('keeps that a connection was lost, and replays it so', async () => {
    server = await serve(() => ({ body: 'data: 1\n\n', ending: 'drop' }))
    const fetch = recordFetch()
    await expect(fetch(server.url).then((response) => response.text())).rejects.toThrow(/terminated|abort/)
    const recording = fetch.recording(facts)
    expect(recording.exchanges[0]?.response).toMatchObject({ chunks: [{ text: 'data: 1\n\n' }], ending: 'drop' })
    await expect(replayFetch(recording)('http://other/').then((response) => response.text())).rejects.toThrow(
      'terminated',
    )
  })

  it('keeps chunks that are not whole characters', async () => {
    const bytes = new TextEncoder().encode('é')
    const fetch = recordFetch({
      fetch: async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(bytes.subarray(0, 1))
              controller.enqueue(bytes.subarray(1))
              controller.close()
            },
          }),
        ),
    })
    expect(await (await fetch('http://127.0.0.1/x')).text()).toBe('é')
    const { exchanges } = fetch.recording(facts)
    expect(exchanges[0]?.response.chunks.map(({ base64 }) => base64)).toEqual(['ww==', 'qQ=='])
    expect(await (await replayFetch(fetch.recording(facts))('http://other/x')).text()).toBe('é')
  })
})

describe('replayFetch', () => {
  it('says a recording again, chunk by chunk, wherever it is asked', async () => {
    const recording = await record('data: 1\n\n', { model: 'm', user: 'ada' })
    const fetch = replayFetch(recording)
    const response = await fetch('https://elsewhere.test/v1/chat?alt=sse', post({ user: 'bob', model: 'm' }))
    expect(response.status).toBe(200)
    expect(response.headers.get('retry-after')).toBe('3')
    expect(await response.text()).toBe('data: 1\n\n')
    fetch.assertComplete()
  })

  it('misses loudly, and shows the nearest recording', async () => {
    const recording = await record('data: 1\n\n', { model: 'm', temperature: 1 })
    const fetch = replayFetch(recording)
    const miss = fetch('https://elsewhere.test/v1/chat', post({ model: 'm', temperature: 0 }))
    await expect(miss).rejects.toThrow(
      /no recorded request matches[\s\S]*"temperature": 0[\s\S]*Nearest[\s\S]*"temperature": 1/,
    )
    expect(() => fetch.assertComplete()).toThrow('test/one: 1 of 1 exchanges were not requested')
  })

  it('breaks off where the recorded connection did', async () => {
    const recording = await record('data: 1\n\n', {})
    for (const { response } of recording.exchanges) response.ending = 'drop'
    const response = await replayFetch(recording)('https://elsewhere.test/v1/chat', post({}))
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('keeps the pauses when it is told to, and ends them on abort', async () => {
    const recording = await record('data: 1\n\n', {})
    for (const { response } of recording.exchanges) response.chunks = [{ afterMs: 60_000, text: 'late' }]
    const abort = new AbortController()
    const response = await replayFetch(recording, { speed: 1 })('https://elsewhere.test/v1/chat', {
      ...post({}),
      signal: abort.signal,
    })
    const text = response.text()
    abort.abort()
    await expect(text).rejects.toThrow('aborted')
  })
})
