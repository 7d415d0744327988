import { expect, it } from 'vitest'

import { errorCodeOf } from '#src/errors/error-codes.ts'

it.each([
  ['invalid_request_error', 'invalid_request'],
  ['INVALID_ARGUMENT', 'invalid_request'],
  ['ValidationException', 'invalid_request'],
  ['invalid_base64_image', 'invalid_request'],
  ['authentication_error', 'authentication'],
  ['invalid_api_key', 'authentication'],
  ['ExpiredTokenException', 'authentication'],
  ['PERMISSION_DENIED', 'permission'],
  ['not_found_error', 'not_found'],
  ['ResourceNotFoundException', 'not_found'],
  ['rate_limit_exceeded', 'rate_limited'],
  ['throttlingException', 'rate_limited'],
  ['RESOURCE_EXHAUSTED', 'rate_limited'],
  ['insufficient_quota', 'quota_exceeded'],
  ['overloaded_error', 'overloaded'],
  ['serviceUnavailableException', 'overloaded'],
  ['api_error', 'server_error'],
  ['INTERNAL', 'server_error'],
  ['ModelErrorException', 'server_error'],
  ['modelStreamErrorException', 'server_error'],
  ['context_length_exceeded', 'context_overflow'],
  ['content_policy_violation', 'content_filter'],
  ['error', undefined],
  ['constructor', undefined],
  [400, undefined],
  [null, undefined],
])('%s is %s', (word, code) => {
  expect(errorCodeOf(word)).toBe(code)
})
