import { crc32 } from '#src/http/crc32.ts'

/** The `content-type` of the AWS event stream. */
export const eventStreamType = 'application/vnd.amazon.eventstream'

/** A frame of the AWS event stream with headers of type string. */
export function encodeFrame(headers: Record<string, string>, payload: string): Uint8Array {
  const head = concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)))
  const body = new TextEncoder().encode(payload)
  const size = 12 + head.length + body.length + 4
  const prelude = concat([uint32(size), uint32(head.length)])
  const signed = concat([prelude, uint32(crc32(prelude)), head, body])
  return concat([signed, uint32(crc32(signed))])
}

/** The frame of an event. */
export function eventFrame(type: string, payload: unknown): Uint8Array {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }
  return encodeFrame(headers, JSON.stringify(payload))
}

/** The frame that ends a stream with a modelled exception. */
export function exceptionFrame(type: string, message: string): Uint8Array {
  const headers = { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }
  return encodeFrame(headers, JSON.stringify({ message }))
}

/** A body of events, e.g. `eventStream({ messageStart: { role: 'assistant' } }, …)`. */
export function eventStream(...chunks: Record<string, unknown>[]): Uint8Array {
  return concat(chunks.flatMap((chunk) => Object.entries(chunk).map(([type, payload]) => eventFrame(type, payload))))
}

/** Bytes one after another. */
export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

function encodeHeader(name: string, value: string): Uint8Array {
  const [nameBytes, valueBytes] = [new TextEncoder().encode(name), new TextEncoder().encode(value)]
  const length = Uint8Array.of(valueBytes.length >> 8, valueBytes.length & 0xff)
  return concat([Uint8Array.of(nameBytes.length), nameBytes, Uint8Array.of(7), length, valueBytes])
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
