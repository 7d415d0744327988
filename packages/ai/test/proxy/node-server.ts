import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'

type Handler = (request: Request) => Promise<Response>

/** A Node server around a `(Request) => Promise<Response>`. */
export function nodeServer(handle: Handler): Server {
  return createServer((incoming, outgoing) => void answer(handle, incoming, outgoing))
}

async function answer(handle: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const client = new AbortController()
  outgoing.on('close', () => client.abort())
  const { method = 'GET', url = '/', headers } = incoming
  const body = method === 'POST' ? (Readable.toWeb(incoming) as ReadableStream) : null
  const init = { method, headers: headers as Record<string, string>, body, signal: client.signal, duplex: 'half' }
  const response = await handle(new Request(new URL(url, 'http://localhost'), init))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void outgoing.end()
  Readable.fromWeb(response.body as NodeStream)
    .on('error', () => outgoing.destroy())
    .pipe(outgoing)
}

export interface RunningServer {
  url: string
  close: () => Promise<void>
}

export async function listen(server: Server): Promise<RunningServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}
