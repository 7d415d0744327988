import { redacted } from '../errors/redact.ts'
import { tryParseJson } from '../values/json.ts'
import type { RecordedChunk, RecordedExchange, Recording } from './recording.ts'

/** How fast {@link replayFetch} responds. */
export interface ReplayOptions {
  /** Factor on the recorded pauses; 0 (the default) leaves them out. */
  speed?: number
}

/** A `fetch` that responds from a recording. */
export interface ReplayFetch {
  (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response>
  /** @throws Error if exchanges of the recording were not requested. */
  assertComplete(): void
}

/**
 * Replays a recording: chunk boundaries, pauses, status and headers as they were. Requests are matched in order, by
 * method, path and body; an exchange without a body takes any.
 *
 * @returns a `fetch` that rejects, showing the nearest recording, when a request does not match.
 *
 * @example
 * const fetch = replayFetch(recording)
 * for await (const event of stream(model, context, { fetch })) …
 */
export function replayFetch({ name, exchanges }: Recording, { speed = 0 }: ReplayOptions = {}): ReplayFetch {
  const left = [...exchanges]
  const replay = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const body = parse(await request.clone().text())
    const at = left.findIndex((exchange) => matches(exchange, request, body))
    const [exchange] = at < 0 ? [] : left.splice(at, 1)
    if (!exchange) throw new TypeError(miss(name, request, body, left))
    return responseOf(exchange, speed, request.signal)
  }
  return Object.assign(replay, {
    assertComplete() {
      if (left.length > 0)
        throw new Error(`${name}: ${left.length} of ${exchanges.length} exchanges were not requested`)
    },
  })
}

function matches({ request }: RecordedExchange, { method, url }: Request, body: unknown): boolean {
  if (request.method !== method || pathOf(request.url) !== pathOf(url)) return false
  return request.body === undefined || agree(request.body, body)
}

/** The host does not matter: a recording is replayed anywhere. */
function pathOf(url: string): string {
  const { pathname } = new URL(url, 'http://recording')
  return pathname
}

function responseOf({ response }: RecordedExchange, speed: number, signal: AbortSignal): Response {
  const { status, headers, chunks, ending } = response
  const rest = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = rest.shift()
      if (chunk) await pause(chunk.afterMs * speed, signal)
      if (signal.aborted) return controller.error(signal.reason)
      if (chunk) return controller.enqueue(bytesOf(chunk))
      if (ending === 'drop') return controller.error(new TypeError('terminated'))
      controller.close()
    },
  })
  return new Response(body, { status, headers })
}

function pause(ms: number, signal: AbortSignal): Promise<void> | undefined {
  if (!(ms > 0)) return undefined
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish, { once: true })
    function finish() {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })
}

function bytesOf({ text, base64 }: RecordedChunk): Uint8Array {
  if (base64 === undefined) return new TextEncoder().encode(text ?? '')
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

function miss(name: string, { method, url }: Request, body: unknown, left: readonly RecordedExchange[]): string {
  const [nearest] = [...left].sort((a, b) => distance(a.request.body, body) - distance(b.request.body, body))
  const asked = `${method} ${pathOf(url)}\n${pretty(body)}`
  if (!nearest) return `${name}: nothing is left to replay. Asked for:\n${asked}`
  const { request } = nearest
  const had = `${request.method} ${pathOf(request.url)}\n${pretty(request.body)}`
  return `${name}: no recorded request matches. Asked for:\n${asked}\nNearest recording:\n${had}`
}

/** In how many top-level fields two bodies differ. */
function distance(a: unknown, b: unknown): number {
  const [left, right] = [fieldsOf(a), fieldsOf(b)]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].filter((key) => !agree(left[key], right[key])).length
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

/** Whether two JSON values are the same; what was taken out of the recording agrees with anything. */
function agree(recorded: unknown, asked: unknown): boolean {
  if (recorded === redacted || recorded === asked) return true
  if (typeof recorded === 'string' && typeof asked === 'string') return agreeInText(recorded, asked)
  if (typeof recorded !== 'object' || typeof asked !== 'object' || !recorded || !asked) return false
  if (Array.isArray(recorded) !== Array.isArray(asked)) return false
  const [left, right] = [fieldsOf(recorded), fieldsOf(asked)]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => agree(left[key], right[key]))
}

/** Secrets may have been taken out of the middle of a text: the parts around them are found in order. */
function agreeInText(recorded: string, asked: string): boolean {
  const parts = recorded.split(redacted)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1 || !asked.startsWith(first) || !asked.endsWith(last)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = asked.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= asked.length - last.length
}

function pretty(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? '(any body)').slice(0, 2000)
}

function parse(text: string): unknown {
  return text === '' ? undefined : (tryParseJson(text) ?? text)
}
