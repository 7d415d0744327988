import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server answers. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** `drop` breaks the connection after the body. */
  ending?: 'close' | 'drop'
}

export interface ReceivedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingMessage['headers']
  text: string
  /** The body as JSON, undefined if it is none. */
  json: unknown
}

export interface TestServer {
  /** Origin, e.g. `http://127.0.0.1:40123`. */
  url: string
  requests: ReceivedRequest[]
  close: () => Promise<void>
}

/** A real HTTP server on this machine, so that real SDKs can be used in tests. Answers with `reply`, request by request. */
export async function serve(reply: (request: ReceivedRequest, index: number) => Reply): Promise<TestServer> {
  const requests: ReceivedRequest[] = []
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await receive(incoming)
    const { status = 200, headers = {}, body = '', ending } = reply(request, requests.push(request) - 1)
    response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
    response.write(body, () => (ending === 'drop' ? incoming.socket.destroy() : response.end()))
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  const { method = '', url = '', headers } = incoming
  return { method, url, headers, text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Where to cut the bytes of a body. */
export type Cut = (bytes: Uint8Array) => Uint8Array[]

export const whole: Cut = (bytes) => [bytes]

export const byteByByte: Cut = (bytes) => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))

/** Cuts of 1 to 64 bytes; the same seed gives the same cuts. */
export function randomCut(seed: number): Cut {
  return (bytes) => {
    const pieces: Uint8Array[] = []
    let random = seed
    for (let at = 0; at < bytes.length;) {
      random = (random * 48_271) % 2_147_483_647
      const size = 1 + (random % 64)
      pieces.push(bytes.subarray(at, at + size))
      at += size
    }
    return pieces
  }
}

/** The global `fetch`, whose response bodies arrive cut. The network alone does not promise where it cuts. */
export function cuttingFetch(cut: Cut): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const pieces = cut(bytes).values()
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const { value, done } = pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
    return new Response(body, { status: response.status, headers: response.headers })
  }
}
