import { describe, expect, it } from 'vitest'

import { createOpenAIChatNormalizer } from '#src/apis/openai-completions/normalize.ts'
import type { OpenAIChatChunk } from '#src/apis/openai-completions/wire.ts'

import { deltasOf, fold, says, ends, calls } from '../../support/chat-chunks.ts'

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
  ])('is a failure that is never retried where the provider says %s', (finish, errorCode) => {
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
