import { describe, expect, it } from 'vitest'

import { accumulate, type Draft, emptyDraft, toEvents } from '#src/message/accumulate.ts'
import { type Delta, failure } from '#src/message/delta.ts'

const model = { api: 'test', provider: 'test', id: 'm', cost: { input: 1, output: 2 } }
const fold = (deltas: Delta[], from: Draft = emptyDraft(model, 7)): Draft => deltas.reduce(accumulate, from)

describe('accumulate', () => {
  it('grows text, thinking and calls, each at its place', () => {
    const { message } = fold([
      { type: 'start', responseId: 'r', responseModel: 'm-2026' },
      { type: 'thinking_start', contentIndex: 0 },
      { type: 'toolcall_start', contentIndex: 1, id: 'c', name: 'get' },
      { type: 'thinking_delta', contentIndex: 0, delta: 'hm' },
      { type: 'toolcall_delta', contentIndex: 1, delta: '{"a":' },
      { type: 'thinking_signature', contentIndex: 0, signature: 's' },
      { type: 'thinking_end', contentIndex: 0 },
      { type: 'toolcall_delta', contentIndex: 1, delta: '1}' },
      { type: 'toolcall_end', contentIndex: 1 },
      { type: 'usage', usage: { input: 10, output: 5 } },
      { type: 'done', reason: 'toolUse', rawStopReason: 'tool_calls' },
    ])
    expect(message).toEqual({
      role: 'assistant',
      api: 'test',
      provider: 'test',
      model: 'm',
      responseId: 'r',
      responseModel: 'm-2026',
      content: [
        { type: 'thinking', thinking: 'hm', thinkingSignature: 's' },
        { type: 'toolCall', id: 'c', name: 'get', arguments: { a: 1 } },
      ],
      usage: {
        input: 10,
        output: 5,
        cacheRead: 0,
        cacheWrite: 0,
        totalTokens: 15,
        cost: { input: 0.00001, output: 0.00001, cacheRead: 0, cacheWrite: 0, total: 0.00002 },
      },
      stopReason: 'toolUse',
      rawStopReason: 'tool_calls',
      timestamp: 7,
    })
  })

  it('leaves earlier drafts as they were', () => {
    const before = fold([
      { type: 'text_start', contentIndex: 0 },
      { type: 'text_delta', contentIndex: 0, delta: 'a' },
    ])
    const copy = structuredClone(before.message)
    fold([{ type: 'text_delta', contentIndex: 0, delta: 'b' }], before)
    expect(before.message).toEqual(copy)
  })

  it('shows arguments so far, and those of an earlier snapshot when that is asked', () => {
    const start: Delta = { type: 'toolcall_start', contentIndex: 0, id: 'c', name: 'get' }
    const early = fold([start, { type: 'toolcall_delta', contentIndex: 0, delta: '{"city":"Os' }])
    const late = fold([{ type: 'toolcall_delta', contentIndex: 0, delta: 'lo"' }], early)
    expect(late.message.content[0]).toMatchObject({ arguments: { city: 'Oslo' } })
    expect(early.message.content[0]).toMatchObject({ arguments: { city: 'Os' } })
  })

  it('takes the finished text of a call over what the deltas gave', () => {
    const { message } = fold([
      { type: 'toolcall_start', contentIndex: 0, id: 'c', name: 'get' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '{"a":0' },
      { type: 'toolcall_end', contentIndex: 0, arguments: '{"a":1}' },
    ])
    expect(message.content[0]).toEqual({ type: 'toolCall', id: 'c', name: 'get', arguments: { a: 1 } })
  })

  it('marks a call that was cut off when the message failed, and keeps what it had', () => {
    const { message } = fold([
      { type: 'toolcall_start', contentIndex: 0, id: 'c', name: 'get' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '{"path":"/etc' },
      failure('stream_dropped', 'dropped'),
    ])
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'stream_dropped', retryable: true })
    expect(message.content[0]).toEqual({
      type: 'toolCall',
      id: 'c',
      name: 'get',
      arguments: { path: '/etc' },
      argumentsError: 'The message ended before the call was complete.',
    })
  })

  it('refuses a delta for a block that is not there', () => {
    expect(() => fold([{ type: 'text_delta', contentIndex: 0, delta: 'a' }])).toThrow(
      'Delta for a text block at 0, found nothing',
    )
  })

  it('does not know the price of what has none', () => {
    const { message } = fold([{ type: 'usage', usage: { input: 1, cacheRead: 2 } }])
    expect(message.usage.cost).toEqual({
      input: 0.000001,
      output: 0,
      cacheRead: undefined,
      cacheWrite: 0,
      total: undefined,
    })
  })
})

it('toEvents makes the public events, and none of bookkeeping', () => {
  const deltas: Delta[] = [
    { type: 'start' },
    { type: 'text_start', contentIndex: 0 },
    { type: 'text_delta', contentIndex: 0, delta: 'hi' },
    { type: 'text_signature', contentIndex: 0, signature: 's' },
    { type: 'text_end', contentIndex: 0 },
    { type: 'usage', usage: { output: 1 } },
    { type: 'done', reason: 'stop' },
  ]
  const events = [...toEvents(emptyDraft(model, 0), deltas)]
  expect(events.map(({ type }) => type)).toEqual(['start', 'text_start', 'text_delta', 'text_end', 'done'])
  expect(events[3]).toMatchObject({
    content: 'hi',
    partial: { content: [{ type: 'text', text: 'hi', textSignature: 's' }] },
  })
})
