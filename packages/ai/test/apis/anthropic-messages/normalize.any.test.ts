import { describe, expect, it } from 'vitest'

import { anthropic } from '#src/apis/anthropic-messages/normalize.ts'
import type { AnthropicBlock, AnthropicBlockDelta, AnthropicEvent } from '#src/apis/anthropic-messages/wire.ts'
import { accumulate, emptyDraft } from '#src/message/accumulate.ts'
import type { Delta } from '#src/message/delta.ts'
import type { AssistantMessage } from '#src/message/message.ts'

function deltasOf(events: readonly AnthropicEvent[]): Delta[] {
  const deltas: Delta[] = []
  let state = anthropic.initial
  for (const event of events) {
    const [next, more] = anthropic.reduce(state, event)
    state = next
    deltas.push(...more)
  }
  return [...deltas, ...anthropic.end(state)[1]]
}

function fold(...events: AnthropicEvent[]): AssistantMessage {
  const draft = emptyDraft({ api: 'anthropic-messages', provider: 'test', id: 'm', cost: {} }, 0)
  return deltasOf(events).reduce(accumulate, draft).message
}

const begin: AnthropicEvent = {
  type: 'message_start',
  message: { id: 'msg_1', model: 'claude', usage: { input_tokens: 9, output_tokens: 1 } },
}
const start = (index: number, content_block: AnthropicBlock): AnthropicEvent => ({
  type: 'content_block_start',
  index,
  content_block,
})
const delta = (index: number, given: AnthropicBlockDelta): AnthropicEvent => ({
  type: 'content_block_delta',
  index,
  delta: given,
})
const text = (index: number, value: string) => delta(index, { type: 'text_delta', text: value })
const json = (index: number, value: string) => delta(index, { type: 'input_json_delta', partial_json: value })
const stop = (index: number): AnthropicEvent => ({ type: 'content_block_stop', index })
const ends = (stop_reason: string, more: object = {}): AnthropicEvent => ({
  type: 'message_delta',
  delta: { stop_reason, ...more },
})

describe('blocks', () => {
  it('keep thinking with its signature, withheld thinking, text and calls in order', () => {
    const { content, stopReason, responseId, responseModel } = fold(
      begin,
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'hm' }),
      delta(0, { type: 'signature_delta', signature: 'si' }),
      delta(0, { type: 'signature_delta', signature: 'g' }),
      stop(0),
      start(1, { type: 'redacted_thinking', data: 'sealed' }),
      stop(1),
      start(2, { type: 'text', text: '' }),
      text(2, 'So'),
      stop(2),
      start(3, { type: 'tool_use', id: 'toolu_1', name: 'get', input: {} }),
      json(3, ''),
      json(3, '{"a":'),
      json(3, '1}'),
      stop(3),
      ends('tool_use'),
    )
    expect(content).toEqual([
      { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
      { type: 'thinking', thinking: '', redacted: true, thinkingSignature: 'sealed' },
      { type: 'text', text: 'So' },
      { type: 'toolCall', id: 'toolu_1', name: 'get', arguments: { a: 1 } },
    ])
    expect({ stopReason, responseId, responseModel }).toEqual({
      stopReason: 'toolUse',
      responseId: 'msg_1',
      responseModel: 'claude',
    })
  })

  it('of tools that ran on the server leave the text around them alone', () => {
    const { content, stopReason } = fold(
      begin,
      start(0, { type: 'text' }),
      text(0, 'a'),
      stop(0),
      start(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      json(1, '{"query":"x"}'),
      stop(1),
      start(2, { type: 'web_search_tool_result' }),
      stop(2),
      start(3, { type: 'text' }),
      text(3, 'b'),
      stop(3),
      ends('end_turn'),
    )
    expect(content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
    expect(stopReason).toBe('stop')
  })

  it('may start with what they hold', () => {
    const { content } = fold(
      begin,
      start(0, { type: 'text', text: 'Hel' }),
      text(0, 'lo'),
      stop(0),
      start(1, { type: 'tool_use', id: 'c', name: 'get', input: { a: 1 } }),
      stop(1),
      ends('tool_use'),
    )
    expect(content).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'toolCall', id: 'c', name: 'get', arguments: { a: 1 } },
    ])
  })

  it('may come whole in the first event', () => {
    const block = { type: 'tool_use', id: 'c', name: 'get', input: { a: 1 } }
    const { content, stopReason } = fold(
      { type: 'message_start', message: { id: 'm', content: [block], stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    )
    expect(content).toEqual([{ type: 'toolCall', id: 'c', name: 'get', arguments: { a: 1 } }])
    expect(stopReason).toBe('toolUse')
  })

  it('end when another begins under their number', () => {
    const { content, stopReason } = fold(
      begin,
      start(0, { type: 'text' }),
      text(0, 'a'),
      start(0, { type: 'tool_use', id: 't', name: 'f' }),
      json(0, '{"a":1}'),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    )
    expect(content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'toolCall', id: 't', name: 'f', arguments: { a: 1 } },
    ])
    expect(stopReason).toBe('toolUse')
    const ended = deltasOf([begin, start(0, { type: 'text' }), start(0, { type: 'text' })])
    expect(ended.filter(({ type }) => type === 'text_end')).toEqual([
      { type: 'text_end', contentIndex: 0 },
      { type: 'text_end', contentIndex: 1 },
    ])
  })

  it('begin with their first piece where no event announces them', () => {
    const events = [begin, delta(0, { type: 'thinking_delta', thinking: 'hm' }), text(1, 'a'), text(1, 'b')]
    expect(fold(...events, { type: 'message_delta', delta: { stop_reason: 'end_turn' } }).content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'ab' },
    ])
    expect(fold(begin, start(0, { type: 'kind_to_come' }), text(0, 'no content')).content).toEqual([])
  })

  it('are empty where events leave out what they are about', () => {
    const events: AnthropicEvent[] = [
      { type: 'message_start' },
      { type: 'content_block_start', index: 0 },
      { type: 'content_block_delta', index: 0 },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: null, usage: { output_tokens: 3 } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ]
    expect(fold(...events)).toMatchObject({ content: [], stopReason: 'stop', usage: { output: 3 } })
  })

  it('that a limit left open are ended', () => {
    const { content, stopReason } = fold(
      begin,
      start(0, { type: 'tool_use', id: 'c', name: 'get' }),
      json(0, '{"a'),
      ends('max_tokens'),
    )
    expect(stopReason).toBe('length')
    expect(content).toMatchObject([{ arguments: {}, argumentsError: expect.stringContaining('{"a') }])
  })
})

