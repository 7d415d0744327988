import { crc32 } from 'node:zlib'

import type { Wire, WireEvent } from './wire.ts'

/** What a frame of the AWS event stream says of itself, so that an attack can lie in it. */
export interface FrameLies {
  totalLength?: number
  headerLength?: number
  preludeCrc?: number
  crc?: number
}

/** The binary event stream of AWS. */
export const frames: Pick<Wire, 'framing' | 'contentType' | 'encode' | 'keepAlive' | 'endless'> = {
  framing: 'frames',
  contentType: 'application/vnd.amazon.eventstream',
  encode: (event) => encodeFrame(headersOf(event), JSON.stringify(event.data)),
  keepAlive: encodeFrame({ ':message-type': 'event', ':event-type': 'ping' }, '{}'),
  endless: encodeFrame({}, '', { totalLength: 30 * 1024 * 1024 }).subarray(0, 12),
}

/** A frame with headers of type string. */
export function encodeFrame(
  headers: Record<string, string>,
  payload: string | Uint8Array,
  lies: FrameLies = {},
): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)))
  const body = Buffer.from(payload)
  const prelude = uint32(lies.totalLength ?? 16 + head.length + body.length, lies.headerLength ?? head.length)
  const signed = Buffer.concat([prelude, uint32(lies.preludeCrc ?? crc32(prelude)), head, body])
  return Buffer.concat([signed, uint32(lies.crc ?? crc32(signed))])
}

function headersOf({ kind, name = '' }: WireEvent): Record<string, string> {
  if (kind === 'exception') return { ':message-type': 'exception', ':exception-type': name }
  return { ':message-type': 'event', ':event-type': name, ':content-type': 'application/json' }
}

function encodeHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([
    Buffer.of(Buffer.byteLength(name)),
    Buffer.from(name),
    Buffer.of(7),
    length,
    Buffer.from(value),
  ])
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index))
  return bytes
}
