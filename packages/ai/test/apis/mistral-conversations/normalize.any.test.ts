import { describe, expect, it } from 'vitest'

import { mistral } from '#src/apis/mistral-conversations/normalize.ts'
import type { MistralChunk } from '#src/apis/mistral-conversations/wire.ts'
import type { Delta } from '#src/message/delta.ts'

type Choice = NonNullable<MistralChunk['choices']>[number]

function deltasOf(...choices: Choice[]): Delta[] {
  let state = mistral.initial
  const out: Delta[] = []
  for (const choice of choices) {
    const [next, deltas] = mistral.reduce(state, { id: 'r1', choices: [choice] })
    state = next
    out.push(...deltas)
  }
  return [...out, ...mistral.end(state)[1]]
}

describe('mistral', () => {
  it('takes parts of content for thinking and text', () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], closed: true }
    const deltas = deltasOf(
      { delta: { content: [thinking, { type: 'text', text: '1' }] } },
      { delta: { content: '44' }, finish_reason: 'stop' },
    )
    expect(deltas.slice(1)).toEqual([
      { type: 'thinking_start', contentIndex: 0 },
      { type: 'thinking_delta', contentIndex: 0, delta: 'Hm.' },
      { type: 'thinking_end', contentIndex: 0 },
      { type: 'text_start', contentIndex: 1 },
      { type: 'text_delta', contentIndex: 1, delta: '1' },
      { type: 'text_delta', contentIndex: 1, delta: '44' },
      { type: 'text_end', contentIndex: 1 },
      { type: 'done', reason: 'stop', rawStopReason: 'stop' },
    ])
  })

  it('takes the id "null" for none, and arguments that are an object for their text', () => {
    const calls = [
      { id: 'null', index: 0, function: { name: 'get', arguments: { city: 'Oslo' } } },
      { id: 'null', index: 1, function: { name: 'get', arguments: '{"city":"Rome"}' } },
    ]
    expect(deltasOf({ delta: { tool_calls: calls }, finish_reason: 'tool_calls' }).slice(1)).toEqual([
      { type: 'toolcall_start', contentIndex: 0, id: 'call_r1_0', name: 'get' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '{"city":"Oslo"}' },
      { type: 'toolcall_start', contentIndex: 1, id: 'call_r1_1', name: 'get' },
      { type: 'toolcall_delta', contentIndex: 1, delta: '{"city":"Rome"}' },
      { type: 'toolcall_end', contentIndex: 0 },
      { type: 'toolcall_end', contentIndex: 1 },
      { type: 'done', reason: 'toolUse', rawStopReason: 'tool_calls' },
    ])
  })

  it('puts calls together that come in pieces', () => {
    const pieces = [
      { id: 'EscTeQY62', index: 0, function: { name: 'get', arguments: '{"city"' } },
      { id: 'null', index: 0, function: { name: '', arguments: ':"Oslo"}' } },
    ]
    const deltas = deltasOf(...pieces.map((call) => ({ delta: { tool_calls: [call] } })), {
      finish_reason: 'tool_calls',
    })
    expect(deltas.slice(1, -1)).toEqual([
      { type: 'toolcall_start', contentIndex: 0, id: 'EscTeQY62', name: 'get' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '{"city"' },
      { type: 'toolcall_delta', contentIndex: 0, delta: ':"Oslo"}' },
      { type: 'toolcall_end', contentIndex: 0 },
    ])
  })

  it.each([
    ['stop', { type: 'done', reason: 'stop' }],
    ['length', { type: 'done', reason: 'length' }],
    ['model_length', { type: 'done', reason: 'length' }],
    ['new_word', { type: 'done', reason: 'stop', rawStopReason: 'new_word' }],
    ['error', { type: 'error', code: 'server_error' }],
  ])('ends %s as it should', (finish_reason, outcome) => {
    expect(deltasOf({ delta: { content: 'a' }, finish_reason }).at(-1)).toMatchObject(outcome)
  })
})
