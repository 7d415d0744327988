import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AIError } from '#src/errors/ai-error.ts'
import { crc32 } from '#src/http/crc32.ts'
import { decodeEventStream } from '#src/http/event-stream-frames.ts'

import { concat, encodeFrame, eventFrame, eventStream, exceptionFrame } from '../support/event-stream.ts'

interface Decoded {
  chunks: unknown[]
  warnings: string[]
  errors: AIError[]
}

function decode(pieces: readonly Uint8Array[]): Decoded {
  const decoded: Decoded = { chunks: [], warnings: [], errors: [] }
  const decoder = decodeEventStream({
    chunk: (chunk) => decoded.chunks.push(chunk),
    warn: (code, message) => decoded.warnings.push(`${code}: ${message}`),
    fail: (error) => decoded.errors.push(error),
    done: () => {},
  })
  for (const piece of pieces) decoder.feed(piece)
  decoder.end()
  return decoded
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const byteByByte = (bytes: Uint8Array) => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))

function withBitFlipped(bytes: Uint8Array, at: number): Uint8Array {
  const damaged = bytes.slice()
  damaged[at] = (damaged[at] as number) ^ 1
  return damaged
}

const two = eventStream({ messageStart: { role: 'assistant' } }, { contentBlockDelta: { delta: { text: 'Grüße 👋' } } })
const twoChunks = [{ messageStart: { role: 'assistant' } }, { contentBlockDelta: { delta: { text: 'Grüße 👋' } } }]

describe('crc32', () => {
  it('gives the check value of CRC-32/ISO-HDLC', () => {
    expect(crc32(bytesOf('123456789'))).toBe(0xcbf43926)
  })

  it('gives 0 for nothing', () => {
    expect(crc32(new Uint8Array())).toBe(0)
  })
})

