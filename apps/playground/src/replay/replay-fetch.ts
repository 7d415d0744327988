import type { FixtureChunk, FixtureExchange } from '@dreb/fixtures'

import { chunkBytes } from './chunk-bytes.ts'
import type { ReplayClock } from './clock.ts'

/** What is said over the wire, as it is said. */
export type WireSignal =
  | { type: 'request'; exchange: number; method: string; url: string; body: unknown }
  | { type: 'chunk'; exchange: number; afterMs: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end'; exchange: number; how: 'close' | 'drop' | 'cancelled' }

/** What is replayed, in whose rhythm, and who is told. */
export interface ReplayOptions {
  exchanges: readonly FixtureExchange[]
  clock: ReplayClock
  onSignal: (signal: WireSignal) => void
}

/**
 * A `fetch` that answers from a recording, in its rhythm: the nth request gets the nth response, whatever it asks.
 * One request too many is answered with status 400 and says so.
 */
export function createReplayFetch({ exchanges, clock, onSignal }: ReplayOptions): typeof fetch {
  let count = 0
  return async (input, init) => {
    const request = new Request(input, init)
    const exchange = count++
    const body = parseJson(await request.text())
    onSignal({ type: 'request', exchange, method: request.method, url: request.url, body })
    const response = exchanges[exchange]?.response
    if (!response) return usedUp(exchanges.length)
    const { status, headers, chunks, ending = 'close' } = response
    const deliver = async (chunk: FixtureChunk) => {
      await clock.wait(chunk.afterMs, request.signal)
      const bytes = chunkBytes(chunk)
      onSignal({ type: 'chunk', exchange, afterMs: chunk.afterMs, bytes })
      return bytes
    }
    const end = (how: Ending) => onSignal({ type: 'end', exchange, how })
    return new Response(bodyOf(chunks, ending, deliver, end), { status, headers })
  }
}

type Ending = Extract<WireSignal, { type: 'end' }>['how']

function bodyOf(
  chunks: readonly FixtureChunk[],
  ending: 'close' | 'drop',
  deliver: (chunk: FixtureChunk) => Promise<Uint8Array<ArrayBuffer>>,
  end: (how: Ending) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = chunks[at++]
        if (chunk) return controller.enqueue(await deliver(chunk))
        end(ending)
        if (ending === 'close') controller.close()
        else controller.error(new TypeError('terminated'))
      },
      cancel() {
        // Whoever has read to the end mark hangs up; that is how most connections end.
        if (at <= chunks.length) end(at === chunks.length ? 'close' : 'cancelled')
        at = chunks.length + 1
      },
    },
    // Nothing is read ahead: a chunk is delivered when somebody asks for it.
    { highWaterMark: 0 },
  )
}

function usedUp(count: number): Response {
  const message = `The recording has ${count} response(s), and all of them have been given.`
  return Response.json(
    { error: { message, type: 'invalid_request_error', code: 'recording_used_up' } },
    { status: 400 },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
