import { AIError } from '../errors/ai-error.ts'
import { crc32 } from './crc32.ts'
import { tooLargeError } from './too-large.ts'

// A frame: total length, length of the headers, CRC of these eight bytes; headers; payload; CRC of all before it.
const preludeBytes = 12
const crcBytes = 4

/** One message of the AWS event stream. */
export interface Frame {
  /** Only headers of type string; the protocol uses no others. */
  headers: ReadonlyMap<string, string>
  payload: string
}

/** Whether a body that begins like this may hold frames: a length has zeros in front, text begins with no byte below 9. */
export function startsFrame(bytes: Uint8Array): boolean {
  return (bytes[0] ?? 0) < 9
}

/**
 * The length of the first frame, which may be more than there is yet; undefined as long as it is not known.
 *
 * @throws AIError `malformed_response` when the length cannot be trusted, or exceeds the limit
 */
export function frameSize(bytes: Uint8Array, maxBytes: number): number | undefined {
  if (bytes.length < preludeBytes) return undefined
  const view = viewOf(bytes)
  const size = view.getUint32(0)
  if (crc32(bytes.subarray(0, 8)) !== view.getUint32(8)) throw damaged('the checksum of a frame header is wrong')
  if (size > maxBytes) throw tooLargeError('A frame', maxBytes)
  if (size < preludeBytes + view.getUint32(4) + crcBytes) throw damaged('a frame has no valid length')
  return size
}

/**
 * Reads one whole frame.
 *
 * @throws AIError `malformed_response` when its checksum is wrong
 */
export function readFrame(bytes: Uint8Array): Frame {
  const view = viewOf(bytes)
  const end = bytes.length - crcBytes
  if (crc32(bytes.subarray(0, end)) !== view.getUint32(end)) throw damaged('the checksum of a frame is wrong')
  const start = preludeBytes + view.getUint32(4)
  return { headers: readHeaders(bytes.subarray(preludeBytes, start)), payload: utf8(bytes.subarray(start, end)) }
}

const stringType = 7

/** Bytes that the value of a header takes, by its type; 6 (bytes) and 7 (string) carry their length. */
const valueBytes: ReadonlyMap<number, number> = new Map(
  Object.entries({ 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 }).map(([type, size]) => [Number(type), size]),
)

function readHeaders(bytes: Uint8Array): Map<string, string> {
  const view = viewOf(bytes)
  const headers = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const nameEnd = at + 1 + view.getUint8(at)
    const type = view.getUint8(nameEnd)
    const fixed = valueBytes.get(type)
    const start = nameEnd + (fixed === undefined ? 3 : 1)
    const end = start + (fixed ?? view.getUint16(nameEnd + 1))
    if (type === stringType) headers.set(utf8(bytes.subarray(at + 1, nameEnd)), utf8(bytes.subarray(start, end)))
    at = end
  }
  return headers
}

/** What was sent was right, so sending the request again may help. */
function damaged(what: string): AIError {
  return new AIError('malformed_response', `The event stream is damaged: ${what}`, { retryable: true })
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const decoder = new TextDecoder()

function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
