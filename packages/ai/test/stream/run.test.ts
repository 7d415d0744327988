import { describe, expect, it } from 'vitest'

import { stream } from '#src/stream/stream.ts'

import { modelAt } from '../support/model-at.ts'
import { chunk, finish, context, ask, openServers } from '../support/open-servers.ts'

const { serving, talking } = openServers()

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
