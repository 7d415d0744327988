import { textResponse } from '../wires/wire.ts'
import { type Attack, brokenEnds, type Ending, onGemini } from './attack.ts'
import { endlessly } from './connection.ts'

/** The errors that a failure inside a 200 may be read as. */
const failed: readonly Ending[] = ['server_error', 'overloaded', 'invalid_request', 'unexpected']

/** Servers whose responses end oddly, or are no streams. */
export const endingAttacks: readonly Attack[] = [
  {
    name: 'responds with a web page',
    serve: (reply) => reply.head(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Log in</title>'),
    ends: ['malformed_response'],
  },
  {
    name: 'responds with an error in plain JSON',
    serve: (reply) =>
      reply
        .head(200, { 'content-type': 'application/json' })
        .end('{"error":{"message":"broken","type":"server_error"}}'),
    ends: failed,
    says: 'broken',
  },
  {
    name: 'responds in plain JSON, without streaming',
    serve: (reply, wire) =>
      reply.head(200, { 'content-type': 'application/json' }).end(JSON.stringify(wire.plainResponse('Hello'))),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'responds in plain JSON over many lines',
    serve: (reply, wire) =>
      reply.head(200, { 'content-type': 'application/json' }).end(JSON.stringify(wire.plainResponse('Hello'), null, 2)),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'responds with nothing',
    serve: (reply) => reply.head().end(),
    ends: brokenEnds,
  },
  ...[204, 205, 304].map((status): Attack => ({
    name: `responds with status ${status}`,
    serve: (reply) => reply.head(status).end(),
    ends: [...brokenEnds, 'invalid_request'],
  })),
  {
    name: 'lies about the content type',
    serve: (reply, wire) => reply.head(200, { 'content-type': 'image/png' }).end(textResponse(wire, 'Hello')),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'keeps the connection open after the end mark',
    serve: (reply, wire) => void reply.head().send(textResponse(wire, 'Hello')),
    ends: ['stop'],
    text: 'Hello',
    options: { idleTimeoutMs: 400 },
  },
  {
    name: 'sends garbage after the end mark',
    serve: (reply, wire) => reply.head().send(textResponse(wire, 'Hello')).end(Buffer.alloc(100_000, 0xfe)),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'goes on talking after the end mark, for ever',
    on: (wire) => !onGemini(wire),
    serve: (reply, wire) =>
      reply
        .head()
        .send(textResponse(wire, 'Hello'))
        .trickle(endlessly([], wire.encode(wire.text('more'))), 30),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'goes on talking after what may be the end mark, for ever',
    on: onGemini,
    serve: (reply, wire) =>
      reply
        .head()
        .send(textResponse(wire, 'Hello'))
        .trickle(endlessly([], wire.encode(wire.text('more'))), 30),
    ends: ['stop', 'stream_stalled'],
    options: { timeoutMs: 600 },
  },
  {
    name: 'says everything twice',
    serve: (reply, wire) => reply.head().end([...textResponse(wire, 'Hello'), ...textResponse(wire, 'Hello')]),
    ends: ['stop'],
  },
  {
    name: 'starts twice',
    serve: (reply, wire) => reply.head().end([...wire.begin, ...textResponse(wire, 'Hello')]),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'never starts',
    serve: (reply, wire) => reply.head().end([wire.text('Hello'), ...wire.finish('stop')]),
    ends: ['stop', ...brokenEnds],
  },
  {
    name: 'ends at once',
    serve: (reply, wire) => reply.head().end([...wire.begin, ...wire.finish('stop')]),
    ends: ['stop', ...brokenEnds],
    text: '',
  },
  {
    name: 'ends twice',
    serve: (reply, wire) => reply.head().end([...textResponse(wire, 'Hello'), ...wire.finish('toolUse')]),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'fails after the end mark',
    on: (wire) => !onGemini(wire),
    serve: (reply, wire) => reply.head().end([...textResponse(wire, 'Hello'), wire.error('too late')]),
    ends: ['stop'],
    text: 'Hello',
  },
  {
    name: 'fails in the middle',
    serve: (reply, wire) => reply.head().end([...wire.begin, ...wire.openText, wire.text('Hel'), wire.error('broken')]),
    ends: failed,
    says: 'broken',
  },
  {
    name: 'fails twice',
    serve: (reply, wire) => reply.head().end([...wire.begin, wire.error('broken'), wire.error('again')]),
    ends: failed,
  },
  {
    name: 'fails, and then says a complete response',
    serve: (reply, wire) => reply.head().end([wire.error('broken'), ...textResponse(wire, 'Hello')]),
    ends: failed,
    says: 'broken',
  },
  {
    name: 'repeats the headers of the request in an error inside a stream',
    serve: (reply, wire, { headers }) =>
      reply.head().end([...wire.begin, wire.error(`Bad headers: ${JSON.stringify(headers)}`)]),
    ends: [...failed, 'authentication'],
  },
  {
    name: 'repeats the headers of the request as what is no event stream',
    serve: (reply, _wire, { headers }) => reply.head().end(`oops ${JSON.stringify(headers)}`),
    ends: brokenEnds,
  },
]
