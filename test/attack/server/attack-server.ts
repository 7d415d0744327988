import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import type { Wire } from '../wires/wire.ts'
import { Reply } from './reply.ts'

/** A request as it came. */
export interface AttackedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  text: string
}

/** Does something to a client. `index` counts the requests of a server. */
export type Serve = (reply: Reply, wire: Wire, request: AttackedRequest, index: number) => void | Promise<void>

/** A server on this machine that attacks its clients. */
export interface AttackServer {
  origin: string
  requests: AttackedRequest[]
  /** Resolves with the first request. */
  requested: Promise<void>
  /** Bytes of all responses. */
  sent: () => number
  /** Connections that are open and had a request; Node's `fetch` opens spare ones after an abort. */
  openSockets: () => number
  close: () => Promise<void>
}

/** Starts a server whose responses are those of the attack. */
export async function attackServer(serve: Serve, wire: Wire): Promise<AttackServer> {
  const requests: AttackedRequest[] = []
  const replies: Reply[] = []
  const used = new Set<Socket>()
  const { promise: requested, resolve: noteRequest } = Promise.withResolvers<void>()
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await receive(incoming)
    const reply = new Reply(response, wire)
    const { socket } = incoming
    if (!socket.destroyed) used.add(socket)
    socket.on('close', () => used.delete(socket))
    replies.push(reply)
    const index = requests.push(request) - 1
    noteRequest()
    await serve(reply, wire, request, index)
  }
  // A client that hangs up is what most attacks wait for.
  const server = createServer((incoming, response) => void answer(incoming, response).catch(() => response.destroy()))
  server.on('connection', (socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requested,
    sent: () => replies.reduce((sum, { sent }) => sum + sent, 0),
    openSockets: () => used.size,
    close: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function receive(incoming: IncomingMessage): Promise<AttackedRequest> {
  const fragments: Buffer[] = []
  for await (const fragment of incoming) fragments.push(fragment as Buffer)
  const { method = '', url = '', headers } = incoming
  return { method, url, headers, text: Buffer.concat(fragments).toString('utf8') }
}
