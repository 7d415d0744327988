import { describe, expect, it } from 'vitest'

import type { OpenAIResponsesEvent, OpenAIResponsesItem } from '#src/apis/openai-responses/wire.ts'

import {
  deltasOf,
  fold,
  unknownEvent,
  created,
  added,
  done,
  text,
  summary,
  json,
  completed,
  message,
  call,
} from '../../support/responses-events.ts'

describe('items', () => {
  it('become reasoning, text and calls in the order they were opened', () => {
    const reasoning = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'hm' }],
      encrypted_content: 'sealed',
    }
    const folded = fold(
      created,
      added(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
      summary(0, 0, 'h'),
      summary(0, 0, 'm'),
      done(0, reasoning),
      added(1, { type: 'message', id: 'msg_1', content: [] }),
      text(1, 'So'),
      done(1, { ...message('msg_1', 'So'), phase: 'commentary' }),
      added(2, call('a', 'get', '')),
      json(2, '{"a":'),
      json(2, '1}'),
      done(2, call('a', 'get', '{"a":1}')),
      completed(),
    )
    expect(folded.content).toEqual([
      { type: 'thinking', thinking: 'hm', thinkingSignature: JSON.stringify(reasoning) },
      { type: 'text', text: 'So', textSignature: '{"v":1,"id":"msg_1","phase":"commentary"}' },
      { type: 'toolCall', id: 'call_a|fc_a', name: 'get', arguments: { a: 1 } },
    ])
    expect(folded).toMatchObject({
      stopReason: 'toolUse',
      rawStopReason: 'completed',
      responseId: 'resp_1',
      responseModel: 'gpt-x',
    })
  })

  it('that interleave are told apart by their place in the output', () => {
    const { content } = fold(
      created,
      added(0, call('a', 'get', '')),
      added(1, call('b', 'get', '')),
      json(1, '{"city":"Ro'),
      json(0, '{"city":"Os'),
      json(1, 'me"}'),
      json(0, 'lo"}'),
      done(1, call('b', 'get', '{"city":"Rome"}')),
      done(0, call('a', 'get', '{"city":"Oslo"}')),
      completed(),
    )
    expect(content).toMatchObject([{ arguments: { city: 'Oslo' } }, { arguments: { city: 'Rome' } }])
  })

  it('keep the ids of their first event when later ones bring others', () => {
    const { content } = fold(
      created,
      added(0, { ...call('a', 'get', ''), id: 'rotated-1' }),
      json(0, '{}'),
      done(0, { ...call('a', 'get', '{}'), id: 'rotated-2' }),
      completed(),
    )
    expect(content).toMatchObject([{ id: 'call_a|rotated-1' }])
  })

  it('that come whole say what their deltas would have said', () => {
    const events = [
      created,
      done(0, {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'one' },
          { type: 'summary_text', text: 'two' },
        ],
      }),
      added(1, { type: 'message', id: 'msg_1', content: [] }),
      done(1, message('msg_1', 'Hel', 'lo')),
      added(2, call('a', 'get', '')),
      done(2, call('a', 'get', '{"a":1}')),
      completed(),
    ]
    expect(fold(...events).content).toMatchObject([
      { type: 'thinking', thinking: 'one\n\ntwo' },
      { type: 'text', text: 'Hello' },
      { type: 'toolCall', arguments: { a: 1 } },
    ])
    expect(deltasOf(events).filter(({ type }) => type === 'toolcall_delta')).toEqual([
      { type: 'toolcall_delta', contentIndex: 2, delta: '{"a":1}' },
    ])
  })

  it('that are finished replace the arguments that were streamed', () => {
    const { content } = fold(
      created,
      added(0, call('a', 'get', '')),
      json(0, '{"a":'),
      done(0, call('a', 'get', '{"a":2}')),
      completed(),
    )
    expect(content).toMatchObject([{ arguments: { a: 2 } }])
  })

  it('may tell their arguments in an event of their own', () => {
    const whole: OpenAIResponsesEvent = {
      type: 'response.function_call_arguments.done',
      output_index: 0,
      arguments: '{"a":3}',
    }
    const { content } = fold(
      created,
      added(0, call('a', 'get', '')),
      whole,
      done(0, { ...call('a', 'get', ''), arguments: null }),
      completed(),
    )
    expect(content).toMatchObject([{ arguments: { a: 3 } }])
  })

  it('that only the last event brings are not lost', () => {
    const folded = fold(completed({ id: 'resp_9', output: [message('msg_1', 'Hi'), call('a', 'get', '{}')] }))
    expect(folded).toMatchObject({ responseId: 'resp_9', stopReason: 'toolUse' })
    expect(folded.content).toMatchObject([
      { type: 'text', text: 'Hi' },
      { type: 'toolCall', name: 'get', arguments: {} },
    ])
  })

  it('begin with their first piece where no event announces them', () => {
    const thought = {
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index: 0,
      delta: 'hm',
    } as const
    const last: OpenAIResponsesEvent = { type: 'response.completed', response: { status: 'completed', output: [] } }
    expect(fold(created, thought, text(1, 'a'), text(1, 'b'), last).content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'ab' },
    ])
  })

  it('that only the last event brings are not lost beside others that were streamed', () => {
    const message: OpenAIResponsesItem = { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'a' }] }
    const call: OpenAIResponsesItem = { type: 'function_call', id: 'fc', call_id: 'c', name: 'f', arguments: '{"a":1}' }
    const last: OpenAIResponsesEvent = {
      type: 'response.completed',
      response: { status: 'completed', output: [message, call] },
    }
    const { content, stopReason } = fold(created, added(0, message), text(0, 'a'), done(0, message), last)
    expect(content).toMatchObject([
      { type: 'text', text: 'a' },
      { type: 'toolCall', id: 'c|fc', name: 'f', arguments: { a: 1 } },
    ])
    expect(stopReason).toBe('toolUse')
  })

  it('that the last event repeats are not told twice', () => {
    const folded = fold(
      created,
      added(0, message('msg_1')),
      text(0, 'Hi'),
      done(0, message('msg_1', 'Hi')),
      done(0, message('msg_1', 'Hi')),
      completed({ output: [message('msg_1', 'Hi')] }),
    )
    expect(folded.content).toMatchObject([{ type: 'text', text: 'Hi' }])
  })

  it('of tools that ran on the server, and custom tools, leave text and calls alone', () => {
    const folded = fold(
      created,
      added(0, { type: 'web_search_call', id: 'ws_1' }),
      unknownEvent('response.web_search_call.searching', { output_index: 0 }),
      done(0, { type: 'web_search_call', id: 'ws_1' }),
      added(1, message('msg_1')),
      text(1, 'a'),
      done(1, message('msg_1', 'a')),
      added(2, { type: 'mcp_call', id: 'mcp_1', name: 'search', arguments: '{"q":1}' }),
      added(3, { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_c', name: 'x_search' }),
      unknownEvent('response.custom_tool_call_input.delta', { output_index: 3, delta: 'free text' }),
      added(4, message('msg_2')),
      text(4, 'b'),
      done(4, message('msg_2', 'b')),
      completed(),
    )
    expect(folded.content).toMatchObject([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
    expect(folded.stopReason).toBe('stop')
  })

  it('without a name are no calls', () => {
    const { content, stopReason } = fold(
      created,
      added(0, { type: 'function_call', call_id: 'call_a', name: '' }),
      json(0, '{}'),
      completed(),
    )
    expect({ content, stopReason }).toEqual({ content: [], stopReason: 'stop' })
  })

  it('without ids get one', () => {
    const { content } = fold(created, done(0, { type: 'function_call', name: 'get', arguments: '{}' }), completed())
    expect(content).toMatchObject([{ type: 'toolCall', id: 'call_0', name: 'get' }])
  })

  it('that are still open at the end are ended', () => {
    const deltas = deltasOf([created, added(0, message('msg_1')), text(0, 'Hi'), completed()])
    expect(deltas.slice(-2)).toEqual([
      { type: 'text_end', contentIndex: 0 },
      { type: 'done', reason: 'stop', rawStopReason: 'completed' },
    ])
  })
})
