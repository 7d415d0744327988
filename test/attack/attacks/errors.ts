import type { Reply } from '../server/reply.ts'
import type { Attack } from './attack.ts'
import { endlessly } from './connection.ts'

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }

/** An error of a provider, as JSON. */
function errorBody(message: string): string {
  return JSON.stringify({ error: { message, type: 'some_error', code: null } })
}

function fails(status: number, body: string | Uint8Array, headers: Record<string, string> = json) {
  return (reply: Reply): void => reply.head(status, headers).end(body)
}

const page = `<!doctype html><html><head><title>502 Bad Gateway</title></head><body>${'<p>nginx</p>'.repeat(5000)}</body></html>`
const deep = `${'{"error":['.repeat(100_000)}1${']}'.repeat(100_000)}`
/** Servers whose failures are attacks. */
export const errorAttacks: readonly Attack[] = [
  {
    name: 'fails with a body that trickles for ever',
    serve: (reply) => reply.head(400, json).trickle(endlessly(['{"error":{"message":"'], 'a'), 30),
    ends: ['invalid_request', 'stream_stalled'],
    options: { idleTimeoutMs: 2000, timeoutMs: 800 },
  },
  {
    name: 'fails and never sends the body',
    serve: (reply) => void reply.head(400, json),
    ends: ['invalid_request', 'stream_stalled'],
    options: { idleTimeoutMs: 300, timeoutMs: 1500 },
    requests: 'any',
  },
  {
    name: 'fails and resets in the body',
    serve: async (reply) => {
      reply.head(403, json).send('{"error":{"mess')
      await reply.trickle(['a'], 20)
      reply.reset()
    },
    ends: ['permission'],
  },
  { name: 'fails with a page', serve: fails(404, page, html), ends: ['not_found'], says: '502 Bad Gateway' },
  { name: 'fails without a body', serve: fails(401, '', {}), ends: ['authentication'] },
  { name: 'fails with nested JSON, 100,000 levels deep', serve: fails(400, deep), ends: ['invalid_request'] },
  {
    name: 'fails with bytes that are no UTF-8',
    serve: fails(
      400,
      Buffer.concat([Buffer.from('{"error":{"message":"'), Buffer.of(0xc3, 0x28, 0xff, 0xfe), Buffer.from('"}}')]),
    ),
    ends: ['invalid_request'],
  },
  { name: 'fails with NULs', serve: fails(400, `\0\0${errorBody('a\0b')}\0`), ends: ['invalid_request'] },
  { name: 'fails with a JSON number', serve: fails(400, '42'), ends: ['invalid_request'] },
  { name: 'fails with JSON null', serve: fails(400, 'null'), ends: ['invalid_request'] },
  { name: 'fails with an empty JSON list', serve: fails(400, '[]'), ends: ['invalid_request'] },
  {
    name: 'fails with a message that is a list',
    serve: fails(400, '{"error":{"message":[{"a":1}]}}'),
    ends: ['invalid_request'],
  },
  {
    name: 'fails with a type called __proto__',
    serve: fails(400, '{"error":{"type":"__proto__","code":"constructor"}}'),
    ends: ['invalid_request'],
  },
  { name: 'fails with status 599', serve: fails(599, errorBody('x')), ends: ['server_error', 'overloaded'] },
  {
    name: 'fails with status 499',
    serve: fails(499, errorBody('x')),
    ends: ['invalid_request', 'connection_failed', 'aborted', 'server_error'],
  },
  {
    name: 'repeats the headers of the request in its error',
    serve: (reply, _wire, { headers }) => fails(401, errorBody(`Bad headers: ${JSON.stringify(headers)}`))(reply),
    ends: ['authentication'],
  },
  {
    name: 'repeats the headers of the request in a page, one per line',
    serve: (reply, _wire, { headers }) =>
      fails(
        500,
        `<html><title>${headers['x-gateway-token'] as string}</title><pre>${Object.entries(headers).join('\n')}</pre>`,
        html,
      )(reply),
    ends: ['server_error'],
  },
  {
    name: 'repeats the headers of the request where texts are cut',
    serve: (reply, _wire, { headers }) =>
      fails(400, errorBody(`${'x'.repeat(480)}${Object.values(headers).join(' ').repeat(20)}`))(reply),
    ends: ['invalid_request'],
  },
]

/** Servers that ask for odd waits. */
export const retryAttacks: readonly Attack[] = [
  {
    name: 'asks to wait for a century',
    serve: fails(429, errorBody('slow down'), { ...json, 'retry-after': '3153600000' }),
    ends: ['rate_limited'],
    options: { maxRetries: 2, maxRetryDelayMs: 1000 },
  },
  {
    name: 'asks to wait until a date in the far future',
    serve: fails(429, errorBody('slow down'), { ...json, 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
    ends: ['rate_limited'],
    options: { maxRetries: 2 },
  },
  ...['-5', 'NaN', 'Infinity', 'soon', '1e400', '', 'Thu, 01 Jan 1970 00:00:00 GMT'].map((value): Attack => ({
    name: `asks to wait for "${value}"`,
    serve: fails(503, errorBody('slow down'), { ...json, 'retry-after': value }),
    ends: ['server_error', 'overloaded'],
    options: { maxRetries: 1, maxRetryDelayMs: 1000 },
    requests: 'any',
  })),
  {
    name: 'asks to wait for a negative number of milliseconds',
    serve: fails(529, errorBody('slow down'), { ...json, 'retry-after-ms': '-1e9' }),
    ends: ['overloaded', 'server_error'],
    options: { maxRetries: 1 },
    requests: 2,
  },
]
