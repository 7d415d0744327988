import { expect, it } from 'vitest'

import { validateToolArgumentsSync } from '#src/validate.ts'

it('validates where a content security policy forbids code from strings', () => {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = "script-src 'self' 'unsafe-inline'"
  document.head.append(policy)
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- proves that the policy holds
  expect(() => new Function('return 1')).toThrow(EvalError)

  const tool = { name: 'list', parameters: { type: 'object', properties: { limit: { type: 'integer' } } } }
  expect(validateToolArgumentsSync(tool, { name: 'list', arguments: { limit: '3' } })).toEqual({ limit: 3 })
  expect(() => validateToolArgumentsSync(tool, { name: 'list', arguments: { limit: 'x' } })).toThrow(
    'limit: must be integer',
  )
})
