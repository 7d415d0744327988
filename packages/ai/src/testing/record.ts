import { headerSecrets, urlSecrets } from '../auth/secrets.ts'
import { type Redact, redactValue } from '../errors/redact.ts'
import { tryParseJson } from '../values/json.ts'
import type { RecordedExchange, RecordedResponse, Recording } from './recording.ts'
import { bodyRedactor, type RawChunk, redactedAddress, redactedChunks, withoutPeople } from './redact-recording.ts'

/** What {@link recordFetch} records through, and what it must not keep. */
export interface RecordOptions {
  /** Default: the global `fetch`, looked up when called. */
  fetch?: typeof fetch
  /** Further secrets to take out, e.g. names and addresses in the conversation. */
  secrets?: string[]
}

/** A `fetch` that records what passes through it. */
export interface RecordFetch {
  (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response>
  /** What was recorded so far; complete when the bodies of all responses have been read. */
  recording(facts: Pick<Recording, 'name' | 'api'> & { model?: string }): Recording
}

/** Headers that a replay needs; all others may tell who was asked, by whom. */
const keptHeaders: ReadonlySet<string> = new Set(['content-type', 'retry-after', 'retry-after-ms'])

/** An exchange as it happens. Secrets are taken out when it is looked at: one may lie across chunks. */
interface LiveExchange {
  method: string
  url: string
  body: string
  response: Omit<RecordedResponse, 'chunks'>
  chunks: RawChunk[]
  clean: Redact
}

/**
 * Records requests and responses, chunk by chunk with their pauses. Keys are not recorded: request headers are left out,
 * and what authenticates the request (headers, user and password, query parameters that are called like a secret) is
 * taken out of addresses and bodies by its value, in every form (`redact`) and across chunks. Fields that name people
 * (`user`) are taken out of requests; arguments that are called `key` stay.
 *
 * @example
 * const fetch = recordFetch()
 * await complete(model, context, { fetch })
 * const recording = fetch.recording({ name: 'openai-completions/weather', api: model.api })
 */
export function recordFetch({ fetch: through, secrets = [] }: RecordOptions = {}): RecordFetch {
  const exchanges: LiveExchange[] = []
  let host: string | undefined

  const record = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    // Reading a request uses it up, and one that was given as an object is needed to be sent.
    const request = new Request(input instanceof Request ? input.clone() : withoutLogin(input), init)
    const { method, url, headers } = request
    const known = [...headerSecrets(headers), ...urlSecrets(input instanceof Request ? url : String(input))]
    const body = await request.text()
    const started = performance.now()
    const response = await (through ?? fetch)(input, init)
    host ??= new URL(url).host
    const { status } = response
    const live = { status, headers: kept(response.headers) }
    const clean = bodyRedactor(known, secrets)
    const exchange: LiveExchange = { method, url, body, response: live, chunks: [], clean }
    exchanges.push(exchange)
    return listening(response, exchange, started)
  }
  return Object.assign(record, {
    recording: ({ name, api, model }: Parameters<RecordFetch['recording']>[0]): Recording => {
      const source = { kind: 'recorded', at: new Date().toISOString(), ...(host && { host }) } as const
      const recorded = exchanges.map(toRecorded)
      return { version: 1, name, api, source, ...(model === undefined ? {} : { model }), exchanges: recorded }
    },
  })
}

/** A `Request` takes no address with user and password; only the copy that is looked at goes without. */
function withoutLogin(input: string | URL): string {
  if (!URL.canParse(String(input))) return String(input)
  const url = new URL(input)
  url.username = ''
  url.password = ''
  return url.href
}

function toRecorded({ method, url, body, response, chunks, clean }: LiveExchange): RecordedExchange {
  const content = body === '' ? {} : { body: withoutPeople(redactValue(parse(body), clean)) }
  return {
    request: { method, url: redactedAddress(url, clean), ...content },
    response: { ...response, headers: redactValue(response.headers, clean), chunks: redactedChunks(chunks, clean) },
  }
}

/** The same response, whose chunks are noted as they are read, and whether the connection was lost. */
function listening(response: Response, exchange: LiveExchange, started: number): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  let last = started
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await reader.read().catch((error: unknown) => {
          exchange.response.ending = 'drop'
          throw error
        })
        if (step.done) return controller.close()
        const now = performance.now()
        exchange.chunks.push({ afterMs: Math.round(now - last), bytes: step.value.slice() })
        last = now
        controller.enqueue(step.value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read before somebody asks for it, so the pauses are those of the reader.
    { highWaterMark: 0 },
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

function kept(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => keptHeaders.has(name)))
}

function parse(text: string): unknown {
  return tryParseJson(text) ?? text
}
