import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AIError } from '#src/errors/ai-error.ts'
import { decodeEventStream } from '#src/http/event-stream-frames.ts'
import type { DecodeFrames } from '#src/http/frames.ts'
import { readLimited } from '#src/http/read-limited.ts'
import { decodeSse } from '#src/http/sse.ts'

const encode = (text: string) => new TextEncoder().encode(text)

function decoderOf(decode: DecodeFrames<unknown>, maxEventBytes?: number) {
  const chunks: unknown[] = []
  const errors: AIError[] = []
  const ignore = () => {}
  const sink = {
    chunk: (chunk: unknown) => chunks.push(chunk),
    fail: (error: AIError) => errors.push(error),
    warn: ignore,
    done: ignore,
  }
  return { decoder: decode(sink, { maxEventBytes }), chunks, errors }
}

describe('A4: maxEventBytes of server-sent events', () => {
  it.each([
    ['one endless line', 'data: ', 'x'.repeat(64)],
    ['an endless event of short lines', 'data: 1\n', 'data: 1\n'],
    ['an endless comment', ':', 'x'.repeat(64)],
    ['an endless JSON document', '{"a": "', 'x'.repeat(64)],
    ['an endless JSON document of many lines', '{\n', '"a": 1,\n'],
  ])('fails a body that is %s, once, and keeps nothing more', (_, head, rest) => {
    const { decoder, errors, chunks } = decoderOf(decodeSse, 1000)
    decoder.feed(encode(head))
    for (let at = 0; at < 200; at++) decoder.feed(encode(rest))
    decoder.end()
    expect(errors).toMatchObject([{ code: 'malformed_response', retryable: false }])
    expect(errors[0]?.message).toContain('larger than 1000 bytes (maxEventBytes)')
    expect(chunks).toEqual([])
  })

  it('fails an event that is too large when it comes at once, too', () => {
    const { decoder, errors } = decoderOf(decodeSse, 1000)
    decoder.feed(encode(`data: 1\n\ndata: "${'x'.repeat(1000)}"\n\ndata: 2\n\n`))
    expect(errors).toMatchObject([{ code: 'malformed_response' }])
  })

  it('counts each event by itself, and reads as many as come', () => {
    const { decoder, errors, chunks } = decoderOf(decodeSse, 1000)
    for (let at = 0; at < 50; at++) decoder.feed(encode(`data: "${'x'.repeat(900)}"\n\n`))
    decoder.feed(encode(`data: "${'y'.repeat(900)}"\r\n\r\ndata: "${'z'.repeat(900)}"\r\n\r\n`))
    decoder.end()
    expect({ errors, count: chunks.length }).toEqual({ errors: [], count: 52 })
  })

  it('is 32 MB where nobody says otherwise, and linear for a line in small chunks', () => {
    const { decoder, errors } = decoderOf(decodeSse)
    const chunk = encode('x'.repeat(1024))
    decoder.feed(encode('data: '))
    const started = performance.now()
    for (let at = 0; at < 33 * 1024; at++) decoder.feed(chunk)
    expect(errors).toMatchObject([{ code: 'malformed_response' }])
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

describe('A4: maxEventBytes of the AWS event stream', () => {
  it('fails a frame that claims more', () => {
    const { decoder, errors } = decoderOf(decodeEventStream, 1000)
    // Length 2000, no headers, and the CRC-32 of these eight bytes.
    const head = new Uint8Array(12)
    const view = new DataView(head.buffer)
    view.setUint32(0, 2000)
    view.setUint32(8, 0xf1d29088)
    decoder.feed(head)
    expect(errors).toMatchObject([{ code: 'malformed_response' }])
  })
})

describe('A4: progress', () => {
  const progress = (...pieces: string[]) => {
    const { decoder } = decoderOf(decodeSse)
    return pieces.map((piece) => decoder.feed(encode(piece)))
  }

  it('is data, also a part of a line; comments and blank lines are none', () => {
    expect(progress(': keepalive\n\n', '\n', ': a', 'nother', '\n\r\n', ':x\n:y\r\n')).toEqual(Array(6).fill(false))
    expect(progress('data: 1\n\n', 'da', 'ta: ', '2', '\n', '\n')).toEqual([true, true, true, true, false, false])
    expect(progress(': c\ndata: 1\n', ': c', 'ont\nevent: x', '\n: c\n')).toEqual([true, false, true, false])
  })

  it('does not depend on where the network cuts', () => {
    const comments = encode(': one\n\n: two\r\n\r\n:three\n')
    const withData = encode(': one\n\n: two\ndata: {"a":1}\n\n:three\n')
    const isProgress = (body: Uint8Array, cuts: number[]) => {
      const { decoder } = decoderOf(decodeSse)
      const places = [0, ...cuts.filter((cut) => cut <= body.length).sort((a, b) => a - b), body.length]
      return places
        .slice(1)
        .map((to, at) => decoder.feed(body.subarray(places[at], to)))
        .some(Boolean)
    }
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 8 }), (cuts) => {
        expect(isProgress(comments, cuts)).toBe(false)
        expect(isProgress(withData, cuts)).toBe(true)
      }),
    )
  })
})

describe('decision 64: a body that is one document', () => {
  it('is a chunk', () => {
    const chunks: unknown[] = []
    const ignore = () => {}
    const body = { choices: [{ message: { content: 'x'.repeat(10_000) } }] }
    for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)]) {
      const fail = (error: AIError) => expect.fail(error.message)
      const decoder = decodeSse({ chunk: (chunk) => chunks.push(chunk), warn: ignore, fail, done: ignore })
      decoder.feed(encode(text))
      decoder.end()
    }
    expect(chunks).toEqual([body, body])
  })
})

describe('A4, A9: readLimited', () => {
  function endless(bytes = 1000) {
    const state = { read: 0, isCanceled: false }
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        state.read += bytes
        controller.enqueue(new Uint8Array(bytes).fill(0x78))
      },
      cancel: () => void (state.isCanceled = true),
    })
    return { body, state }
  }

  it('stops at its limit and cancels the rest', async () => {
    const { body, state } = endless()
    const { text, isCut } = await readLimited(body, { maxBytes: 2500 })
    expect([text.length, isCut, state.isCanceled]).toEqual([2500, true, true])
    expect(state.read).toBeLessThan(6000)
  })

  it('reads a whole body, and says that it is whole', async () => {
    expect(await readLimited(new Response('héllo').body, { maxBytes: 6 })).toEqual({ text: 'héllo', isCut: false })
    expect(await readLimited(null, { maxBytes: 1 })).toEqual({ text: '', isCut: false })
  })

  it('gives what came of a body that hangs, or breaks off', async () => {
    let isCanceled = false
    const hanging = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encode('half')),
      cancel: () => void (isCanceled = true),
    })
    expect(await readLimited(hanging, { maxBytes: 100, timeoutMs: 20 })).toEqual({ text: 'half', isCut: true })
    expect(isCanceled).toBe(true)
    const pieces = [encode('half')]
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift()
        if (piece) controller.enqueue(piece)
        else controller.error(new TypeError('terminated'))
      },
    })
    expect(await readLimited(broken, { maxBytes: 100 })).toEqual({ text: 'half', isCut: true })
  })
})
