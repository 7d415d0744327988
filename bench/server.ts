// Plays answers on 127.0.0.1, in a process of its own, until its standard input ends. Prints its port.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { answerAt, parsePlay, type Play } from './task.ts'
import { render, type Wire } from './wire.ts'

const bodies = new Map<string, Buffer>()

/** Rendered once: a benchmark must not wait for its server. */
function bodyOf(wire: Wire, name: string, play: Play, turn: number): Buffer {
  const key = `${wire} ${name} ${play.kind === 'turns' ? turn : ''}`
  const known = bodies.get(key)
  if (known) return known
  const body = Buffer.from(render(wire, answerAt(play, turn)))
  bodies.set(key, body)
  return body
}

/** Turns so far: assistant messages in the request. */
function turnOf(request: string): number {
  const { messages } = JSON.parse(request) as { messages: { role: string }[] }
  return messages.filter(({ role }) => role === 'assistant').length
}

function write(response: ServerResponse, body: Buffer, pieceBytes: number): void {
  let at = 0
  const next = (): void => {
    if (response.destroyed) return
    if (at >= body.length) return void response.end()
    const canGoOn = response.write(body.subarray(at, (at += pieceBytes)))
    if (canGoOn) setImmediate(next)
    else response.once('drain', next)
  }
  next()
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const [, name = '', ...path] = (request.url ?? '').split('/')
  const play = parsePlay(name)
  const wire = path.at(-1) === 'messages' ? 'anthropic' : 'openai'
  const body = bodyOf(wire, name, play, turnOf(Buffer.concat(pieces).toString()))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  write(response, body, play.kind === 'crowd' ? 1024 : 16_384)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => console.log((server.address() as AddressInfo).port))
process.stdin.resume().on('end', () => process.exit(0))
