import { describe, expect, it } from 'vitest'

import { openaiResponses } from '#src/apis/openai-responses/normalize.ts'
import type { OpenAIResponsesEvent, OpenAIResponsesItem } from '#src/apis/openai-responses/wire.ts'

import {
  deltasOf,
  foldAt,
  fold,
  unknownEvent,
  created,
  added,
  done,
  text,
  refused,
  json,
  completed,
  incomplete,
  message,
  call,
} from '../../support/responses-events.ts'

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
  ])('of a response that was cut by %s', (reason, expected) => {
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

  it('by a failure keeps the words of the provider and their meaning', () => {
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

  it('adds reasoning that the provider counts outside, which its total tells', () => {
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

it('starts with the first event that is about the response, once', () => {
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
