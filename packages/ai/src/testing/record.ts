import type { RecordedChunk, RecordedExchange, Recording } from './recording.ts'

export interface RecordOptions {
  /** Default: the global `fetch`, looked up when called. */
  fetch?: typeof fetch
  /** Further secrets to strike out, e.g. names and addresses in the conversation. */
  secrets?: string[]
}

/** A `fetch` that records what passes through it. */
export interface RecordFetch {
  (input: RequestInfo | URL, init?: RequestInit): Promise<Response>
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
  const clean = strikeOut(secrets)
  let host: string | undefined

  const record = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const text = await request.clone().text()
    const started = performance.now()
    const response = await (through ?? fetch)(input, init)
    host ??= new URL(request.url).host
    const chunks: RecordedChunk[] = []
    const { status } = response
    const body = text === '' ? {} : { body: withoutSecrets(parse(clean(text))) }
    exchanges.push({
      request: { method: request.method, url: clean(addressOf(request.url)), ...body },
      response: { status, headers: kept(response.headers), chunks },
    })
    return listening(response, chunks, started, clean)
  }
  return Object.assign(record, {
    recording: ({ name, api, model }: Parameters<RecordFetch['recording']>[0]): Recording => {
      const source = { kind: 'recorded', at: new Date().toISOString(), ...(host && { host }) } as const
      return { version: 1, name, api, source, ...(model === undefined ? {} : { model }), exchanges }
    },
  })
}

/** The same response, whose chunks are noted as they are read. */
function listening(
  response: Response,
  chunks: RecordedChunk[],
  started: number,
  clean: (text: string) => string,
): Response {
  if (!response.body) return response
  let last = started
  const note = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      const now = performance.now()
      chunks.push(chunkOf(bytes, Math.round(now - last), clean))
      last = now
      controller.enqueue(bytes)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(note), { status, statusText, headers })
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
