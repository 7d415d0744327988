import { onFrames } from '../attacks/attack.ts'
import type { Serve } from '../server/attack-server.ts'
import type { Wire } from '../wires/wire.ts'
import { plantedSecret } from './leaks.ts'
import type { SecretRequest } from './outlets.ts'
import { quick } from './run.ts'

/** A place where people put secrets, and a server that makes the request fail. */
export interface Plant {
  name: string
  on?: (wire: Wire) => boolean
  serve: Serve
  request: (wire: Wire, origin: string) => SecretRequest
  secrets: readonly string[]
}

const secret = plantedSecret('plant')
const secondSecret = plantedSecret('second')
const keyLike = 'sk-live-7f3Q9zXw82LmqT5aBcD0'
const encoded = encodeURIComponent(secret)

function asked(wire: Wire, origin: string, more: SecretRequest['options'] = {}): SecretRequest {
  return { model: wire.model(origin), options: { ...wire.options, ...quick, apiKey: 'harmless', ...more } }
}

function atUrl(wire: Wire, origin: string, change: (url: string) => string): SecretRequest {
  const request = asked(wire, origin)
  return { ...request, model: { ...request.model, baseUrl: change(request.model.baseUrl) } }
}

const withPassword = (url: string): string => url.replace('://', `://user:${encoded}@`)
const withQuery = (url: string): string => `${url}?token=${encoded}`

/** Fails, and repeats whatever came: address, headers, body. */
const repeats: Serve = (reply, _wire, { url, headers, text }) =>
  reply
    .head(400, { 'content-type': 'text/plain' })
    .end([url, JSON.stringify(headers), Object.values(headers).join('\n'), text].join('\n'))

const resets: Serve = (reply) => reply.reset()
const redirects: Serve = (reply, _wire, { url }) => reply.head(302, { location: `http://localhost:1${url}` }).end(url)

/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:1'

/** All the places. */
export const plants: readonly Plant[] = [
  {
    name: 'the password of a base URL',
    serve: repeats,
    request: (wire, origin) => atUrl(wire, origin, withPassword),
    secrets: [secret],
  },
  {
    name: 'the password of a base URL where nobody listens',
    serve: resets,
    request: (wire) => atUrl(wire, nowhere, withPassword),
    secrets: [secret],
  },
  {
    name: 'the query of a base URL',
    serve: repeats,
    request: (wire, origin) => atUrl(wire, origin, withQuery),
    secrets: [secret],
  },
  {
    name: 'the query of a base URL whose server redirects',
    serve: redirects,
    request: (wire, origin) => atUrl(wire, origin, withQuery),
    secrets: [secret],
  },
  {
    name: 'the query of a base URL where nobody listens',
    serve: resets,
    request: (wire) => atUrl(wire, nowhere, withQuery),
    secrets: [secret],
  },
  {
    name: 'a base URL that is none',
    serve: resets,
    request: (wire) => atUrl(wire, nowhere, () => `htp:/user:${secret}@[::`),
    secrets: [secret],
  },
  {
    name: 'a key with a line break',
    serve: repeats,
    request: (wire, origin) => asked(wire, origin, { apiKey: `${secret}\n` }),
    secrets: [secret],
  },
  {
    name: 'a key with two lines',
    serve: repeats,
    request: (wire, origin) => asked(wire, origin, { apiKey: `${secret}\r\n${secondSecret}` }),
    secrets: [secret, secondSecret],
  },
  {
    name: 'a key that no header can hold',
    serve: repeats,
    request: (wire, origin) => asked(wire, origin, { apiKey: `${secret}\u{1F511}` }),
    secrets: [secret],
  },
  {
    name: 'a header with a line break',
    serve: repeats,
    request: (wire, origin) => asked(wire, origin, { headers: { 'x-secret': `a\n${secret}` } }),
    secrets: [secret],
  },
  {
    name: 'a header that replaces the key',
    serve: repeats,
    request: (wire, origin) =>
      asked(wire, origin, { headers: { authorization: `Basic ${Buffer.from(`u:${secret}`).toString('base64')}` } }),
    secrets: [secret],
  },
  {
    name: 'a header of any name that looks like a key',
    serve: repeats,
    request: (wire, origin) => asked(wire, origin, { headers: { 'x-tenant': keyLike } }),
    secrets: [keyLike],
  },
  {
    name: 'AWS credentials',
    on: onFrames,
    serve: repeats,
    request: (wire, origin) => {
      const credentials = { accessKeyId: 'AKIAHARMLESS', secretAccessKey: secret, sessionToken: secondSecret }
      const { apiKey: _, ...options } = asked(wire, origin).options
      return { model: wire.model(origin), options: { ...options, credentials } }
    },
    secrets: [secret, secondSecret],
  },
]
