import { describe, expect, it } from 'vitest'

import { parseError } from '#src/errors/parse-error.ts'

describe('parseError', () => {
  it.each([
    // Wherever the provider puts it, and whatever it is.
    [{ error: { message: 'no', type: 'invalid_request_error' } }, 'invalid_request', 'invalid_request_error: no'],
    [[{ error: { message: 'no', status: 'UNAVAILABLE' } }], 'overloaded', 'no'],
    [{ error: 'no' }, 'server_error', 'no'],
    ['no', 'server_error', 'no'],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'busy' } }, 'overloaded', 'overloaded_error: busy'],
    [{ detail: 'Not here' }, 'server_error', '{"detail":"Not here"}'],
    // A number is a status.
    [{ error: { message: 'busy', code: 503 } }, 'overloaded', 'busy'],
    [{ error: { message: 'slow down', code: '429' } }, 'rate_limited', '429: slow down'],
    // The words of providers that say more than the status.
    [{ error: { message: 'pay', type: 'exceeded_current_quota_error' } }, 'quota_exceeded', /^exceeded_current_quota/],
    [{ error: { message: 'busy', type: 'engine_overloaded_error' } }, 'overloaded', 'engine_overloaded_error: busy'],
    // Of two words the more telling one.
    [
      { error: { message: 'long', type: 'invalid_request_error', code: 'context_length_exceeded' } },
      'context_overflow',
      'context_length_exceeded: long',
    ],
    // The sentence, where there is no word for it.
    [
      { error: { message: 'prompt is too long: 9 tokens > 8 maximum', type: 'invalid_request_error' } },
      'context_overflow',
      /prompt is too long/,
    ],
    // OpenRouter repeats what the provider behind it said.
    [
      { error: { message: 'Provider returned error', code: 429, metadata: { raw: { hint: 'later' } } } },
      'rate_limited',
      'Provider returned error\n{"hint":"later"}',
    ],
  ])('reads %j as %s', (body, code, message) => {
    expect(parseError(body)).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('shows a message that is an object, as Mistral sends it of a request that is not valid', () => {
    const message = { detail: [{ type: 'extra_forbidden', loc: ['body', 'store'] }] }
    const error = parseError({ object: 'error', message, type: 'invalid_request_error' }, { status: 422 })
    expect(error).toMatchObject({ code: 'invalid_request', retryable: false })
    expect(error.message).toBe(`422 invalid_request_error: ${JSON.stringify(message)}`)
  })

  it.each([null, undefined, '', [], {}, { error: null }, { error: {} }, { error: { message: null } }])(
    'makes something of %j',
    (body) => expect(parseError(body, { status: 500 })).toMatchObject({ code: 'server_error', retryable: true }),
  )

  it('names the status and the request', () => {
    const facts = { status: 400, requestId: 'req_1' }
    expect(parseError({ error: { message: 'no' } }, facts).message).toBe('400 no (request req_1)')
    expect(parseError('', facts).message).toBe('400 status code (no body) (request req_1)')
  })
})
