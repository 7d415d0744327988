import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser'

import { vendorError } from '../normalize/vendor-error.ts'
import type { FrameDecoder, FrameSink } from './frames.ts'
import { isErrorBody, noEventStream } from './no-event-stream.ts'
import { parseJson } from './parse-json.ts'

/** So much of a body that is no event stream is kept for the error message. */
const maxStray = 4000

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

  function onEvent({ data }: EventSourceMessage): void {
    sawData = true
    if (data === '') return
    if (data === '[DONE]') return sink.done()
    const chunk = parseJson(data)
    if (chunk === undefined) malformed.push(data)
    else sink.chunk(chunk as Chunk)
  }

  function onError({ type, field, value, line }: ParseError): void {
    if (type !== 'unknown-field') return
    if (field === 'error' && value) return sink.fail(vendorError(parseJson(value) ?? value))
    if (stray.length < maxStray) stray += `${line ?? field ?? ''}\n`
  }

  function feed(piece: string): void {
    const end = endOfLastLine(piece)
    if (end > 0) parser.feed(open.length === 0 ? piece.slice(0, end) : open.join('') + piece.slice(0, end))
    if (end > 0) open = []
    if (end < piece.length) open.push(piece.slice(end))
  }

  return {
    feed: (bytes) => feed(text.decode(bytes, { stream: true })),
    end() {
      // Two line ends: the first completes a last line, the second dispatches its event.
      feed(`${text.decode()}\n\n`)
      if (malformed.length > 0) sink.warn('sse_parse_error', malformedText(malformed))
      if (sawData ? isErrorBody(stray) : stray.trim() !== '') sink.fail(noEventStream(stray))
    },
  }
}

/** Where the last whole line of a piece ends. Bare CRs count only where there is no LF. */
function endOfLastLine(piece: string): number {
  return piece.lastIndexOf('\n') + 1 || piece.lastIndexOf('\r') + 1
}

function malformedText(malformed: readonly string[]): string {
  return `${malformed.length} event(s) were left out because their data is not JSON, first: ${malformed[0]?.slice(0, 200)}`
}
