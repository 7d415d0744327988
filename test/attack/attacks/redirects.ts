import type { AttackedRequest } from '../server/attack-server.ts'
import type { Attack, Ending } from './attack.ts'

/** A redirect is a mistake in the configuration, or an attempt to get at keys. It is never followed. */
const refused: readonly Ending[] = [
  'invalid_request',
  'not_found',
  'connection_failed',
  'malformed_response',
  'permission',
]

const statuses = [300, 301, 302, 303, 307, 308]

/** The same server under another name: a client that follows the redirect is seen. */
function elsewhere({ headers }: AttackedRequest): string {
  return `http://localhost:${headers.host?.split(':')[1]}/stolen?from=here`
}

/** Servers that send their clients elsewhere, with the keys and the conversation. */
export const redirectAttacks: readonly Attack[] = [
  ...statuses.map((status): Attack => ({
    name: `redirects to another host (${status})`,
    serve: (reply, _wire, request) => reply.head(status, { location: elsewhere(request) }).end(),
    ends: refused,
    says: 'localhost',
  })),
  {
    name: 'redirects to another path',
    serve: (reply) => reply.head(307, { location: '/elsewhere' }).end('moved'),
    ends: refused,
    says: '127.0.0.1',
  },
  {
    name: 'redirects to itself',
    serve: (reply, _wire, { url }) => reply.head(308, { location: url }).end(),
    ends: refused,
  },
  {
    name: 'redirects without saying where to',
    serve: (reply) => reply.head(302).end('<html>Moved</html>'),
    ends: refused,
  },
  {
    name: 'redirects to what is no address',
    serve: (reply) => reply.head(302, { location: 'http://[:::1]:99999/ javascript:alert(1)' }).end(),
    ends: refused,
  },
]
