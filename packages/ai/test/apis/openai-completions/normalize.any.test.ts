import { describe, expect, it } from 'vitest'

import { createOpenAIChatNormalizer, type OpenAIChatNormalizerOptions } from '#src/apis/openai-completions/normalize.ts'
import type { OpenAIChatChunk, OpenAIChatDelta, OpenAIChatToolCallDelta } from '#src/apis/openai-completions/wire.ts'
import { accumulate, emptyDraft } from '#src/message/accumulate.ts'
import type { Delta } from '#src/message/delta.ts'
import type { AssistantMessage } from '#src/message/message.ts'

function deltasOf(chunks: readonly OpenAIChatChunk[], options?: OpenAIChatNormalizerOptions): Delta[] {
  const { initial, reduce, end } = createOpenAIChatNormalizer(options)
  const deltas: Delta[] = []
  let state = initial
  for (const chunk of chunks) {
    const [next, more] = reduce(state, chunk)
    state = next
    deltas.push(...more)
  }
  return [...deltas, ...end(state)[1]]
}

function fold(chunks: readonly OpenAIChatChunk[], options?: OpenAIChatNormalizerOptions): AssistantMessage {
  const draft = emptyDraft({ api: 'openai-completions', provider: 'test', id: 'm', cost: {} }, 0)
  return deltasOf(chunks, options).reduce(accumulate, draft).message
}

const says = (delta: OpenAIChatDelta): OpenAIChatChunk => ({ id: 'r-1', choices: [{ index: 0, delta }] })
const ends = (finish_reason: string): OpenAIChatChunk => ({ choices: [{ index: 0, delta: {}, finish_reason }] })
const calls = (...tool_calls: OpenAIChatToolCallDelta[]) => says({ tool_calls })
const call = (id: string, name: string, args: object) => ({ type: 'toolCall', id, name, arguments: args })

