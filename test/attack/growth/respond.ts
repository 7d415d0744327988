import { type AssistantMessage, type AssistantMessageEvent, type Context, stream } from '@dreb/ai'
import type { Model } from '@dreb/ai'

import { encodeAll, textResponse, type Wire, type WireEvent } from '../wires/wire.ts'

/** A `fetch` whose every response has this body, in chunks of so many bytes. The network would only add noise. */
export function respondingFetch(wire: Wire, body: Uint8Array, chunkSize = 64 * 1024): typeof fetch {
  return async () => {
    let at = 0
    const bytes = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= body.length) return controller.close()
        controller.enqueue(body.subarray(at, at + chunkSize))
        at += chunkSize
      },
    })
    return new Response(bytes, { headers: { 'content-type': wire.contentType } })
  }
}

/** Reads a response of these events. */
export function read(
  wire: Wire,
  events: readonly WireEvent[],
  more: { chunkSize?: number; onEvent?: (event: AssistantMessageEvent) => void; model?: Partial<Model> } = {},
): Promise<AssistantMessage> {
  return readBytes(wire, encodeAll(wire, events), more)
}

/** Reads a response of these bytes. */
export async function readBytes(
  wire: Wire,
  body: Uint8Array,
  {
    chunkSize,
    onEvent,
    model,
  }: { chunkSize?: number; onEvent?: (event: AssistantMessageEvent) => void; model?: Partial<Model> } = {},
): Promise<AssistantMessage> {
  const fetch = respondingFetch(wire, body, chunkSize)
  const events = stream({ ...wire.model('http://127.0.0.1:9'), ...model }, hello, {
    ...wire.options,
    apiKey: 'key',
    fetch,
  })
  for await (const event of events) onEvent?.(event)
  return events.result()
}

/** Sends a conversation. */
export async function ask(wire: Wire, context: Context): Promise<AssistantMessage> {
  const fetch = respondingFetch(wire, encodeAll(wire, textResponse(wire, 'ok')))
  return stream(wire.model('http://127.0.0.1:9'), context, { ...wire.options, apiKey: 'key', fetch }).result()
}

/** @throws Error unless the response was good: what fails early is cheap and proves nothing */
export function assertGood({ stopReason, errorMessage }: AssistantMessage): void {
  if (stopReason === 'error' || stopReason === 'aborted') throw new Error(`It failed: ${errorMessage}`)
}

const hello: Context = { messages: [{ role: 'user', content: 'Hello', timestamp: 1 }] }
