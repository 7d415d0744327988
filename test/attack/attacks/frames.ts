import { encodeFrame, type FrameLies } from '../wires/frames.ts'
import { encodeAll, textResponse, type Wire } from '../wires/wire.ts'
import { type Attack, brokenEnds, oddEnds, onFrames } from './attack.ts'

const event = { ':message-type': 'event', ':event-type': 'contentBlockDelta' }
const payload = JSON.stringify({ contentBlockIndex: 0, delta: { text: 'x' } })

/** An attack that puts bytes in front of a complete response. */
function puts(name: string, first: Uint8Array, more: Partial<Attack> = {}): Attack {
  const serve: Attack['serve'] = (reply, wire) => reply.head().end(Buffer.concat([first, hello(wire)]))
  return { name, on: onFrames, serve, ends: ['malformed_response'], ...more }
}

function hello(wire: Wire): Uint8Array {
  return encodeAll(wire, textResponse(wire, 'Hello'))
}

function lying(name: string, lies: FrameLies): Attack {
  return puts(`sends a frame with ${name}`, encodeFrame(event, payload, lies))
}

function headed(headers: Record<string, string>, text = payload): Buffer {
  return encodeFrame(headers, text)
}

/** Servers that break the binary event stream of AWS. */
export const frameAttacks: readonly Attack[] = [
  lying('a wrong checksum', { crc: 1 }),
  lying('a wrong checksum of its head', { preludeCrc: 1 }),
  lying('a length of 4 GB', { totalLength: 0xffff_ffff }),
  lying('a length of 0', { totalLength: 0 }),
  lying('a length shorter than its head', { totalLength: 17 }),
  lying('headers longer than itself', { headerLength: 100_000 }),
  lying('headers that reach into its payload', { headerLength: 60 }),
  puts('sends a frame of a kind that nobody knows', headed({ ':message-type': 'gossip', ':event-type': 'x' }), {
    ends: ['stop'],
    text: 'Hello',
  }),
  puts('sends a frame without headers', headed({}), { ends: ['stop'], text: 'Hello' }),
  puts(
    'sends a frame of an event called __proto__',
    headed({ ':message-type': 'event', ':event-type': '__proto__' }, '{"polluted":true}'),
    { ends: ['stop'], text: 'Hello' },
  ),
  puts('sends a frame whose payload is not JSON', headed(event, '{"a":'), {
    ends: ['stop'],
    text: 'Hello',
    warns: 'event_stream_parse_error',
  }),
  puts('sends a frame whose payload is null', headed(event, 'null'), { ends: ['stop'], text: 'Hello' }),
  puts('sends a frame whose payload is a list', headed(event, '[1]'), { ends: ['stop'], text: 'Hello' }),
  puts('sends a frame nested 100,000 levels deep', headed(event, `${'['.repeat(100_000)}${']'.repeat(100_000)}`), {
    ends: oddEnds,
  }),
  puts(
    'sends an exception that nobody knows',
    headed({ ':message-type': 'exception', ':exception-type': 'constructor' }, '{}'),
    { ends: [...brokenEnds, 'server_error', 'invalid_request', 'unexpected'] },
  ),
  puts(
    'sends an exception whose payload is no JSON',
    headed({ ':message-type': 'exception', ':exception-type': 'throttlingException' }, '<html>'),
    { ends: ['rate_limited'] },
  ),
  {
    name: 'cuts its frames after every byte',
    on: onFrames,
    serve: (reply, wire) =>
      reply
        .head()
        .trickle(
          [...hello(wire)].map((byte) => Uint8Array.of(byte)),
          0,
        )
        .then(() => reply.end()),
    ends: ['stop'],
    text: 'Hello',
    deadlineMs: 10_000,
  },
]
