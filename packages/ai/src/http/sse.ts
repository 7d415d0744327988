import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser'

import { parseError } from '../errors/parse-error.ts'
import { parseJson } from '../values/json.ts'
import type { FrameDecoder, FrameSink } from './frames.ts'
import { isErrorBody, readPlainBody } from './no-event-stream.ts'

/** So much of a body that is no event stream is kept for the error message. */
const maxStray = 4000

/** So much of one that may be JSON is kept: it may be the whole response. */
const maxJson = 32 * 1024 * 1024

/**
 * Server-sent events whose data is JSON, as all vendors but Bedrock send them. `eventsource-parser` does the protocol;
 * here is what it leaves to its user: a last line without its newline, an error in a field of its own (llama.cpp), data
 * that is not JSON, and bodies that are no event stream at all.
 */
export function decodeSse<Chunk>(sink: FrameSink<Chunk>): FrameDecoder {
  const text = new TextDecoder()
  const malformed: string[] = []
  /** Pieces of a line that has not ended: the parser would forget an unknown field that it does not get in one piece. */
  let open: string[] = []
  let stray = ''
  let sawData = false

  const parser = createParser({ onEvent, onError })

  function onEvent({ data, event }: EventSourceMessage): void {
    sawData = true
    if (data === '') return
    if (data === '[DONE]') return sink.done()
    const chunk = parseJson(data)
    if (event === 'error' && !saysError(chunk)) return sink.fail(parseError(chunk ?? data))
    if (chunk !== undefined) return sink.chunk(chunk as Chunk)
    if (data.trim() === '[DONE]') return sink.done()
    malformed.push(data)
  }

  function onError({ type, field, value, line }: ParseError): void {
    if (type !== 'unknown-field') return
    if (field === 'error' && value) return sink.fail(parseError(parseJson(value) ?? value))
    if (stray.length < maxOf(stray || (line ?? ''), sawData)) stray += `${line ?? field ?? ''}\n`
  }

  function feed(piece: string): void {
    const end = endOfLastLine(piece)
    if (end > 0) parser.feed(open.length === 0 ? piece.slice(0, end) : open.join('') + piece.slice(0, end))
    if (end > 0) open = []
    if (end < piece.length) open.push(piece.slice(end))
  }

  function deliverPlain(): void {
    const body = readPlainBody(stray)
    if (body.kind === 'failure') return sink.fail(body.error)
    for (const chunk of body.chunks) sink.chunk(chunk as Chunk)
  }

  return {
    feed: (bytes) => feed(text.decode(bytes, { stream: true })),
    end() {
      // Two line ends: the first completes a last line, the second dispatches its event.
      feed(`${text.decode()}\n\n`)
      if (malformed.length > 0) sink.warn('sse_parse_error', malformedText(malformed))
      if (sawData ? isErrorBody(stray) : !isCutField(stray.trim().slice(0, 10))) deliverPlain()
    },
  }
}

/** Whether a chunk says of itself that it is a failure, so that a normaliser needs no event name to know it. */
function saysError(chunk: unknown): boolean {
  const { error, type } = (chunk ?? {}) as { error?: unknown; type?: unknown }
  return Boolean(error) || type === 'error'
}

/** How much of the text outside of events is kept. */
function maxOf(text: string, sawData: boolean): number {
  return !sawData && /^\s*[[{]/.test(text.slice(0, 100)) ? maxJson : maxStray
}

/** Whether a body was cut before its first line could say what it is. */
function isCutField(text: string): boolean {
  return ['data:', 'event:', 'id:', 'retry:'].some((field) => field.startsWith(text))
}

/** Where the last whole line of a piece ends. Bare CRs count only where there is no LF. */
function endOfLastLine(piece: string): number {
  return piece.lastIndexOf('\n') + 1 || piece.lastIndexOf('\r') + 1
}

function malformedText(malformed: readonly string[]): string {
  return `${malformed.length} event(s) were left out because their data is not JSON, first: ${malformed[0]?.slice(0, 200)}`
}
