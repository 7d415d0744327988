import { describe, expect, it } from 'vitest'

import { createOpenAIResponsesNormalizer, openaiResponses } from '#src/apis/openai-responses/normalize.ts'
import type { OpenAIResponse, OpenAIResponsesEvent, OpenAIResponsesItem } from '#src/apis/openai-responses/wire.ts'
import { decodeSse } from '#src/http/sse.ts'
import { accumulate, emptyDraft } from '#src/message/accumulate.ts'
import type { Delta } from '#src/message/delta.ts'
import type { AssistantMessage } from '#src/message/message.ts'
import { describeNormalizer } from '#src/testing/normalizer-conformance.ts'

function deltasOf(events: readonly OpenAIResponsesEvent[], serviceTier?: string): Delta[] {
  const normalizer = createOpenAIResponsesNormalizer(serviceTier === undefined ? {} : { serviceTier })
  const deltas: Delta[] = []
  let state = normalizer.initial
  for (const event of events) {
    const [next, more] = normalizer.reduce(state, event)
    state = next
    deltas.push(...more)
  }
  return [...deltas, ...normalizer.end(state)[1]]
}

const prices = { input: 2, output: 8, cacheRead: 0.5 }

function foldAt(serviceTier: string | undefined, ...events: OpenAIResponsesEvent[]): AssistantMessage {
  const draft = emptyDraft({ api: 'openai-responses', provider: 'openai', id: 'm', cost: prices }, 0)
  return deltasOf(events, serviceTier).reduce(accumulate, draft).message
}

const fold = (...events: OpenAIResponsesEvent[]) => foldAt(undefined, ...events)

/** An event that no version of the types knows. */
const unknownEvent = (type: string, fields: object = {}) => ({ type, ...fields }) as unknown as OpenAIResponsesEvent

const created: OpenAIResponsesEvent = {
  type: 'response.created',
  response: { id: 'resp_1', model: 'gpt-x', status: 'in_progress' },
}
const added = (output_index: number, item: OpenAIResponsesItem): OpenAIResponsesEvent => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
const done = (output_index: number, item: OpenAIResponsesItem): OpenAIResponsesEvent => ({
  type: 'response.output_item.done',
  output_index,
  item,
})
const text = (output_index: number, delta: string, content_index = 0): OpenAIResponsesEvent => ({
  type: 'response.output_text.delta',
  output_index,
  content_index,
  delta,
})
const refused = (output_index: number, delta: string): OpenAIResponsesEvent => ({
  type: 'response.refusal.delta',
  output_index,
  content_index: 0,
  delta,
})
const summary = (output_index: number, summary_index: number, delta: string): OpenAIResponsesEvent => ({
  type: 'response.reasoning_summary_text.delta',
  output_index,
  summary_index,
  delta,
})
const json = (output_index: number, delta: string): OpenAIResponsesEvent => ({
  type: 'response.function_call_arguments.delta',
  output_index,
  delta,
})
const completed = (response: OpenAIResponse = {}): OpenAIResponsesEvent => ({
  type: 'response.completed',
  response: { status: 'completed', ...response },
})
const incomplete = (reason: string | undefined, response: OpenAIResponse = {}): OpenAIResponsesEvent => ({
  type: 'response.incomplete',
  response: { ...response, ...(reason !== undefined && { incomplete_details: { reason } }) },
})

const output = (...texts: string[]) => texts.map((value) => ({ type: 'output_text', text: value }))
const message = (id: string, ...texts: string[]): OpenAIResponsesItem => ({
  type: 'message',
  id,
  content: output(...texts),
})
const call = (id: string, name: string, args: string): OpenAIResponsesItem => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: `call_${id}`,
  name,
  arguments: args,
})

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

