import { textResponse } from '../wires/wire.ts'
import { type Attack, brokenEnds } from './attack.ts'

const patient = { idleTimeoutMs: 300, timeoutMs: 1500 }

/** Servers that do not speak HTTP properly, or not at all. */
export const connectionAttacks: readonly Attack[] = [
  {
    name: 'hangs before the headers',
    serve: () => {},
    ends: ['stream_stalled'],
    options: patient,
    requests: 'any',
  },
  {
    name: 'sends its headers byte by byte, for ever',
    serve: (reply) => reply.trickle(endlessly(['HTTP/1.1 200 OK\r\n'], 'x-slow: 1\r\n'), 40, true),
    ends: ['stream_stalled'],
    options: patient,
    requests: 'any',
  },
  {
    name: 'resets before the headers',
    serve: (reply) => reply.reset(),
    ends: ['connection_failed'],
  },
  {
    name: 'closes before the headers',
    serve: (reply) => reply.close(),
    ends: ['connection_failed'],
  },
  {
    name: 'closes in the middle of the headers',
    serve: (reply) => reply.raw('HTTP/1.1 200 OK\r\ncontent-ty').close(),
    ends: ['connection_failed'],
  },
  {
    name: 'does not speak HTTP',
    serve: (reply) => reply.raw('\u0000\u0001\u0002 SSH-2.0-OpenSSH_9.9\r\n\r\n').close(),
    ends: ['connection_failed'],
  },
  {
    name: 'sends a megabyte of headers',
    serve: (reply) => reply.raw(`HTTP/1.1 200 OK\r\nx-giant: ${'a'.repeat(1_000_000)}\r\n\r\n`).close(),
    ends: ['connection_failed'],
  },
  {
    name: 'repeats its headers and sends odd ones, then a good response',
    serve: (reply, wire) => {
      const odd = {
        'x-request-id': ['a', 'b'],
        'retry-after': ['1', 'x'],
        'x-odd': 'caf\u00e9 \t;=,',
        'set-cookie': ['a=1', 'a=2'],
      }
      reply.head(200, odd).end(textResponse(wire, 'Hello'))
    },
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'sends 500 interim responses, then a good one',
    serve: (reply, wire) => {
      reply.raw('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500))
      reply.head().end(textResponse(wire, 'Hello'))
    },
    ends: ['stop', 'connection_failed'],
    text: 'Hello',
  },
  {
    name: 'sends interim responses for ever',
    serve: (reply) => reply.trickle(endlessly([], 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), 40, true),
    ends: ['stream_stalled', 'connection_failed'],
    options: patient,
    requests: 'any',
  },
  {
    name: 'resets in the middle of the body',
    serve: async (reply, wire) => {
      reply.head().send([...wire.begin, ...wire.openText, wire.text('Hel')])
      await reply.trickle([new Uint8Array(0)], 20)
      reply.reset()
    },
    ends: ['stream_dropped'],
    text: 'Hel',
  },
  {
    name: 'closes after half an event',
    serve: (reply, wire) => {
      const half = wire.encode(wire.text('lo')).slice(0, 20)
      reply
        .head()
        .send([...wire.begin, ...wire.openText, wire.text('Hel')])
        .send(half)
        .close()
    },
    ends: brokenEnds,
  },
  {
    name: 'ends its body after half an event',
    serve: (reply, wire) => {
      const half = wire.encode(wire.text('lo')).slice(0, 20)
      reply
        .head()
        .send([...wire.begin, ...wire.openText, wire.text('Hel')])
        .end(half)
    },
    ends: brokenEnds,
  },
  {
    name: 'promises more bytes than it sends, after a complete response',
    serve: (reply, wire) => reply.head(200, { 'content-length': '99999' }).send(textResponse(wire, 'Hello')).close(),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'promises fewer bytes than it sends',
    serve: (reply, wire) => {
      reply.raw(
        `HTTP/1.1 200 OK\r\ncontent-type: ${wire.contentType}\r\ncontent-length: 30\r\nconnection: close\r\n\r\n`,
      )
      for (const event of textResponse(wire, 'Hello')) reply.raw(wire.encode(event))
      reply.close()
    },
    ends: brokenEnds,
  },
  {
    name: 'breaks off in the middle of an HTTP chunk',
    serve: (reply, wire) => chunked(reply, wire.contentType, `1000\r\n${'x'.repeat(10)}`),
    ends: brokenEnds,
  },
  {
    name: 'sends an HTTP chunk without a valid size',
    serve: (reply, wire) => chunked(reply, wire.contentType, 'zz\r\nxxxx\r\n0\r\n\r\n'),
    ends: brokenEnds,
  },
  {
    name: 'goes silent after the first words',
    serve: (reply, wire) => void reply.head().send([...wire.begin, ...wire.openText, wire.text('Hel')]),
    ends: ['stream_stalled'],
    options: patient,
    requests: 'any',
  },
  {
    name: 'sends one event byte by byte, for ever',
    serve: (reply, wire) =>
      reply
        .head()
        .send(wire.begin)
        .trickle(endlessly<string | Uint8Array>([wire.endless], 'a'), 30),
    ends: ['stream_stalled'],
    options: { idleTimeoutMs: 2000, timeoutMs: 600 },
  },
  {
    name: 'says something every moment, for ever',
    serve: (reply, wire) =>
      reply
        .head()
        .send([...wire.begin, ...wire.openText])
        .trickle(endlessly([], wire.encode(wire.text('a'))), 30),
    ends: ['stream_stalled'],
    options: { idleTimeoutMs: 2000, timeoutMs: 600 },
  },
  {
    name: 'keeps the connection alive with nothing, for ever',
    serve: (reply, wire) => reply.head().trickle(endlessly([], wire.keepAlive), 30),
    ends: ['stream_stalled'],
    options: { idleTimeoutMs: 400, timeoutMs: 1500 },
  },
  {
    name: 'claims a compression that it does not use',
    serve: (reply, wire) => reply.head(200, { 'content-encoding': 'gzip' }).end(textResponse(wire, 'Hello')),
    ends: brokenEnds,
  },
  {
    name: 'claims a compression that nobody knows',
    serve: (reply, wire) => reply.head(200, { 'content-encoding': 'x-snail' }).end(textResponse(wire, 'Hello')),
    ends: ['stop', ...brokenEnds],
  },
]

function chunked(reply: Parameters<Attack['serve']>[0], type: string, body: string): void {
  reply.raw(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n${body}`).close()
}

/** These first, then the same for ever. */
export function* endlessly<T>(first: readonly T[], then: T): Generator<T> {
  yield* first
  for (;;) yield then
}
