import type { Wire, WireEvent } from './wire.ts'

const bytes = new TextEncoder()

/** What all wires of server-sent events have in common. */
export const sse: Pick<Wire, 'framing' | 'contentType' | 'encode' | 'keepAlive' | 'endless'> = {
  framing: 'sse',
  contentType: 'text/event-stream',
  encode: (event) => bytes.encode(sseText(event)),
  keepAlive: bytes.encode(': keep-alive\n\n'),
  endless: bytes.encode('data: {"padding":"'),
}

/** An event as text. */
export function sseText({ kind, name, data }: WireEvent): string {
  const label = name === undefined ? '' : `event: ${name}\n`
  return `${label}data: ${kind === 'done' ? '[DONE]' : JSON.stringify(data)}\n\n`
}