describe('text and reasoning', () => {
  it('follow one another as blocks of their own', () => {
    const { content } = fold([
      says({ reasoning_content: 'hm' }),
      says({ content: 'yes' }),
      says({ reasoning_content: 'hm!' }),
      ends('stop'),
    ])
    expect(content).toEqual([
      { type: 'thinking', thinking: 'hm', thinkingSignature: 'reasoning_content' },
      { type: 'text', text: 'yes' },
      { type: 'thinking', thinking: 'hm!', thinkingSignature: 'reasoning_content' },
    ])
  })

  it('count reasoning once that comes in two fields of one delta', () => {
    const detail = { type: 'reasoning.text', text: 'hm' }
    const { content } = fold([says({ reasoning: 'hm', reasoning_details: [detail] }), ends('stop')])
    expect(content).toEqual([{ type: 'thinking', thinking: 'hm', thinkingSignature: 'reasoning' }])
  })

  it('show reasoning that comes in details only', () => {
    const { content } = fold([
      says({ reasoning_details: [{ type: 'reasoning.summary', summary: 'hm' }] }),
      ends('stop'),
    ])
    expect(content).toEqual([{ type: 'thinking', thinking: 'hm', thinkingSignature: 'reasoning_details' }])
  })

  it('keep signatures and encrypted reasoning with their block', () => {
    const signed = { type: 'reasoning.text', signature: 'sig' }
    const { content } = fold([
      says({ reasoning: 'hm' }),
      says({ reasoning_details: [signed] }),
      says({ content: 'a' }),
      ends('stop'),
    ])
    expect(content[0]).toEqual({
      type: 'thinking',
      thinking: 'hm',
      thinkingSignature: JSON.stringify({ field: 'reasoning', details: [signed] }),
    })
    const sealed = { type: 'reasoning.encrypted', data: 'abc' }
    expect(fold([says({ reasoning_details: [sealed] }), ends('stop')]).content).toEqual([
      {
        type: 'thinking',
        thinking: '',
        redacted: true,
        thinkingSignature: JSON.stringify({ field: 'reasoning_details', details: [sealed] }),
      },
    ])
  })

  it('keep encrypted reasoning with the call whose id it carries', () => {
    const sealed = { type: 'reasoning.encrypted', id: 'c1', data: 'abc' }
    const { content } = fold([
      says({ reasoning_details: [sealed] }),
      calls({ index: 0, id: 'c1', function: { name: 'f', arguments: '{}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([{ ...call('c1', 'f', {}), thoughtSignature: JSON.stringify(sealed) }])
  })

  it('are read from lists of parts', () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }
    const { content } = fold([
      says({ content: [thinking] }),
      says({ content: [{ type: 'text', text: 'yes' }] }),
      ends('stop'),
    ])
    expect(content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'yes' },
    ])
  })

  it('are told apart by tags, however these are cut, where the model has them', () => {
    const pieces = ['<th', 'ink>', '\nplan <b>', ' more</thi', 'nk>\n\nanswer <', ' done']
    const { content } = fold([...pieces.map((text) => says({ content: text })), ends('stop')], { thinkTags: true })
    expect(content).toEqual([
      { type: 'thinking', thinking: 'plan <b> more' },
      { type: 'text', text: 'answer < done' },
    ])
  })
})

describe('tool calls', () => {
  it('are kept apart by index when their fragments interleave', () => {
    const { content, stopReason } = fold([
      calls(
        { index: 0, id: 'x', function: { name: 'f', arguments: '{"a"' } },
        { index: 1, id: 'y', function: { name: 'g', arguments: '{"b"' } },
      ),
      calls({ index: 1, function: { arguments: ':2}' } }, { index: 0, function: { arguments: ':1}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([call('x', 'f', { a: 1 }), call('y', 'g', { b: 2 })])
    expect(stopReason).toBe('toolUse')
  })

  it('are told by their id where the index is missing, or used twice', () => {
    for (const index of [undefined, 0]) {
      const at = index === undefined ? {} : { index }
      const { content } = fold([
        calls({ ...at, id: 'x', function: { name: 'f', arguments: '{"a":' } }),
        calls({ ...at, function: { arguments: '1}' } }),
        calls({ ...at, id: 'y', function: { name: 'f', arguments: '{}' } }),
        ends('tool_calls'),
      ])
      expect(content).toEqual([call('x', 'f', { a: 1 }), call('y', 'f', {})])
    }
  })

  it('are told by their name where there is neither index nor id', () => {
    const { content } = fold([
      calls({ function: { name: 'f', arguments: { a: 1 } } }, { function: { name: 'f', arguments: { a: 2 } } }),
      ends('stop'),
    ])
    expect(content).toEqual([call('call_r-1_0', 'f', { a: 1 }), call('call_r-1_1', 'f', { a: 2 })])
  })

  it('wait for a name that comes after the id, and keep arguments that came before it', () => {
    const { content } = fold([
      calls({ index: 0, id: 'x', function: { arguments: '{"a":' } }),
      calls({ index: 0, function: { name: 'f', arguments: '1}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([call('x', 'f', { a: 1 })])
  })

  it('take a repeated name and id for a repeat', () => {
    const fragment = (text: string) => calls({ index: 0, id: 'x', function: { name: 'read', arguments: text } })
    expect(fold([fragment('{"p":'), fragment('"a"}'), ends('tool_calls')]).content).toEqual([
      call('x', 'read', { p: 'a' }),
    ])
  })

  it('go on under the ids that some vendors give each piece of a call', () => {
    const { content } = fold([
      calls({ index: 0, id: 'a', function: { name: 'weather', arguments: '' } }),
      calls({ index: 0, id: 'b', function: { arguments: '{"city":' } }),
      calls({ index: 0, id: 'c', function: { arguments: '"Oslo"}' } }),
      calls({ index: 1, id: 'd', function: { name: 'time', arguments: '{}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([call('a', 'weather', { city: 'Oslo' }), call('d', 'time', {})])
  })

  it('without a name are none', () => {
    const { content, stopReason } = fold([
      calls({ index: 0, id: 'x', function: { arguments: '{}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([])
    expect(stopReason).toBe('stop')
  })

  it('that a limit cut keep the limit as the reason', () => {
    const { content, stopReason } = fold([
      calls({ index: 0, id: 'x', function: { name: 'f', arguments: '{"a' } }),
      ends('length'),
    ])
    expect(stopReason).toBe('length')
    expect(content).toMatchObject([{ arguments: {}, argumentsError: expect.stringContaining('{"a') }])
  })

  it('whose deltas repeat the text so far are read with the vendor quirk on', () => {
    const fragment = (text: string) => calls({ index: 0, id: 'x', function: { name: 'f', arguments: text } })
    const chunks = [fragment('{"a"'), fragment('{"a":1'), fragment('{"a":1}'), ends('tool_calls')]
    expect(fold(chunks, { cumulativeArguments: true }).content).toEqual([call('x', 'f', { a: 1 })])
  })

  it('of the legacy kind say so', () => {
    const chunks = [
      says({ function_call: { name: 'f', arguments: '{"a"' } }),
      says({ function_call: { arguments: ':1}' } }),
      ends('function_call'),
    ]
    expect(deltasOf(chunks).find(({ type }) => type === 'toolcall_start')).toMatchObject({ name: 'f', legacy: true })
    expect(fold(chunks)).toMatchObject({ content: [{ name: 'f', arguments: { a: 1 } }], stopReason: 'toolUse' })
  })
})

describe('the end', () => {
  it.each([
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'stop'],
  ])('%s without calls is %s', (finish, reason) => {
    expect(fold([says({ content: 'a' }), ends(finish)])).toMatchObject({ stopReason: reason, rawStopReason: finish })
  })

  it.each([
    ['content_filter', 'content_filter', false],
    ['network_error', 'server_error', true],
    ['error', 'server_error', true],
  ])('%s is a failure with code %s', (finish, errorCode, retryable) => {
    expect(fold([says({ content: 'a' }), ends(finish)])).toMatchObject({ stopReason: 'error', errorCode, retryable })
  })

  it('is a drop where nothing says that it is the end', () => {
    expect(fold([says({ content: 'half' })])).toMatchObject({
      content: [{ type: 'text', text: 'half' }],
      stopReason: 'error',
      errorCode: 'stream_dropped',
      errorMessage: 'Stream ended without finish_reason — connection likely dropped',
    })
  })

  it('may be missing for servers that never send it', () => {
    const text = [says({ content: 'whole' })]
    const withCall = [calls({ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } })]
    expect(fold(text, { missingFinish: 'accept-text' }).stopReason).toBe('stop')
    expect(fold(withCall, { missingFinish: 'accept-text' }).errorCode).toBe('stream_dropped')
    expect(fold(withCall, { missingFinish: 'accept' }).stopReason).toBe('toolUse')
  })

  it('is a refusal when the model refused: the text stays, and it is never retried', () => {
    expect(fold([says({ refusal: 'I will' }), says({ refusal: ' not.' }), ends('stop')])).toMatchObject({
      content: [{ type: 'text', text: 'I will not.' }],
      stopReason: 'error',
      errorCode: 'refusal',
      retryable: false,
      refusal: { explanation: 'I will not.' },
    })
  })

  it.each([
    ['refusal', 'refusal'],
    ['content_filter: PROHIBITED_CONTENT', 'content_filter'],
    ['function_call_filter: MALFORMED_FUNCTION_CALL', 'malformed_response'],
  ])('is a failure that is never retried where the vendor says %s', (finish, errorCode) => {
    expect(fold([says({ content: 'a' }), ends(finish)])).toMatchObject({
      stopReason: 'error',
      rawStopReason: finish,
      errorCode,
      errorMessage: `Provider finish_reason: ${finish}`,
      retryable: false,
    })
  })

  it.each<[string, OpenAIChatChunk]>([
    ['in the choice', { choices: [{ delta: {}, finish_reason: 'error', error: { code: 503, message: 'busy' } }] }],
    ['as the whole chunk', { object: 'error', message: 'busy', code: 503 } as OpenAIChatChunk],
    ['as a chunk of its own type', { type: 'error', message: 'busy', code: 503 } as OpenAIChatChunk],
  ])('is an error that stands %s', (_, chunk) => {
    expect(deltasOf([says({ content: 'a' }), chunk]).find(({ type }) => type === 'error')).toMatchObject({
      code: 'overloaded',
      message: 'busy',
      retryable: true,
    })
  })

  it('is an error object in a 200, with the code it stands for', () => {
    const chunks: OpenAIChatChunk[] = [
      says({ content: 'a' }),
      { error: { message: 'Too many', code: 'rate_limit_exceeded' } },
    ]
    const { initial, reduce, isComplete } = createOpenAIChatNormalizer()
    expect(isComplete?.(chunks.reduce((state, chunk) => reduce(state, chunk)[0], initial))).toBe(true)
    expect(fold(chunks.slice(0, 1).concat(chunks.slice(1))).content).toEqual([{ type: 'text', text: 'a' }])
    const [, deltas] = reduce(initial, chunks[1] as OpenAIChatChunk)
    expect(deltas.at(-1)).toMatchObject({
      type: 'error',
      code: 'rate_limited',
      message: 'rate_limit_exceeded: Too many',
    })
  })
})

describe('usage', () => {
  const usageOf = (chunk: OpenAIChatChunk) => fold([chunk, ends('stop')]).usage

  it('is found wherever vendors put it, and replaced, never added', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2 }
    expect(usageOf({ choices: [], usage })).toMatchObject({ input: 10, output: 2, totalTokens: 12 })
    expect(usageOf({ choices: [{ usage }] })).toMatchObject({ input: 10, output: 2 })
    expect(usageOf({ x_groq: { usage } })).toMatchObject({ input: 10, output: 2 })
    expect(fold([{ usage }, { usage: { ...usage, completion_tokens: 5 } }, ends('stop')]).usage.output).toBe(5)
  })

  it('counts cached tokens once', () => {
    const details = { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 } }
    expect(usageOf({ usage: details })).toMatchObject({ input: 30, cacheRead: 60, cacheWrite: 10 })
    expect(usageOf({ usage: { prompt_tokens: 100, prompt_cache_hit_tokens: 80 } })).toMatchObject({
      input: 20,
      cacheRead: 80,
    })
    expect(usageOf({ usage: { prompt_tokens: 5, cached_tokens: 80 } })).toMatchObject({ input: 0, cacheRead: 80 })
  })

  it('leaves the prompt whole where the total says that cached tokens are outside of it', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 100 } }
    expect(usageOf({ usage: { ...usage, total_tokens: 115 } })).toMatchObject({ input: 10, cacheRead: 100, output: 5 })
    const thinking = { ...usage, completion_tokens_details: { reasoning_tokens: 7 }, total_tokens: 122 }
    expect(usageOf({ usage: thinking })).toMatchObject({ input: 10, cacheRead: 100, output: 12, totalTokens: 122 })
  })

  it('is read in the words of Anthropic, too, which LiteLLM uses for Claude', () => {
    const cached = { cache_read_input_tokens: 40, cache_creation_input_tokens: 60 }
    expect(
      usageOf({ usage: { prompt_tokens: 110, completion_tokens: 5, total_tokens: 115, ...cached } }),
    ).toMatchObject({
      input: 10,
      cacheRead: 40,
      cacheWrite: 60,
    })
  })

  it('adds reasoning only where the total says that it is outside', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 7 } }
    expect(usageOf({ usage: { ...usage, total_tokens: 22 } })).toMatchObject({ output: 12, reasoning: 7 })
    expect(usageOf({ usage: { ...usage, total_tokens: 15 } })).toMatchObject({ output: 5, reasoning: 7 })
  })
})

it('an interleaved second choice, and chunks without choices or delta, are no content', () => {
  const { content } = fold([
    { choices: [] },
    {},
    { choices: [{ index: 0 }] },
    { choices: [{ index: 1, delta: { content: 'b' } }] },
    says({ content: 'a' }),
    ends('stop'),
  ])
  expect(content).toEqual([{ type: 'text', text: 'a' }])
})

it('the first choice is the one of index 0, wherever it stands', () => {
  const { content } = fold([
    {
      choices: [
        { index: 1, delta: { content: 'b' } },
        { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
      ],
    },
  ])
  expect(content).toEqual([{ type: 'text', text: 'a' }])
})

it('an answer that comes whole is read; a message beside deltas only repeats them', () => {
  const tool_calls = [{ id: 'c', function: { name: 'f', arguments: '{}' } }]
  expect(fold([{ choices: [{ message: { content: 'a', tool_calls }, finish_reason: 'tool_calls' }] }])).toMatchObject({
    content: [{ type: 'text', text: 'a' }, call('c', 'f', {})],
    stopReason: 'toolUse',
  })
  const beside = { choices: [{ delta: { content: 'b' }, message: { content: 'ab' } }] }
  const last = { choices: [{ message: { content: 'ab' }, finish_reason: 'stop' }] }
  expect(fold([says({ content: 'a' }), beside, last]).content).toEqual([{ type: 'text', text: 'ab' }])
})

it('the state comes back as it was while a block grows', () => {
  const { initial, reduce } = createOpenAIChatNormalizer()
  const [open] = reduce(initial, says({ content: 'a' }))
  expect(reduce(open, says({ content: 'b' }))[0]).toBe(open)
})

describe('what must go back as it came (decision 55)', () => {
  const extra = { google: { thought_signature: 'SIG' } }
  const text = (index: number, more: object) => ({ type: 'reasoning.text', index, ...more })

  it('is kept of calls, with the details that belong to them', () => {
    const sealed = { type: 'reasoning.encrypted', data: 'x', id: 'c1' }
    const { content } = fold([
      says({ reasoning_details: [sealed] }),
      calls({ index: 0, id: 'c1', function: { name: 'f', arguments: '{}' }, extra_content: extra }),
      calls({ index: 1, id: 'c2', function: { name: 'g', arguments: '{}' } }),
      calls({ index: 1, extra_content: extra }),
      ends('tool_calls'),
    ])
    expect(content).toMatchObject([
      { name: 'f', thoughtSignature: JSON.stringify({ extra_content: extra, details: [sealed] }) },
      { name: 'g', thoughtSignature: JSON.stringify({ extra_content: extra }) },
    ])
  })

  it('is all of the details, fragments of one joined, as soon as one is signed', () => {
    const { content } = fold([
      says({ reasoning: 'a', reasoning_details: [text(0, { text: 'a', format: 'x' })] }),
      says({ reasoning: 'b', reasoning_details: [text(0, { text: 'b', format: null })] }),
      says({ reasoning_details: [text(0, { signature: 's1' })] }),
      says({ reasoning: 'c', reasoning_details: [text(1, { text: 'c' })] }),
      ends('stop'),
    ])
    const details = [text(0, { text: 'ab', format: 'x', signature: 's1' }), text(1, { text: 'c' })]
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'abc', thinkingSignature: JSON.stringify({ field: 'reasoning', details }) },
    ])
  })
})

describe('think tags (decision 64)', () => {
  const tagged = (thinkTags: boolean | 'open', ...pieces: string[]) =>
    fold([...pieces.map((content) => says({ content })), ends('stop')], { thinkTags }).content

  it('that close and were never opened are taken out', () => {
    expect(tagged(true, 'Let me count.\n</thi', 'nk>\n\nSeven.')).toEqual([
      { type: 'text', text: 'Let me count.\nSeven.' },
    ])
  })

  it('need no beginning where the model begins inside its thinking', () => {
    expect(tagged('open', 'Let me count.\n</thi', 'nk>\n\nSeven.')).toEqual([
      { type: 'thinking', thinking: 'Let me count.\n' },
      { type: 'text', text: 'Seven.' },
    ])
  })
})
