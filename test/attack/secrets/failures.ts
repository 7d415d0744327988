import { setTimeout as sleep } from 'node:timers/promises'

import { onSse } from '../attacks/attack.ts'
import type { Serve } from '../server/attack-server.ts'
import type { Wire } from '../wires/wire.ts'

/** A way for a server to repeat what it was told. */
export interface RepeatingServer {
  name: string
  on?: (wire: Wire) => boolean
  serve: (text: string) => Serve
}

const json = { 'content-type': 'application/json' }

/** HTTP has no line ends in a header, and Latin-1 only. */
const headerOf = (text: string): string => text.slice(0, 4000)

/** Servers that repeat a text, each in another place. */
export const repeatingServers: readonly RepeatingServer[] = [
  {
    name: 'a failed response',
    serve: (text) => (reply) =>
      reply.head(401, json).end(JSON.stringify({ error: { message: `Not you: ${text}`, code: text } })),
  },
  {
    name: 'a failed response that is no JSON',
    serve: (text) => (reply) =>
      reply.head(500, { 'content-type': 'text/html' }).end(`<title>Oops: ${text}</title><pre>${text}</pre>`),
  },
  {
    name: 'a failed response in halves',
    serve: (text) => async (reply) => {
      const body = Buffer.from(`Not you: ${text}`)
      reply.head(403, json).send(body.subarray(0, 9 + text.length / 2))
      await sleep(10)
      reply.end(body.subarray(9 + text.length / 2))
    },
  },
  {
    name: 'an error inside the stream',
    serve: (text) => (reply, wire) => reply.head().end([...wire.begin, wire.error(`Not you: ${text}`)]),
  },
  {
    name: 'a response that is no stream',
    serve: (text) => (reply) => reply.head().end(`Sorry, ${text}`),
  },
  {
    name: 'data that is not JSON',
    on: onSse,
    serve: (text) => (reply) => reply.head().end(`data: {"a": ${text}\n\nfield: ${text}\n\n`),
  },
  {
    name: 'an event that nobody knows',
    serve: (text) => (reply, wire) =>
      reply.head().end([{ name: text.slice(0, 200), data: { type: text, choices: text } }, wire.error('x')]),
  },
  {
    name: 'headers of the response',
    serve: (text) => (reply) => {
      const value = headerOf(text)
      reply
        .head(429, { 'x-request-id': value, 'request-id': value, 'x-amzn-errortype': value, 'retry-after': value })
        .end('{}')
    },
  },
  {
    name: 'a redirect',
    serve: (text) => (reply) => reply.head(302, { location: `http://localhost:1/?back=${headerOf(text)}` }).end(text),
  },
]
