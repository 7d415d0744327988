/**
 * What went over the wire, to be replayed: plain data, so that it can be kept as JSON or as a module, and so that
 * a package of recordings needs no import from here.
 */
export interface Recording {
  version: 1
  /** `<api>/<what it shows>`, e.g. `openai-completions/weather`. */
  name: string
  /** Wire format, as in `Model.api`. */
  api: string
  source: RecordingSource
  /** The model that responded. */
  model?: string
  /** In the order the requests were made. */
  exchanges: RecordedExchange[]
}

/** Where a recording comes from: written by hand, or taken from a live service at that time (ISO 8601). */
export type RecordingSource = { kind: 'made' } | { kind: 'recorded'; at: string; host?: string }

/** One request and the response to it. */
export interface RecordedExchange {
  request: RecordedRequest
  response: RecordedResponse
}

/** A request without its secrets. A recording that was written by hand may leave out the body: any body matches. */
export interface RecordedRequest {
  method: string
  url: string
  /** Parsed, if it was JSON. */
  body?: unknown
}

/** A response: only the headers that a replay needs, and the body as it came. */
export interface RecordedResponse {
  status: number
  headers: Record<string, string>
  chunks: RecordedChunk[]
  /** How the connection ended after the last chunk: properly, or reset. Default `close`. */
  ending?: 'close' | 'drop'
}

/** What one read of the body gave. Exactly one of `text` and `base64`; base64 where a chunk is not whole UTF-8. */
export interface RecordedChunk {
  /** Milliseconds since the chunk before, or since the request. */
  afterMs: number
  text?: string
  base64?: string
}
