import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { recordFetch, replayFetch } from '#src/testing.ts'

const key = 'sk-"planted/key+1=xyz'
const facts = { name: 'test/one', api: 'test' }

interface Asked {
  url?: string
  headers?: Record<string, string>
  body?: string
  chunks?: (string | Uint8Array)[]
  secrets?: string[]
}

async function record({ url = 'http://host.test/x', headers = {}, body = '{}', chunks = [], secrets = [] }: Asked) {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk))
  const through = async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of bytes) controller.enqueue(chunk)
          controller.close()
        },
      }),
    )
  const fetch = recordFetch({ fetch: through, secrets })
  await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer()
  const recording = fetch.recording(facts)
  const replayed = await replayFetch(recording)(url.replace(/\/\/[^@/]*@/, '//'), { method: 'POST', body })
  return {
    recording,
    exchange: recording.exchanges[0]!,
    text: JSON.stringify(recording),
    replayed: await replayed.text(),
  }
}

const bearer = { authorization: `Bearer ${key}` }

describe('A8: recordings keep no secret', () => {
  it('that lies across chunks, and stay as many chunks', async () => {
    const whole = `data: {"error":"bad key ${key}, sorry"}\n\n`
    for (let at = 0; at <= whole.length; at += 3) {
      const { text, replayed, exchange } = await record({
        headers: bearer,
        chunks: [whole.slice(0, at), whole.slice(at)].filter(Boolean),
      })
      expect(text).not.toContain('planted')
      expect(replayed).toBe('data: {"error":"bad key REDACTED, sorry"}\n\n')
      expect(exchange.response.chunks).toHaveLength(at === 0 || at === whole.length ? 1 : 2)
    }
  })

  it.each([
    ['in base64', btoa(`user:${key}`)],
    ['URL-encoded', encodeURIComponent(key)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify({ key }))],
  ])('that a body holds %s', async (_, written) => {
    const { text } = await record({ headers: bearer, body: JSON.stringify({ written }), chunks: [`echo ${written}`] })
    expect(text).toContain('REDACTED')
    for (const form of ['planted', written, JSON.stringify(written).slice(1, -1)]) expect(text).not.toContain(form)
  })

  it('in a body of bytes that are no text', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, ...new TextEncoder().encode(`x ${key} y`), 0x80])
    const { exchange } = await record({ headers: bearer, chunks: [bytes.subarray(0, 10), bytes.subarray(10)] })
    const decoded = exchange.response.chunks.map(({ base64 }) => atob(base64 ?? '')).join('')
    expect(decoded).toContain('REDACTED')
    expect(decoded).not.toContain('planted')
    expect(decoded.charCodeAt(0)).toBe(0xff)
  })

  it.each([
    ['cf-aig-authorization', `Bearer ${key}`],
    ['x-my-gateway', 'gw_0123456789abcdef'],
    ['ocp-apim-subscription-key', 'subscription-value'],
    ['cookie', 'theme=dark; sid=0123456789abcdefgh'],
  ])("of a header of one's own, %s", async (name, value) => {
    const secret = value.replace(/^Bearer |^theme=dark; sid=/, '')
    const { text } = await record({ headers: { [name]: value }, chunks: [`you sent ${secret}`] })
    expect(text).toContain('you sent REDACTED')
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
  })

  it.each([
    'key',
    'token',
    'sig',
    'access_token',
    'api-key',
    'X-Amz-Credential',
    'X-Amz-Signature',
    'X-Amz-Security-Token',
    'X-Goog-Signature',
    'client_secret',
  ])('in the query parameter %s, nor where the body repeats it', async (name) => {
    const { exchange, text } = await record({
      url: `http://host.test/x?alt=sse&${name}=planted-value-1`,
      chunks: ['echo planted-value-1'],
    })
    expect(exchange.request.url).toBe(`/x?alt=sse&${name}=REDACTED`)
    expect(text).not.toContain('planted')
  })

  it('in the user and password of an address', async () => {
    const { text } = await record({ url: 'http://me:planted-pass@host.test/x', chunks: ['me:planted-pass!'] })
    expect(text).not.toContain('planted')
  })

  it('and keep what is only called a key', async () => {
    const body = { tool: { key: 'C minor', token: 'the', password: 'field of a form', signature: '4/4' }, user: 'ada' }
    const { exchange } = await record({
      headers: bearer,
      body: JSON.stringify(body),
      chunks: ['{"arguments":{"key":"C minor"}}'],
    })
    expect(exchange.request.body).toEqual({ ...body, user: 'REDACTED' })
    expect(exchange.response.chunks[0]?.text).toBe('{"arguments":{"key":"C minor"}}')
  })

  it('and cut a clean body where the network did', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { maxLength: 6 }),
        async (chunks) => {
          const { exchange, replayed } = await record({ headers: bearer, chunks })
          expect(exchange.response.chunks.map(({ text }) => text)).toEqual(chunks)
          expect(replayed).toBe(chunks.join(''))
        },
      ),
    )
  })

  it('and lose nothing but the secret, wherever it is cut', async () => {
    const around = fc.string({ unit: 'grapheme', maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(around, around, fc.array(fc.nat(60), { maxLength: 4 }), async (before, after, cuts) => {
        const bytes = new TextEncoder().encode(`${before}|${key}|${after}`)
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((to, at) => bytes.subarray(places[at], to))
        const { replayed } = await record({ headers: bearer, chunks: chunks.filter(({ length }) => length > 0) })
        expect(replayed).toBe(`${before}|REDACTED|${after}`)
      }),
    )
  })
})