describe('reasoning', () => {
  it('has a blank line between the parts of its summary, and none behind the last', () => {
    const { content } = fold(
      created,
      added(0, { type: 'reasoning', id: 'rs_1' }),
      summary(0, 0, 'one'),
      summary(0, 1, 'tw'),
      summary(0, 1, 'o'),
      completed(),
    )
    expect(content).toEqual([{ type: 'thinking', thinking: 'one\n\ntwo' }])
  })

  it('of open models comes as it is, and once', () => {
    const delta: OpenAIResponsesEvent = {
      type: 'response.reasoning_text.delta',
      output_index: 0,
      content_index: 0,
      delta: 'raw',
    }
    const finished: OpenAIResponsesItem = {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'short' }],
      content: [{ type: 'reasoning_text', text: 'raw' }],
    }
    const { content } = fold(created, added(0, { type: 'reasoning' }), delta, done(0, finished), completed())
    expect(content).toMatchObject([{ type: 'thinking', thinking: 'raw' }])
  })

  it('that is encrypted is kept without any text', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
    const { content } = fold(created, added(0, { type: 'reasoning' }), done(0, item), completed())
    expect(content).toEqual([{ type: 'thinking', thinking: '', thinkingSignature: JSON.stringify(item) }])
  })
})

describe('the end', () => {
  const half = [created, added(0, message('msg_1')), text(0, 'half')]

  it.each([
    ['max_output_tokens', { stopReason: 'length', rawStopReason: 'max_output_tokens' }],
    ['something_new', { stopReason: 'length', errorMessage: 'Response incomplete: something_new' }],
    [undefined, { stopReason: 'length', errorMessage: 'Response incomplete: no reason given' }],
    [
      'content_filter',
      { stopReason: 'error', errorCode: 'content_filter', retryable: false, refusal: { category: 'content_filter' } },
    ],
  ])('of an answer that was cut by %s', (reason, expected) => {
    const folded = fold(...half, incomplete(reason))
    expect(folded).toMatchObject(expected)
    expect(folded.content).toMatchObject([{ type: 'text', text: 'half' }])
  })

  it('in the middle of a call leaves the call marked', () => {
    const cut = call('a', 'get', '{"city":"Os')
    const { content, stopReason } = fold(
      created,
      added(0, call('a', 'get', '')),
      json(0, '{"city":"Os'),
      done(0, cut),
      incomplete('max_output_tokens'),
    )
    expect(stopReason).toBe('length')
    expect(content).toMatchObject([
      { name: 'get', arguments: {}, argumentsError: expect.stringContaining('{"city":"Os') },
    ])
  })

  it('is told by the status where it differs from the event', () => {
    expect(
      fold(...half, completed({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })),
    ).toMatchObject({
      stopReason: 'length',
    })
  })

  it('by a failure keeps the words of the vendor and their meaning', () => {
    const error = { code: 'rate_limit_exceeded', message: 'Slow down.' }
    expect(fold(...half, { type: 'response.failed', response: { status: 'failed', error } })).toMatchObject({
      stopReason: 'error',
      errorCode: 'rate_limited',
      retryable: true,
      errorMessage: 'rate_limit_exceeded: Slow down.',
      content: [{ type: 'text', text: 'half' }],
    })
  })

  it.each([
    [{ status: 'failed', incomplete_details: { reason: 'max_prompt' } }, 'incomplete: max_prompt'],
    [{ status: 'failed' }, 'Provider status: failed'],
  ])('by a failure without an error says what there is', (response, errorMessage) => {
    expect(fold(created, { type: 'response.failed', response })).toMatchObject({ stopReason: 'error', errorMessage })
  })

  it.each([
    { type: 'error' as const, code: 'invalid_request_error', message: 'Unknown parameter.' },
    { type: 'error' as const, error: { code: 'invalid_request_error', message: 'Unknown parameter.' } },
  ])('by an error event is the same flat and nested', (event) => {
    expect(fold(event)).toMatchObject({
      stopReason: 'error',
      errorCode: 'invalid_request',
      retryable: false,
      errorMessage: 'invalid_request_error: Unknown parameter.',
    })
  })

  it('is an error that a relay sends without an event type', () => {
    const relayed = { error: { code: 'rate_limit_exceeded', message: 'slow down' } } as unknown as OpenAIResponsesEvent
    expect(fold(created, relayed)).toMatchObject({ stopReason: 'error', errorCode: 'rate_limited', retryable: true })
  })

  it('is told once, though a failed response follows its error', () => {
    const deltas = deltasOf([
      created,
      { type: 'error', error: { code: 'rate_limit_exceeded', message: 'first' } },
      {
        type: 'response.failed',
        response: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'second' } },
      },
    ])
    expect(deltas.filter(({ type }) => type === 'error')).toMatchObject([{ message: 'rate_limit_exceeded: first' }])
  })

  it('of a refusal keeps what was said visible', () => {
    const finished: OpenAIResponsesItem = {
      type: 'message',
      id: 'msg_1',
      content: [{ type: 'refusal', refusal: 'I can not.' }],
    }
    for (const events of [[refused(0, 'I can'), refused(0, ' not.')], []]) {
      expect(fold(created, added(0, message('msg_1')), ...events, done(0, finished), completed())).toMatchObject({
        content: [{ type: 'text', text: 'I can not.' }],
        stopReason: 'error',
        errorCode: 'refusal',
        errorMessage: 'I can not.',
        retryable: false,
        refusal: { explanation: 'I can not.' },
      })
    }
  })

  it('is a drop where the connection was lost, whatever was open', () => {
    expect(fold(created, added(0, call('a', 'get', '')), json(0, '{"a":1}'))).toMatchObject({
      stopReason: 'error',
      errorCode: 'stream_dropped',
      retryable: true,
      errorMessage: 'Stream ended without response.completed — connection likely dropped',
      content: [
        { type: 'toolCall', arguments: { a: 1 }, argumentsError: 'The message ended before the call was complete.' },
      ],
    })
  })

  it('is known before the connection closes', () => {
    const isComplete = (...events: OpenAIResponsesEvent[]) =>
      openaiResponses.isComplete?.(
        events.reduce((state, event) => openaiResponses.reduce(state, event)[0], openaiResponses.initial),
      )
    expect(isComplete(created)).toBe(false)
    expect(isComplete(created, completed())).toBe(true)
    expect(isComplete({ type: 'error', message: 'x' })).toBe(true)
  })
})

