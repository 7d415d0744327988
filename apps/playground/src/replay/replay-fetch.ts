import type { FixtureExchange } from '@dreb/fixtures'

import { chunkBytes } from './chunk-bytes.ts'
import type { ReplayClock } from './clock.ts'

/** What is said over the wire, as it is said. */
export type WireSignal =
  | { type: 'request'; exchange: number; method: string; url: string; body: unknown }
  | { type: 'chunk'; exchange: number; afterMs: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end'; exchange: number; how: 'close' | 'drop' | 'cancelled' }

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
    const { status, headers } = response
    return new Response(bodyOf(response, exchange, request.signal), { status, headers })
  }

  function bodyOf(response: FixtureExchange['response'], exchange: number, signal: AbortSignal): ReadableStream {
    const { chunks, ending: how = 'close' } = response
    let at = 0
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const chunk = chunks[at++]
          if (!chunk) {
            onSignal({ type: 'end', exchange, how })
            return how === 'close' ? controller.close() : controller.error(new TypeError('terminated'))
          }
          await clock.wait(chunk.afterMs, signal)
          const bytes = chunkBytes(chunk)
          onSignal({ type: 'chunk', exchange, afterMs: chunk.afterMs, bytes })
          controller.enqueue(bytes)
        },
        cancel() {
          // Whoever has read to the end mark hangs up; that is how most connections end.
          if (at <= chunks.length)
            onSignal({ type: 'end', exchange, how: at === chunks.length ? 'close' : 'cancelled' })
          at = chunks.length + 1
        },
      },
      // Nothing is read ahead: a chunk is delivered when somebody asks for it.
      { highWaterMark: 0 },
    )
  }
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
