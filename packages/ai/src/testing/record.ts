import type { RecordedChunk, RecordedExchange, RecordedResponse, Recording } from './recording.ts'

/** What {@link recordFetch} records through, and what it must not keep. */
export interface RecordOptions {
  /** Default: the global `fetch`, looked up when called. */
  fetch?: typeof fetch
  /** Further secrets to strike out, e.g. names and addresses in the conversation. */
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

/** Query parameters and fields of a body that hold secrets or name people. */
const secretName =
  /^(x-goog-)?(api[-_]?)?key$|(access|auth|id)[-_]?token$|secret|password|authorization|signature$|^user(_id)?$|safety_identifier/i

/** Stands where a secret stood; a replay takes it for anything. */
export const struckOut = 'REDACTED'

/**
 * Records requests and responses, chunk by chunk with their pauses. Keys are not recorded: request headers are left out,
 * and secrets are struck out of addresses and bodies.
 *
 * @example
 * const fetch = recordFetch()
 * await complete(model, context, { fetch })
 * const recording = fetch.recording({ name: 'openai-completions/weather', api: model.api })
 */
export function recordFetch({ fetch: through, secrets = [] }: RecordOptions = {}): RecordFetch {
  const exchanges: RecordedExchange[] = []
  let host: string | undefined

  const record = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    // Reading a request uses it up, and one that was given as an object is needed to be sent.
    const request = new Request(input instanceof Request ? input.clone() : input, init)
    const clean = strikeOut([...secrets, ...keysIn(request.headers)])
    const text = await request.text()
    const started = performance.now()
    const response = await (through ?? fetch)(input, init)
    host ??= new URL(request.url).host
    const { status } = response
    const body = text === '' ? {} : { body: withoutSecrets(parse(clean(text))) }
    const recorded: RecordedResponse = { status, headers: kept(response.headers), chunks: [] }
    exchanges.push({
      request: { method: request.method, url: clean(addressOf(request.url)), ...body },
      response: recorded,
    })
    return listening(response, recorded, started, clean)
  }
  return Object.assign(record, {
    recording: ({ name, api, model }: Parameters<RecordFetch['recording']>[0]): Recording => {
      const source = { kind: 'recorded', at: new Date().toISOString(), ...(host && { host }) } as const
      return { version: 1, name, api, source, ...(model === undefined ? {} : { model }), exchanges }
    },
  })
}

/** The same response, whose chunks are noted as they are read, and whether the connection was lost. */
function listening(
  response: Response,
  recorded: RecordedResponse,
  started: number,
  clean: (text: string) => string,
): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  let last = started
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await reader.read().catch((error: unknown) => {
          recorded.ending = 'drop'
          throw error
        })
        if (step.done) return controller.close()
        const now = performance.now()
        recorded.chunks.push(chunkOf(step.value, Math.round(now - last), clean))
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

const keyHeaders = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'x-amz-security-token']

/** The keys that a request is sent with: an error may repeat them. A placeholder is short, and may be a word of the text. */
function keysIn(headers: Headers): string[] {
  const keys = keyHeaders.map((name) => headers.get(name)?.replace(/^Bearer /i, '') ?? '')
  return keys.filter(({ length }) => length >= 8)
}

function chunkOf(bytes: Uint8Array, afterMs: number, clean: (text: string) => string): RecordedChunk {
  try {
    return { afterMs, text: clean(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch {
    return { afterMs, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  }
}

function strikeOut(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret !== '')
  return (text) => known.reduce((cleaned, secret) => cleaned.replaceAll(secret, struckOut), text)
}

function addressOf(url: string): string {
  const address = new URL(url)
  for (const name of Array.from(address.searchParams.keys()))
    if (secretName.test(name)) address.searchParams.set(name, struckOut)
  return `${address.pathname}${address.search}`
}

function kept(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => keptHeaders.has(name)))
}

/** Secrets stand in fields with telling names; the texts of the conversation are left as they are. */
function withoutSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutSecrets)
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).map(([name, value]) => {
    const isSecret = typeof value === 'string' && secretName.test(name)
    return [name, isSecret ? struckOut : withoutSecrets(value)]
  })
  return Object.fromEntries(entries) as unknown
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
