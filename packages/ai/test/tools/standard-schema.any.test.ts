import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describe, expect, it } from 'vitest'

import { validateToolArguments, validateToolCall } from '#src/tools/lazy-validate.ts'
import { validateToolArgumentsSync as validateNow } from '#src/validate.ts'

type Result = StandardSchemaV1.Result<unknown>

/** A schema `{ limit: number }` as a library of Standard Schemas would make it. */
function standard(answer: (result: Result) => Result | Promise<Result>, jsonSchema?: object): object {
  const validate = (value: unknown) => {
    const { limit } = value as { limit?: unknown }
    if (typeof limit === 'number') return answer({ value: { limit, page: 1 } })
    return answer({ issues: [{ message: 'expected a number', path: ['limit', { key: 0 }] }, { message: 'no good' }] })
  }
  const written = jsonSchema ? { jsonSchema: { input: () => jsonSchema } } : {}
  return { '~standard': { version: 1, vendor: 'test', validate, ...written } }
}

const now = (result: Result) => result
const later = async (result: Result) => result
const numeric = { type: 'object', properties: { limit: { type: 'number' } } }

describe('a Standard Schema', () => {
  it('gives the arguments as it returns them', () => {
    const tool = { name: 'list', parameters: standard(now) }
    expect(validateNow(tool, { name: 'list', arguments: { limit: 2 } })).toEqual({ limit: 2, page: 1 })
  })

  it('says itself what is wrong', () => {
    const tool = { name: 'list', parameters: standard(now) }
    expect(() => validateNow(tool, { name: 'list', arguments: { limit: 'x' } })).toThrow(
      'Validation failed for tool "list":\n  - limit/0: expected a number\n  - root: no good\n\nReceived arguments:\n{\n  "limit": "x"\n}',
    )
  })

  it('gets what its JSON Schema makes of the arguments, if they do not fit as they came', () => {
    const tool = { name: 'list', parameters: standard(now, numeric) }
    expect(validateNow(tool, { name: 'list', arguments: { limit: '2' } })).toEqual({ limit: 2, page: 1 })
    expect(() => validateNow(tool, { name: 'list', arguments: { limit: 'x' } })).toThrow('limit/0: expected a number')
  })

  it('may be a function', () => {
    const parameters = Object.assign(() => true, standard(now))
    expect(validateNow({ name: 'list', parameters }, { name: 'list', arguments: { limit: 2 } })).toMatchObject({
      limit: 2,
    })
  })

  it('may answer later, to the functions that wait', async () => {
    const tool = { name: 'list', parameters: standard(later, numeric) }
    const call = { name: 'list', arguments: { limit: '2' } }
    await expect(validateToolArguments(tool, call)).resolves.toEqual({ limit: 2, page: 1 })
    await expect(validateToolCall([tool], call)).resolves.toEqual({ limit: 2, page: 1 })
    expect(() => validateNow(tool, call)).toThrow(expect.objectContaining({ code: 'unsupported' }))
  })
})

describe('the functions of the root', () => {
  it('reject as the synchronous ones throw', async () => {
    const tool = { name: 'list', parameters: numeric }
    await expect(validateToolCall([tool], { name: 'rm', arguments: {} })).rejects.toMatchObject({
      code: 'tool_not_found',
    })
    await expect(validateToolArguments(tool, { name: 'list', arguments: { limit: 'x' } })).rejects.toMatchObject({
      code: 'tool_arguments',
      retryable: false,
    })
  })
})
