import { describe, expect, it } from 'vitest'

import { google } from '#src/apis/google-generative-ai/normalize.ts'
import type { GoogleChunk, GooglePart } from '#src/apis/google-generative-ai/wire.ts'

import { deltasOf, parts, finish, blocksOf, outcomeOf } from '../../support/google-deltas.ts'

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

describe('the end of a response of Gemini', () => {
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
