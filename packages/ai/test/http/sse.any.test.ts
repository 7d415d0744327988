import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AIError } from '#src/errors/ai-error.ts'
import { decodeSse } from '#src/http/sse.ts'

function read(pieces: readonly (string | Uint8Array)[]) {
  const chunks: unknown[] = []
  const warnings: string[] = []
  const errors: AIError[] = []
  let done = 0
  const decoder = decodeSse({
    chunk: (chunk) => chunks.push(chunk),
    warn: (code, message) => warnings.push(`${code}: ${message}`),
    fail: (error) => errors.push(error),
    done: () => done++,
  })
  for (const piece of pieces) decoder.feed(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
  decoder.end()
  return { chunks, warnings, errors, done }
}

describe('decodeSse', () => {
  it.each([
    ['LF', 'data: {"a":1}\n\ndata: {"a":2}\n\n'],
    ['CRLF', 'data: {"a":1}\r\n\r\ndata: {"a":2}\r\n\r\n'],
    ['CR', 'data: {"a":1}\r\rdata: {"a":2}\r\r'],
    ['no blank after the colon', 'data:{"a":1}\n\ndata:{"a":2}\n\n'],
    ['comments, ids, unknown events', ': hi\nid: 7\nevent: x\ndata: {"a":1}\n\n: keepalive\n\ndata: {"a":2}\n\n'],
    ['several data lines', 'data: {"a":\ndata: 1}\n\ndata: {"a":2}\n\n'],
    ['a last line without its newline', 'data: {"a":1}\n\ndata: {"a":2}'],
    ['a byte order mark', '\uFEFFdata: {"a":1}\n\ndata: {"a":2}\n\n'],
  ])('reads events with %s', (_, body) => {
    expect(read([body])).toEqual({ chunks: [{ a: 1 }, { a: 2 }], warnings: [], errors: [], done: 0 })
  })

  it('takes a plain JSON error after the events for a failure, as Vertex AI sends it', () => {
    const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
    for (const plain of [{ error }, [{ error }]]) {
      const { chunks, errors } = read([`data: {"a":1}\r\n\r\n${JSON.stringify(plain, null, 2)}\r\n`])
      expect(chunks).toEqual([{ a: 1 }])
      expect(errors).toMatchObject([{ code: 'overloaded', message: 'The model is overloaded.' }])
    }
  })

  it('reads past other text between the events', () => {
    expect(read(['data: {"a":1}\n\n{ "note": "all is well" }\n\ndata: {"a":2}\n\n'])).toMatchObject({
      chunks: [{ a: 1 }, { a: 2 }],
      errors: [],
    })
  })

  it.each(['[DONE]', '[DONE] '])('says that nothing follows "%s"', (mark) => {
    expect(read([`data: ${mark}\n\n`])).toMatchObject({ done: 1, warnings: [] })
  })

  it('takes an event that is called an error for one, whatever it holds', () => {
    const errorOf = (data: string) => read([`data: {"a":1}\n\nevent: error\ndata: ${data}\n\n`])
    expect(errorOf('{"message":"busy","code":503}').errors).toMatchObject([{ code: 'overloaded', message: 'busy' }])
    expect(errorOf('upstream died')).toMatchObject({ errors: [{ message: 'upstream died' }], warnings: [] })
  })

  it.each([{ error: { message: 'busy' } }, { type: 'error', message: 'busy' }])(
    'leaves %o, which says so itself, to the normaliser',
    (chunk) => {
      const { chunks, errors } = read([`event: error\ndata: ${JSON.stringify(chunk)}\n\n`])
      expect({ chunks, errors }).toEqual({ chunks: [chunk], errors: [] })
    },
  )

  it('says nothing of a body that was cut in its first word', () => {
    for (const cut of ['', 'd', 'data', 'event:', 'ret']) expect(read([cut]).errors).toEqual([])
  })

  it.each([
    { choices: [{ message: { content: 'hi' } }] },
    { type: 'message', content: [{ type: 'text', text: 'hi' }] },
    { candidates: [] },
    { output: [], error: null },
  ])('reads %o, the response of a server that does not stream, as a chunk (decision 64)', (body) => {
    expect(read([JSON.stringify(body)])).toMatchObject({ chunks: [body], errors: [] })
    expect(read([JSON.stringify(body, undefined, 2)])).toMatchObject({ chunks: [body], errors: [] })
  })

  it('reads a list of chunks, as Gemini sends it where no event stream is asked for', () => {
    const list = [{ candidates: [] }, { candidates: [], usageMetadata: { promptTokenCount: 1 } }]
    expect(read([JSON.stringify(list)])).toMatchObject({ chunks: list, errors: [] })
  })

  it('leaves out data that is not JSON, with one warning for all of it', () => {
    const { chunks, warnings } = read(['data: {"a":1}\n\ndata: {"a"\n\ndata: oops\n\n'])
    expect(chunks).toEqual([{ a: 1 }])
    expect(warnings).toEqual(['sse_parse_error: 2 event(s) were left out because their data is not JSON, first: {"a"'])
  })

  it('reads an error in a field of its own', () => {
    const { errors } = read(['data: {"a":1}\n\nerror: {"error":{"code":500,"message":"out of memory"}}\n\n'])
    expect(errors).toMatchObject([{ code: 'server_error', message: 'out of memory' }])
  })

  it('reads a plain JSON error behind a 200', () => {
    const body =
      '{\n  "error": {\n    "code": 400,\n    "message": "bad schema",\n    "status": "INVALID_ARGUMENT"\n  }\n}\n'
    expect(read([body]).errors).toMatchObject([
      { code: 'invalid_request', message: expect.stringContaining('bad schema') },
    ])
  })

  it('tells a web page from an event stream', () => {
    const { errors } = read(['<!DOCTYPE html>\n<html><body>Not here</body></html>\n'])
    expect(errors).toMatchObject([
      { code: 'malformed_response', message: expect.stringContaining('check the base URL') },
    ])
  })

  it('gives the same wherever the bytes are cut', () => {
    const events =
      ': ü\r\ndata: {"t":"上海 🌞"}\r\n\r\nevent: x\ndata: {"t":"é"}\n\nerror: {"message":"x"}\n\ndata: {"t":"end"}'
    const body = new TextEncoder().encode(events)
    const expected = read([body])
    fc.assert(
      fc.property(fc.array(fc.nat(body.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), body.length]
        const pieces = places.slice(1).map((to, index) => body.subarray(places[index], to))
        expect(read(pieces)).toEqual(expected)
      }),
    )
  })
})