describe('usage', () => {
  const usage = {
    input_tokens: 1000,
    input_tokens_details: { cached_tokens: 768, cache_write_tokens: 100 },
    output_tokens: 200,
    output_tokens_details: { reasoning_tokens: 150 },
    total_tokens: 1200,
  }

  it('takes cached input out of the input, and leaves reasoning inside the output', () => {
    expect(fold(created, completed({ usage })).usage).toMatchObject({
      input: 132,
      output: 200,
      cacheRead: 768,
      cacheWrite: 100,
      reasoning: 150,
      totalTokens: 1200,
    })
  })

  it('adds reasoning that the vendor counts outside, which its total tells', () => {
    expect(fold(created, completed({ usage: { ...usage, total_tokens: 1350 } })).usage).toMatchObject({
      output: 350,
      totalTokens: 1350,
    })
  })

  it('is read from a cut answer, too, and takes missing numbers for nothing', () => {
    const given = { input_tokens: 7, input_tokens_details: null, output_tokens: null }
    expect(fold(created, incomplete('max_output_tokens', { usage: given })).usage).toMatchObject({
      input: 7,
      output: 0,
      cacheRead: 0,
      totalTokens: 7,
    })
  })

  it.each([
    ['the answer names', undefined, 'flex', 0.004],
    ['the answer names', 'flex', 'priority', 0.016],
    ['served it, though another was asked for (decision 53)', 'flex', 'default', 0.008],
    ['was asked for, if the answer says auto', 'flex', 'auto', 0.004],
    ['has no factor, though its name is a property of every object (A1)', 'flex', 'constructor', 0.008],
    ['was asked for, if the answer names none', 'priority', undefined, 0.016],
    ['has no factor of its own', undefined, 'default', 0.008],
  ])('costs what the service tier costs that %s', (_, asked, answered, total) => {
    const given = { input_tokens: 0, output_tokens: 1000 }
    const response = { usage: given, ...(answered !== undefined && { service_tier: answered }) }
    expect(foldAt(asked, created, completed(response)).usage.cost.total).toBeCloseTo(total, 12)
  })
})

it('starts with the first event that is about the answer, once', () => {
  const events = [
    unknownEvent('keepalive'),
    created,
    { ...created, type: 'response.in_progress' as const },
    completed(),
  ]
  expect(deltasOf(events).filter(({ type }) => type === 'start')).toEqual([
    { type: 'start', responseId: 'resp_1', responseModel: 'gpt-x' },
  ])
})

