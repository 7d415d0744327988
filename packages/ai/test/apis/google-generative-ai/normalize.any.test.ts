import { describe, expect, it } from 'vitest'

import { google } from '#src/apis/google-generative-ai/normalize.ts'
import type { GoogleCandidate, GoogleChunk, GooglePart } from '#src/apis/google-generative-ai/wire.ts'
import type { Delta } from '#src/message/delta.ts'

function deltasOf(...chunks: GoogleChunk[]): Delta[] {
  let state = google.initial
  const out: Delta[] = []
  for (const chunk of chunks) {
    const [next, deltas] = google.reduce(state, chunk)
    state = next
    out.push(...deltas)
  }
  return [...out, ...google.end(state)[1]]
}

const parts = (...list: GooglePart[]): GoogleChunk => ({ candidates: [{ content: { parts: list } }] })
const finish = (finishReason: string | number, rest: Partial<GoogleCandidate> = {}): GoogleChunk => ({
  candidates: [{ finishReason, ...rest }],
})
/** The deltas between the start and the end of the message. */
const blocksOf = (...list: GooglePart[]): Delta[] => deltasOf(parts(...list), finish('STOP')).slice(1, -1)
const outcomeOf = (...chunks: GoogleChunk[]): Delta | undefined => deltasOf(...chunks).at(-1)

describe('prose of Gemini', () => {
  it('tells thoughts from text by their flag, and ends one block before the next begins', () => {
    expect(
      blocksOf({ text: 'Hm', thought: true }, { text: 'm.', thought: true }, { text: 'Yes' }, { text: '!' }),
    ).toEqual([
      { type: 'thinking_start', contentIndex: 0 },
      { type: 'thinking_delta', contentIndex: 0, delta: 'Hm' },
      { type: 'thinking_delta', contentIndex: 0, delta: 'm.' },
      { type: 'thinking_end', contentIndex: 0 },
      { type: 'text_start', contentIndex: 1 },
      { type: 'text_delta', contentIndex: 1, delta: 'Yes' },
      { type: 'text_delta', contentIndex: 1, delta: '!' },
      { type: 'text_end', contentIndex: 1 },
    ])
  })

  it('keeps a signature that comes on a last, empty part with the text it belongs to', () => {
    expect(blocksOf({ text: 'Paris' }, { text: '', thoughtSignature: 'c2ln' })).toEqual([
      { type: 'text_start', contentIndex: 0 },
      { type: 'text_delta', contentIndex: 0, delta: 'Paris' },
      { type: 'text_signature', contentIndex: 0, signature: 'c2ln' },
      { type: 'text_end', contentIndex: 0 },
    ])
  })

  it('signs an empty text where there was none', () => {
    expect(blocksOf({ text: 'Hm', thought: true }, { text: '', thoughtSignature: 'c2ln' }).slice(2)).toEqual([
      { type: 'thinking_end', contentIndex: 0 },
      { type: 'text_start', contentIndex: 1 },
      { type: 'text_signature', contentIndex: 1, signature: 'c2ln' },
      { type: 'text_end', contentIndex: 1 },
    ])
  })

  it('signs thinking', () => {
    expect(blocksOf({ text: 'Hm', thought: true, thoughtSignature: 'c2ln' })).toContainEqual({
      type: 'thinking_signature',
      contentIndex: 0,
      signature: 'c2ln',
    })
  })

  it('reads past what the server ran itself, and past media, without a break in the text', () => {
    const foreign = {
      executableCode: { code: 'print(1)' },
      inlineData: { mimeType: 'image/png', data: 'aGk=' },
    } as GooglePart
    expect(blocksOf({ text: 'a' }, foreign, { text: 'b' })).toEqual([
      { type: 'text_start', contentIndex: 0 },
      { type: 'text_delta', contentIndex: 0, delta: 'a' },
      { type: 'text_delta', contentIndex: 0, delta: 'b' },
      { type: 'text_end', contentIndex: 0 },
    ])
  })

  it('returns the same state for more of a block that is open', () => {
    const [opened] = google.reduce(google.initial, parts({ text: 'a' }))
    expect(google.reduce(opened, parts({ text: 'b' }))).toEqual([
      opened,
      [{ type: 'text_delta', contentIndex: 0, delta: 'b' }],
    ])
    expect(google.reduce(opened, parts({ text: 'b' }))[0]).toBe(opened)
  })

  it('takes chunks for empty that lack candidates, content or parts, or have null in their place', () => {
    const empty: GoogleChunk[] = [{}, { candidates: null }, { candidates: [{}] }, { candidates: [{ content: null }] }]
    const noParts: GoogleChunk[] = [null, [null]].map((parts) => ({ candidates: [{ content: { parts } }] }))
    expect(deltasOf(...empty, ...noParts, finish('STOP'))).toEqual([
      { type: 'start' },
      { type: 'done', reason: 'stop', rawStopReason: 'STOP' },
    ])
  })
})