describe('the end', () => {
  it.each([
    ['end_turn', { stopReason: 'stop' }],
    ['stop_sequence', { stopReason: 'stop' }],
    ['pause_turn', { stopReason: 'stop' }],
    ['max_tokens', { stopReason: 'length' }],
    ['something_new', { stopReason: 'stop', rawStopReason: 'something_new' }],
    ['model_context_window_exceeded', { stopReason: 'length', errorMessage: 'model_context_window_exceeded' }],
    ['sensitive', { stopReason: 'error', errorCode: 'refusal', retryable: false }],
  ])('%s', (reason, expected) => {
    expect(fold(begin, ends(reason))).toMatchObject(expected)
  })

  it('is a refusal with what the provider says about it', () => {
    const stop_details = { category: 'cyber', explanation: 'Not this.' }
    expect(fold(begin, ends('refusal', { stop_details }))).toMatchObject({
      stopReason: 'error',
      errorMessage: 'Not this.',
      refusal: { category: 'cyber', explanation: 'Not this.' },
    })
  })

  it('is a drop where the connection was lost', () => {
    expect(fold(begin, start(0, { type: 'text' }), text(0, 'half'))).toMatchObject({
      content: [{ type: 'text', text: 'half' }],
      errorCode: 'stream_dropped',
      errorMessage: 'Stream ended without message_delta — connection likely dropped',
    })
  })

  it('is an error event, with the code it stands for', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' }
    expect(deltasOf([begin, { type: 'error', error }]).find(({ type }) => type === 'error')).toMatchObject({
      code: 'overloaded',
      retryable: true,
      message: 'overloaded_error: Overloaded',
    })
  })

  it('is an error that a relay sends without an event type', () => {
    const relayed = { error: { type: 'overloaded_error', message: 'busy' } } as unknown as AnthropicEvent
    expect(deltasOf([begin, relayed]).find(({ type }) => type === 'error')).toMatchObject({
      code: 'overloaded',
      retryable: true,
    })
  })

  it('is known before the connection closes', () => {
    const [state] = anthropic.reduce(anthropic.initial, { type: 'message_stop' })
    expect(anthropic.isComplete?.(anthropic.initial)).toBe(false)
    expect(anthropic.isComplete?.(state)).toBe(true)
  })
})

it('usage in message_delta replaces what it names and leaves the rest', () => {
  const { usage } = fold(
    {
      type: 'message_start',
      message: {
        usage: {
          input_tokens: 9,
          cache_read_input_tokens: 5,
          cache_creation_input_tokens: 4,
          cache_creation: { ephemeral_1h_input_tokens: 3 },
        },
      },
    },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7, input_tokens: null } },
  )
  expect(usage).toMatchObject({ input: 9, output: 7, cacheRead: 5, cacheWrite: 4, cacheWrite1h: 3, totalTokens: 25 })
})
