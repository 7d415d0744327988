import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { encodeAll, type Wire, type WireEvent } from '../wires/wire.ts'

/** What an attack answers a request with: properly, byte by byte, or not at all. */
export class Reply {
  /** Bytes that were handed to the network. */
  sent = 0
  readonly #response: ServerResponse
  readonly #socket: Socket
  readonly #wire: Wire

  constructor(response: ServerResponse, wire: Wire) {
    this.#response = response
    this.#socket = response.socket as Socket
    this.#wire = wire
  }

  /** The client has hung up, or the attack has. */
  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  /** Status and headers. The connection is not to be kept, so that an open socket at the end is a leak. */
  head(status = 200, headers: Record<string, string | string[]> = {}): this {
    this.#response.writeHead(status, { 'content-type': this.#wire.contentType, connection: 'close', ...headers })
    this.#response.flushHeaders()
    return this
  }

  /** Part of the body. */
  send(body: string | Uint8Array | readonly WireEvent[]): this {
    const bytes = isEvents(body) ? encodeAll(this.#wire, body) : Buffer.from(body)
    this.sent += bytes.length
    this.#response.write(bytes)
    return this
  }

  /** Ends the body as HTTP wants it. */
  end(body?: string | Uint8Array | readonly WireEvent[]): void {
    if (body !== undefined) this.send(body)
    this.#response.end()
  }

  /** Bytes past the HTTP server: status lines, headers and chunk sizes are the attack's own. */
  raw(bytes: string | Uint8Array): this {
    this.sent += bytes.length
    this.#socket.write(bytes)
    return this
  }

  /** Ends the connection without ending the body, after what was written has left. */
  close(): void {
    this.#socket.end()
  }

  /** Resets the connection. */
  reset(): void {
    this.#socket.resetAndDestroy()
  }

  /** Sends this for ever, as fast as the client reads, but never more than `limit` bytes. */
  async flood(body: string | Uint8Array, limit: number): Promise<void> {
    const bytes = Buffer.from(body)
    while (!this.isClosed && this.sent < limit) {
      this.sent += bytes.length
      if (!this.#response.write(bytes)) await drained(this.#response)
    }
  }

  /** Sends one of these every so often, until the client hangs up. */
  async trickle(bodies: Iterable<string | Uint8Array>, everyMs: number, raw = false): Promise<void> {
    for (const body of bodies) {
      if (this.isClosed) return
      if (raw) this.raw(body)
      else this.send(body)
      await sleep(everyMs)
    }
  }
}

function isEvents(body: string | Uint8Array | readonly WireEvent[]): body is readonly WireEvent[] {
  return Array.isArray(body)
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      response.off('close', settle)
      resolve()
    }
    response.on('drain', settle)
    response.on('close', settle)
  })
}