describe('calls of Gemini', () => {
  it('come whole: start, signature, arguments, end', () => {
    const call = { functionCall: { id: 'adeuph8e', name: 'get', args: { city: 'Oslo' } }, thoughtSignature: 'c2ln' }
    expect(blocksOf(call)).toEqual([
      { type: 'toolcall_start', contentIndex: 0, id: 'adeuph8e', name: 'get' },
      { type: 'toolcall_signature', contentIndex: 0, signature: 'c2ln' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '{"city":"Oslo"}' },
      { type: 'toolcall_end', contentIndex: 0 },
    ])
  })

  it('end the text before them', () => {
    expect(
      blocksOf({ text: 'Let me look.' }, { functionCall: { id: 'a', name: 'get' } }).map(({ type }) => type),
    ).toEqual(['text_start', 'text_delta', 'text_end', 'toolcall_start', 'toolcall_delta', 'toolcall_end'])
  })

  it('have empty arguments where none are sent', () => {
    expect(blocksOf({ functionCall: { id: 'a', name: 'now' } })[1]).toEqual({
      type: 'toolcall_delta',
      contentIndex: 0,
      delta: '{}',
    })
  })

  it('get ids of their own where the vendor gives none or repeats one', () => {
    const first: GoogleChunk = {
      responseId: 'r-1',
      ...parts({ functionCall: { name: 'get' } }, { functionCall: { id: 'a', name: 'get' } }),
    }
    const starts = deltasOf(first, parts({ functionCall: { id: 'a', name: 'get' } }), finish('STOP')).filter(
      ({ type }) => type === 'toolcall_start',
    )
    expect(starts).toMatchObject([{ id: 'gemini_r-1_0' }, { id: 'a' }, { id: 'gemini_r-1_2' }])
  })

  it('get ids that differ from turn to turn where the response has no id either', () => {
    const idsOf = (promptTokenCount: number) =>
      deltasOf({ ...parts({ functionCall: { name: 'get' } }), usageMetadata: { promptTokenCount } }).flatMap((delta) =>
        delta.type === 'toolcall_start' ? [delta.id] : [],
      )
    expect([...idsOf(20), ...idsOf(41)]).toEqual(['gemini_20_0', 'gemini_41_0'])
  })

  it('may have arguments that are text, which is read as such and never spread', () => {
    const call = (args: string) => blocksOf({ functionCall: { id: 'a', name: 'f', args } })[1]
    expect(call('{"city":"Oslo"}')).toEqual({ type: 'toolcall_delta', contentIndex: 0, delta: '{"city":"Oslo"}' })
    expect(call('Oslo')).toEqual({ type: 'toolcall_delta', contentIndex: 0, delta: 'Oslo' })
  })

  it('are no calls without a name', () => {
    expect(blocksOf({ functionCall: {} }, { functionCall: { id: 'a', name: '', args: { b: 1 } } })).toEqual([])
  })

  it('make the message one that ends in tool use, though the vendor says STOP', () => {
    const call = parts({ functionCall: { id: 'a', name: 'now' } })
    expect(outcomeOf(call, finish('STOP'))).toEqual({ type: 'done', reason: 'toolUse', rawStopReason: 'STOP' })
    expect(outcomeOf(call, finish('MAX_TOKENS'))).toEqual({
      type: 'done',
      reason: 'length',
      rawStopReason: 'MAX_TOKENS',
    })
    expect(outcomeOf(call, finish('SAFETY'))).toMatchObject({ type: 'error', code: 'refusal' })
  })

  it('are put together when their arguments come value by value', () => {
    const deltas = blocksOf(
      { functionCall: { id: 'a', name: 'save', willContinue: true }, thoughtSignature: 'c2ln' },
      {
        functionCall: {
          partialArgs: [{ jsonPath: '$.name', stringValue: 'Os', willContinue: true }],
          willContinue: true,
        },
      },
      { functionCall: { partialArgs: [{ jsonPath: '$.name', stringValue: 'lo' }], willContinue: true } },
      {
        functionCall: {
          partialArgs: [
            { jsonPath: '$.spots[0].at', numberValue: 59.9 },
            { jsonPath: "$['is a capital']", boolValue: true },
            { jsonPath: '$.note', nullValue: 'NULL_VALUE' },
          ],
          willContinue: true,
        },
      },
      { functionCall: {} },
    )
    expect(deltas).toEqual([
      { type: 'toolcall_start', contentIndex: 0, id: 'a', name: 'save' },
      { type: 'toolcall_signature', contentIndex: 0, signature: 'c2ln' },
      {
        type: 'toolcall_delta',
        contentIndex: 0,
        delta: '{"name":"Oslo","spots":[{"at":59.9}],"is a capital":true,"note":null}',
      },
      { type: 'toolcall_end', contentIndex: 0 },
    ])
  })

  it('whose last piece never comes have arguments that nobody can take for whole', () => {
    const open = { functionCall: { id: 'a', name: 'rm', args: { path: '/tmp' }, willContinue: true } }
    expect(blocksOf(open)).toContainEqual({ type: 'toolcall_delta', contentIndex: 0, delta: '{"path":"/tmp"' })
    expect(blocksOf(open, { text: 'Done.' })).toContainEqual({
      type: 'toolcall_delta',
      contentIndex: 0,
      delta: '{"path":"/tmp"',
    })
  })
})

