import type { Random } from './random.ts'
import type { Wire, WireCall, WireEnd } from './wire.ts'

/** A vendor that answers at random, often badly, and refuses every history that a real one would. */
export class FaultyVendor {
  /** What was wrong with requests. */
  readonly faults: string[] = []
  /** From now on every answer is the text `done`. */
  isCalm = false
  readonly #random: Random
  readonly #wire: Wire
  #calls = 0

  constructor(random: Random, wire: Wire) {
    this.#random = random
    this.#wire = wire
  }

  readonly fetch: typeof globalThis.fetch = async (_url, init) => {
    const fault = this.#wire.faultIn(JSON.parse(init?.body as string))
    if (fault !== undefined) {
      this.faults.push(fault)
      return new Response(JSON.stringify({ error: { type: 'invalid_request_error', message: fault } }), { status: 400 })
    }
    if (this.isCalm) return this.#body(this.#wire.answer('done', [], 'whole'))
    return this.#answer(init?.signal ?? undefined)
  }

  #answer(signal: AbortSignal | undefined): Response {
    const random = this.#random
    const kind = random.below(20)
    if (kind === 0) throw new TypeError('fetch failed')
    if (kind === 1) return new Response('{"error":{"message":"busy"}}', { status: random.pick([401, 429, 500, 529]) })
    const end: WireEnd = random.chance(0.7) ? 'whole' : random.pick(['length', 'refusal', 'open', 'errorObject'])
    const text = random.pick(['', 'Let me see.', 'Good.'])
    const calls = random.chance(0.55) ? Array.from({ length: 1 + random.below(3) }, () => this.#call()) : []
    const body = this.#wire.answer(text, calls, end)
    if (kind === 2) return this.#body(body.slice(0, random.below(body.length)), signal)
    return this.#body(body)
  }

  #call(): WireCall {
    const random = this.#random
    const args = random.pick(['{"n":1}', '{"n":"2"}', '{}', '', '{"n":', '{"n":"x"}'])
    const id = random.chance(0.1) ? 'call_again' : `call_${++this.#calls}`
    return {
      id,
      name: random.pick(['ok', 'ok', 'throws', 'hangs', 'deaf', 'strict', 'last', 'unknown']),
      arguments: args,
    }
  }

  /** With a signal the body never ends by itself. */
  #body(text: string, signal?: AbortSignal): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        if (!signal) return controller.close()
        signal.addEventListener('abort', () => controller.error(new DOMException('Aborted', 'AbortError')), {
          once: true,
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}