describe('decodeEventStream', () => {
  it('names each payload by its event type', () => {
    expect(decode([two])).toEqual({ chunks: twoChunks, warnings: [], errors: [] })
  })

  it('reads the frame of AWS’s own test vector: no headers, no payload', () => {
    const empty = Uint8Array.of(0, 0, 0, 0x10, 0, 0, 0, 0, 0x05, 0xc2, 0x48, 0xeb, 0x7d, 0x98, 0xc8, 0xff)
    expect(encodeFrame({}, '')).toEqual(empty)
    expect(decode([empty])).toEqual({ chunks: [], warnings: [], errors: [] })
  })

  it('gives the same chunks wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(two.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), two.length]
        const pieces = places.slice(1).map((end, index) => two.subarray(places[index], end))
        expect(decode(pieces)).toEqual({ chunks: twoChunks, warnings: [], errors: [] })
      }),
    )
  })

  it('reads any payload as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (payloads) => {
        const frames = payloads.map((text) => encodeFrame({ ':event-type': 'e', ':message-type': 'event' }, text))
        const expected = payloads.map((text) => ({ e: JSON.parse(text) as unknown }))
        expect(decode(byteByByte(concat(frames))).chunks).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })

  it('notices every single damaged bit of a frame', () => {
    const frame = eventFrame('messageStop', { stopReason: 'end_turn' })
    for (let at = 0; at < frame.length; at++) {
      const { chunks, errors } = decode([withBitFlipped(frame, at), eventFrame('metadata', {})])
      expect({ at, chunks, codes: errors.map(({ code }) => code) }).toEqual({
        at,
        chunks: [],
        codes: ['malformed_response'],
      })
    }
  })

  it('keeps what came before the damage, and reads nothing after it', () => {
    const damaged = withBitFlipped(eventFrame('contentBlockStop', {}), 60)
    const { chunks, errors } = decode([two, damaged, two])
    expect(chunks).toEqual(twoChunks)
    expect(errors).toMatchObject([
      {
        code: 'malformed_response',
        retryable: true,
        message: 'The event stream is damaged: the checksum of a frame is wrong',
      },
    ])
  })

  it.each([
    ['throttlingException', 'rate_limited', true, 'Throttling error: slow down'],
    ['validationException', 'invalid_request', false, 'Validation error: slow down'],
    ['serviceUnavailableException', 'overloaded', true, 'Service unavailable: slow down'],
    ['internalServerException', 'server_error', true, 'Internal server error: slow down'],
    ['modelStreamErrorException', 'server_error', true, 'Model stream error: slow down'],
    ['modelTimeoutException', 'server_error', true, 'Model timeout: slow down'],
  ])('fails with %s as %s', (type, code, retryable, message) => {
    const { chunks, errors } = decode([two, exceptionFrame(type, 'slow down'), two])
    expect(chunks).toEqual(twoChunks)
    expect(errors).toMatchObject([{ code, retryable, message }])
  })

  it('tells an overflow from other invalid requests', () => {
    const { errors } = decode([exceptionFrame('validationException', 'Input is too long for requested model.')])
    expect(errors).toMatchObject([{ code: 'context_overflow' }])
  })

  it('fails with an unmodelled error frame', () => {
    const headers = { ':message-type': 'error', ':error-code': 'InternalServerException', ':error-message': 'broken' }
    const { errors } = decode([encodeFrame(headers, '')])
    expect(errors).toMatchObject([{ code: 'server_error', message: 'InternalServerException: broken' }])
  })

  it('leaves out payloads that are not JSON, with one warning', () => {
    const broken = encodeFrame({ ':event-type': 'contentBlockDelta', ':message-type': 'event' }, '{"delta":')
    const { chunks, warnings, errors } = decode([broken, two, broken])
    expect({ chunks, errors }).toEqual({ chunks: twoChunks, errors: [] })
    expect(warnings).toEqual([
      'event_stream_parse_error: 2 event(s) were left out because their payload is not JSON, first: {"delta":',
    ])
  })

  it('shows the error of a body that is JSON instead of frames', () => {
    const { errors } = decode(byteByByte(bytesOf('{"message":"The provided model identifier is invalid."}')))
    expect(errors.map(({ message }) => message)).toEqual(['The provided model identifier is invalid.'])
  })

  it('says to check the base URL when a web page comes', () => {
    const { errors } = decode([bytesOf('<!doctype html><title>Welcome</title>')])
    expect(errors).toMatchObject([
      {
        code: 'malformed_response',
        message: expect.stringContaining('a web page; check the base URL of the model') as string,
      },
    ])
  })

  it('skips headers of every other type', () => {
    const other = [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 4],
      [5, 8],
      [8, 8],
      [9, 16],
    ].map(([type = 0, size = 0]) => concat([Uint8Array.of(1, 0x78, type), new Uint8Array(size)]))
    const bytes = Uint8Array.of(1, 0x79, 6, 0, 3, 1, 2, 3)
    expect(decode([withHeaders(concat([...other, bytes]), two.subarray(0, 0))]).errors).toEqual([])
    const named = eventFrame('e', 1)
    const head = named.subarray(12, 12 + new DataView(named.buffer).getUint32(4))
    expect(decode([withHeaders(concat([...other, bytes, head]), bytesOf('7'))]).chunks).toEqual([{ e: 7 }])
  })

  it('says nothing about a frame that was cut off: the normaliser knows whether the stream had ended', () => {
    expect(decode([two.subarray(0, two.length - 1)])).toEqual({
      chunks: twoChunks.slice(0, 1),
      warnings: [],
      errors: [],
    })
  })
})

function withHeaders(head: Uint8Array, payload: Uint8Array): Uint8Array {
  const uint32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
  const prelude = concat([uint32(16 + head.length + payload.length), uint32(head.length)])
  const signed = concat([prelude, uint32(crc32(prelude)), head, payload])
  return concat([signed, uint32(crc32(signed))])
}