it('keeps its state while a block only grows', () => {
  const open = [created, added(0, message('msg_1')), text(0, 'a')].reduce(
    (state, event) => openaiResponses.reduce(state, event)[0],
    openaiResponses.initial,
  )
  expect(openaiResponses.reduce(open, text(0, 'b'))[0]).toBe(open)
})

const sse = (...events: OpenAIResponsesEvent[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

describeNormalizer('openai-responses', {
  normalizer: openaiResponses,
  decode: decodeSse<OpenAIResponsesEvent>,
  samples: [
    {
      name: 'reasoning, text and parallel calls',
      body: sse(
        created,
        added(0, { type: 'reasoning', id: 'rs_1' }),
        summary(0, 0, 'Überlegung'),
        done(0, { type: 'reasoning', id: 'rs_1' }),
        added(1, message('msg_1')),
        text(1, '你好 🌍'),
        done(1, message('msg_1', '你好 🌍')),
        added(2, call('a', 'get', '')),
        added(3, call('b', 'get', '')),
        json(3, '{"b":'),
        json(2, '{"a":1}'),
        json(3, '2}'),
        done(2, call('a', 'get', '{"a":1}')),
        done(3, call('b', 'get', '{"b":2}')),
        completed({ usage: { input_tokens: 3, output_tokens: 4 } }),
      ),
      message: {
        stopReason: 'toolUse',
        content: [
          { type: 'thinking', thinking: 'Überlegung', thinkingSignature: '{"type":"reasoning","id":"rs_1"}' },
          { type: 'text', text: '你好 🌍', textSignature: '{"v":1,"id":"msg_1"}' },
          { type: 'toolCall', id: 'call_a|fc_a', name: 'get', arguments: { a: 1 } },
          { type: 'toolCall', id: 'call_b|fc_b', name: 'get', arguments: { b: 2 } },
        ],
      },
    },
    {
      name: 'a cut answer',
      body: sse(created, added(0, message('msg_1')), text(0, 'Part'), incomplete('max_output_tokens')),
      message: { stopReason: 'length', content: [{ type: 'text', text: 'Part' }] },
    },
  ],
})

describe('events that do not say what they should', () => {
  const bare = (event: OpenAIResponsesEvent): OpenAIResponsesEvent => {
    const { output_index: _, ...rest } = event as OpenAIResponsesEvent & { output_index?: number }
    return rest
  }

  it('show a text once whose content_index is not its place in the finished item', () => {
    const { content } = fold(
      created,
      added(0, { type: 'message', id: 'msg_1' }),
      text(0, 'ok', 1),
      done(0, message('msg_1', 'ok')),
      completed(),
    )
    expect(content).toMatchObject([{ type: 'text', text: 'ok' }])
  })

  it('take a finished item without output_index for the one with its id, or the newest', () => {
    for (const id of ['fc_1', 'another']) {
      const { content } = fold(
        created,
        added(3, { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f' }),
        json(3, '{"a":1}'),
        bare(done(3, call(id, 'f', '{"a":1}'))),
        completed(),
      )
      expect(content).toMatchObject([{ type: 'toolCall', id: 'c1|fc_1', arguments: { a: 1 } }])
    }
  })

  it('keep items apart that have no index at all', () => {
    const events = [
      added(0, { type: 'message', id: 'msg_1' }),
      text(0, 'a'),
      done(0, message('msg_1', 'a')),
      added(1, { type: 'message', id: 'msg_2' }),
      text(1, 'b'),
      done(1, message('msg_2', 'b')),
    ]
    const { content } = fold(created, ...events.map(bare), completed())
    expect(content).toMatchObject([{ text: 'a' }, { text: 'b' }])
  })

  it('hold an argument fragment that is missing, null or a list: nothing is run without it (A2)', () => {
    for (const [delta, isBroken] of [
      [undefined, false],
      [null, false],
      [['{', '"a'], true],
    ] as const) {
      const { content, stopReason } = fold(
        created,
        added(0, { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f' }),
        unknownEvent('response.function_call_arguments.delta', { output_index: 0, delta }),
        completed(),
      )
      expect(stopReason).toBe('toolUse')
      expect('argumentsError' in (content[0] ?? {})).toBe(isBroken)
    }
  })
})
