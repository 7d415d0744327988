import { describe, expect, it } from 'vitest'

import { parseError } from '#src/errors/parse-error.ts'
import { isContextOverflow } from '#src/message/context-overflow.ts'
import { failedMessage, failureOf } from '#src/message/delta.ts'
import { emptyMessage } from '#src/message/message.ts'

const isOverflow = (body: unknown, status?: number): boolean => {
  const message = emptyMessage({ api: 'a', provider: 'p', id: 'm' }, 0)
  return isContextOverflow(failedMessage(message, failureOf(parseError(body, status === undefined ? {} : { status }))))
}

describe('errors are told apart (decision 54)', () => {
  it.each([
    'prompt is too long: 213462 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 187003 + 20000 > 200000',
    'Input is too long for requested model.',
    'Input Tokens Exceeded: Number of input tokens exceeds maximum length.',
    'Your input exceeds the context window of this model.',
    'Input tokens exceed the configured limit of 272000 tokens.',
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130512 tokens.",
    "Requested token count exceeds the model's maximum context length of 131072 tokens.",
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    'Please reduce the length of the messages or completion.',
    'prompt token count of 128001 exceeds the limit of 128000',
    'the request exceeds the available context size, try increasing it',
    'tokens to keep from the initial prompt is greater than the context length',
    'Trying to keep the first 9120 tokens when context the overflows.',
    'prompt too long; exceeded max context length by 812 tokens',
    'invalid params, context window exceeds limit',
    'Your request exceeded model token limit: 262144',
    'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
    "The input (51234 tokens) is longer than the model's context length (32768 tokens).",
    'The decoder prompt (length 41000) is longer than the maximum model length of 32768.',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192.',
    'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000',
    'Range of input length should be [1, 30720]',
    'Prompt exceeds max length',
    'Please reduce the length. Current length is 8193 while limit is 8192',
    'too many tokens: total number of tokens in the request cannot exceed 4081',
  ])('overflow: %s', (message) => {
    expect(parseError({ error: { message } }, { status: 400 })).toMatchObject({
      code: 'context_overflow',
      retryable: false,
    })
    expect(isOverflow({ error: { message } }, 400)).toBe(true)
  })

  it.each([
    [429, { code: '1113', message: 'Insufficient balance or no resource package.', type: 'rate_limit_error' }],
    [429, { code: 1308, message: 'Usage limit reached for 5 hour.' }],
    [429, { code: '1310', message: 'Weekly limit exhausted' }],
    [500, { type: 'api_error', message: 'insufficient balance (1008)' }],
    [429, { type: 'usage_limit_reached', message: 'The usage limit has been reached' }],
    [400, { type: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' }],
    [402, { message: 'Insufficient Balance', code: 'invalid_request_error' }],
    [
      403,
      { code: 'x', message: 'Your team has either used all available credits or reached its monthly spending limit.' },
    ],
    [429, { message: '余额不足或无可用资源包,请充值。', code: 'y' }],
    [400, { code: 'Arrearage', message: 'Access denied' }],
    [
      429,
      {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'Quota',
        details: [{ violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }] }],
      },
    ],
  ])('a used-up balance, with status %d: %j', (status, error) => {
    expect(parseError({ error }, { status })).toMatchObject({ code: 'quota_exceeded', retryable: false })
    expect(isOverflow({ error }, status)).toBe(false)
  })

  it.each([
    [429, { code: '1302', message: 'Rate limit reached for requests' }],
    [429, { code: '1305', message: 'The service may be temporarily overloaded' }],
    [
      429,
      { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota. Please retry in 34.07s.' },
    ],
    [
      429,
      { message: 'Rate limit reached for gpt-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.' },
    ],
    [429, { message: 'Too many tokens per minute, try again in 2s' }],
  ])('a rate limit, which passes, with status %d: %j', (status, error) => {
    expect(parseError({ error }, { status })).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(isOverflow({ error }, status)).toBe(false)
  })

  it.each([
    [
      429,
      {
        code: 'rate_limit_exceeded',
        message: 'Request too large for gpt-x on tokens per min (TPM): Limit 30000, Requested 45000.',
      },
    ],
    [
      413,
      {
        code: 'rate_limit_exceeded',
        message: 'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7000',
      },
    ],
    [429, { message: 'Rate limit reached on tokens per min: Limit 10000, Used 0, Requested 12000' }],
  ])('larger than the limit per minute, which never passes, with status %d: %j', (status, error) => {
    expect(parseError({ error }, { status })).toMatchObject({ code: 'rate_limited', retryable: false })
    expect(isOverflow({ error }, status)).toBe(false)
  })

  it('an unknown code inside a stream may be retried only if its HTTP class may', () => {
    expect(parseError({ error: { code: 'weird_thing', message: 'x' } })).toMatchObject({
      code: 'unexpected',
      retryable: false,
    })
    expect(parseError({ error: { code: 'weird_thing', status_code: 502 } })).toMatchObject({
      code: 'server_error',
      retryable: true,
    })
    expect(parseError({ error: { code: 'weird_thing', status_code: 400 } })).toMatchObject({
      code: 'invalid_request',
      retryable: false,
    })
    expect(parseError({ error: { code: 'cyber_policy' } })).toMatchObject({ code: 'content_filter', retryable: false })
    expect(parseError({ error: { code: 'server_is_overloaded' } })).toMatchObject({
      code: 'overloaded',
      retryable: true,
    })
  })

  it('a status object of MiniMax, by its number', () => {
    const of = (status_code: number) => parseError({ base_resp: { status_code, status_msg: 'x' } })
    expect(of(1008)).toMatchObject({ code: 'quota_exceeded', retryable: false })
    expect(of(1002)).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(of(1004)).toMatchObject({ code: 'authentication' })
    expect(of(9999)).toMatchObject({ code: 'unexpected', retryable: false })
  })
})

describe('the text of an error (decision 54)', () => {
  it('is at most 500 characters of a body', () => {
    const { message } = parseError('x'.repeat(10_000), { status: 500 })
    expect(message).toBe(`500 ${'x'.repeat(500)}…`)
    expect(parseError({ error: { message: 'y'.repeat(10_000) } }).message).toHaveLength(501)
  })

  it('is the title of a web page', () => {
    const page = `<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head>${'<p>x</p>'.repeat(1000)}`
    expect(parseError(page, { status: 502 }).message).toBe('502 a web page: 502 Bad Gateway')
    expect(parseError('<html><body>x</body></html>', { status: 502 }).message).toBe('502 a web page without a title')
  })

  it('is read only so far, however long it is', () => {
    const long = `${'input token count '.repeat(5000)}prompt is too long`
    expect(parseError({ error: { message: long } }, { status: 400 }).code).toBe('invalid_request')
  })

  it('is found in values of any type', () => {
    for (const error of [
      5,
      true,
      [],
      { message: 5 },
      { message: {}, code: {}, type: [] },
      { metadata: 'x', details: [null] },
    ])
      expect(parseError({ error }).message).toBeTypeOf('string')
  })
})
