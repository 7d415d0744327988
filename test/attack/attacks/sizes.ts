import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

import type { Serve } from '../server/attack-server.ts'
import { textResponse, type Wire } from '../wires/wire.ts'
import { type Attack, onSse } from './attack.ts'

const megabyte = 1024 * 1024
const block = 'a'.repeat(64 * 1024)

/** The limit that these requests set on one event, and on error bodies and plain ones where there are such limits. */
const limited = { maxEventBytes: megabyte, idleTimeoutMs: 5000, timeoutMs: 8000 }

/** What may be on its way when a client hangs up: buffers of sockets and decoders on both sides. */
const slack = 12 * megabyte

/** What a server sends that never stops, were it not for this. */
const endless = 96 * megabyte

/** So much do the compressed bodies unpack to. */
const unpacked = 128 * megabyte

function packed(first: Uint8Array, how: 'gzip' | 'br' | 'deflate'): Uint8Array {
  const bytes = Buffer.concat([first, Buffer.alloc(unpacked, 'a')])
  if (how === 'gzip') return gzipSync(bytes, { level: 1 })
  if (how === 'deflate') return deflateSync(bytes, { level: 1 })
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

const bombs = new Map<string, Uint8Array>()

/** The bytes of a bomb; made once per beginning. */
function bomb(how: 'gzip' | 'br' | 'deflate', first: Uint8Array): Uint8Array {
  const key = `${how} ${Buffer.from(first).toString('hex')}`
  const made = bombs.get(key) ?? packed(first, how)
  bombs.set(key, made)
  return made
}

function explodes(how: 'gzip' | 'br' | 'deflate', status = 200): Serve {
  return (reply, wire) => {
    const first = status === 200 ? wire.endless : Buffer.from('{"error":{"message":"')
    reply.head(status, { 'content-encoding': how }).end(bomb(how, first))
  }
}

/** Sends an event that never ends, made of this. */
function floods(first: (wire: Wire) => string | Uint8Array, then: string): Serve {
  return (reply, wire) => reply.head().send(wire.begin).send(first(wire)).flood(then, endless)
}

/** Servers that send more than a client can hold. They are tried one API at a time, because memory is counted. */
export const sizeAttacks: readonly Attack[] = [
  {
    name: 'sends one event that never ends',
    serve: floods((wire) => wire.endless, block),
    ends: ['malformed_response'],
    options: limited,
    maxSent: slack,
  },
  {
    name: 'sends one event that never ends, to a client that set no limit',
    serve: floods((wire) => wire.endless, block),
    ends: ['malformed_response'],
    maxSent: 56 * megabyte,
    deadlineMs: 10_000,
  },
  {
    name: 'sends data lines that never become an event',
    on: onSse,
    serve: floods(() => '', `data: ${'a'.repeat(60_000)}\n`),
    ends: ['malformed_response'],
    options: limited,
    maxSent: slack,
  },
  {
    name: 'sends a comment that never ends',
    on: onSse,
    serve: floods(() => ': ', block),
    ends: ['malformed_response'],
    options: limited,
    maxSent: slack,
  },
  {
    name: 'sends a field that never ends',
    on: onSse,
    serve: floods(() => 'x-field: ', block),
    ends: ['malformed_response'],
    options: limited,
    maxSent: slack,
  },
  {
    name: 'sends an event name that never ends',
    on: onSse,
    serve: floods(() => 'event: ', block),
    ends: ['malformed_response'],
    options: limited,
    maxSent: slack,
  },
  {
    name: 'sends lines that are no event stream, for ever',
    on: onSse,
    serve: (reply) => reply.head().flood(`${'no event stream '.repeat(100)}\n`, endless),
    ends: ['malformed_response', 'stream_stalled'],
    options: { ...limited, idleTimeoutMs: 500, timeoutMs: 700 },
  },
  {
    name: 'sends plain JSON that never ends',
    serve: (reply) =>
      reply.head(200, { 'content-type': 'application/json' }).send('{"choices":"').flood(block, endless),
    ends: ['malformed_response'],
    options: limited,
    maxSent: slack,
  },
  {
    name: 'fails with a body of 16 MB',
    serve: async (reply) => {
      reply.head(400, { 'content-type': 'application/json' }).send('{"error":{"message":"')
      await reply.flood(block, 16 * megabyte)
      reply.end('"}}')
    },
    ends: ['invalid_request'],
    maxSent: slack,
  },
  {
    name: 'fails with a body that never ends',
    serve: (reply) => reply.head(500, { 'content-type': 'text/html' }).flood(block, endless),
    ends: ['server_error'],
    maxSent: slack,
  },
  { name: 'sends a gzip bomb', serve: explodes('gzip'), ends: ['malformed_response'], options: limited },
  { name: 'sends a brotli bomb', serve: explodes('br'), ends: ['malformed_response'], options: limited },
  { name: 'sends a deflate bomb', serve: explodes('deflate'), ends: ['malformed_response'], options: limited },
  { name: 'fails with a gzip bomb', serve: explodes('gzip', 400), ends: ['invalid_request'], options: limited },
  {
    name: 'fails with a brotli bomb',
    serve: explodes('br', 503),
    ends: ['server_error', 'overloaded'],
    options: limited,
  },
  {
    name: 'says one word of 8 MB',
    serve: (reply, wire) => reply.head().end(textResponse(wire, 'a'.repeat(8 * megabyte))),
    ends: ['stop'],
    text: 'a'.repeat(8 * megabyte),
    deadlineMs: 5000,
  },
]