describe('the end of an answer of Gemini', () => {
  it('is a drop without a finish reason', () => {
    expect(outcomeOf(parts({ text: 'Hel' }))).toEqual({
      type: 'error',
      reason: 'error',
      code: 'stream_dropped',
      message: 'Stream ended without finishReason — connection likely dropped',
      retryable: true,
    })
  })

  it('is what was said last, and text may follow what was said first', () => {
    const deltas = deltasOf(parts({ text: 'a' }), finish('OTHER'), parts({ text: 'b' }), finish('STOP'))
    expect(deltas.slice(-3)).toEqual([
      { type: 'text_delta', contentIndex: 0, delta: 'b' },
      { type: 'text_end', contentIndex: 0 },
      { type: 'done', reason: 'stop', rawStopReason: 'STOP' },
    ])
  })

  it.each(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY', 'MODEL_ARMOR'])(
    '%s is a refusal and no reason to try again',
    (reason) => {
      expect(outcomeOf(finish(reason, { finishMessage: 'No.' }))).toEqual({
        type: 'error',
        reason: 'error',
        code: 'refusal',
        message: `Provider finish reason: ${reason} (No.)`,
        retryable: false,
        refusal: { category: reason, explanation: 'No.' },
        rawStopReason: reason,
      })
    },
  )

  it.each([
    ['MALFORMED_FUNCTION_CALL', 'malformed_response'],
    ['UNEXPECTED_TOOL_CALL', 'malformed_response'],
    ['LANGUAGE', 'unexpected'],
    ['OTHER', 'unexpected'],
  ])('%s is a failure without a refusal', (reason, code) => {
    const outcome = outcomeOf(finish(reason))
    expect(outcome).toMatchObject({
      type: 'error',
      code,
      message: `Provider finish reason: ${reason}`,
      retryable: false,
    })
    expect(outcome).not.toHaveProperty('refusal')
  })

  it('takes a word nobody knows for good, and keeps it', () => {
    expect(outcomeOf(parts({ text: 'a' }), finish('NEW_WORD'))).toEqual({
      type: 'done',
      reason: 'stop',
      rawStopReason: 'NEW_WORD',
    })
  })

  it.each([
    [1, { type: 'done', reason: 'stop', rawStopReason: 'STOP' }],
    [2, { type: 'done', reason: 'length', rawStopReason: 'MAX_TOKENS' }],
    [3, { type: 'error', code: 'refusal', rawStopReason: 'SAFETY' }],
    [9, { type: 'error', code: 'unexpected', rawStopReason: '9' }],
  ])('understands the number %d', (number, outcome) => {
    expect(outcomeOf(finish(number))).toMatchObject(outcome)
  })

  it('is a refusal at once when the prompt was blocked', () => {
    const chunk: GoogleChunk = {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'Not this.' },
    }
    const [state] = google.reduce(google.initial, chunk)
    expect(google.isComplete?.(state)).toBe(true)
    expect(outcomeOf(chunk)).toEqual({
      type: 'error',
      reason: 'error',
      code: 'refusal',
      message: 'The prompt was blocked: PROHIBITED_CONTENT (Not this.)',
      retryable: false,
      refusal: { category: 'PROHIBITED_CONTENT', explanation: 'Not this.' },
    })
  })

  it('is the error that the stream tells of', () => {
    const chunk: GoogleChunk = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }
    expect(outcomeOf(parts({ text: 'Hel' }), chunk)).toMatchObject({
      type: 'error',
      code: 'overloaded',
      retryable: true,
    })
    expect(google.isComplete?.(google.reduce(google.initial, chunk)[0])).toBe(true)
  })
})

describe('usage of Gemini', () => {
  const usageOf = (usageMetadata: NonNullable<GoogleChunk['usageMetadata']>) =>
    deltasOf({ usageMetadata }).filter(({ type }) => type === 'usage')

  it('counts thoughts as output, server tools as input, and cached input apart', () => {
    const counts = {
      promptTokenCount: 19,
      cachedContentTokenCount: 8,
      toolUsePromptTokenCount: 69,
      candidatesTokenCount: 47,
      thoughtsTokenCount: 117,
    }
    expect(usageOf(counts)).toEqual([
      { type: 'usage', usage: { input: 80, output: 164, cacheRead: 8, reasoning: 117 } },
    ])
  })

  it('says nothing of what is not reported yet', () => {
    expect(usageOf({})).toEqual([])
    expect(usageOf({ promptTokenCount: 15 })).toEqual([{ type: 'usage', usage: { input: 15, cacheRead: 0 } }])
  })

  it('is never less than nothing', () => {
    expect(usageOf({ promptTokenCount: 5, cachedContentTokenCount: 8 })).toEqual([
      { type: 'usage', usage: { input: 0, cacheRead: 8 } },
    ])
  })
})
