import { type Schema, validate } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { plainCheckOf } from '#src/tools/plain-check.ts'

const file: Schema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Where' },
    mode: { type: 'string', enum: ['read', 'write'] },
    lines: { type: 'array', items: { type: 'integer' } },
    options: { type: 'object', properties: { force: { type: 'boolean' } } },
  },
  required: ['path'],
  additionalProperties: false,
}

it.each<[boolean, unknown]>([
  [true, { path: 'a' }],
  [true, { path: 'a', mode: 'read', lines: [1, 2], options: { force: true, more: 1 } }],
  [false, {}],
  [false, { path: 1 }],
  [false, { path: 'a', mode: 'append' }],
  [false, { path: 'a', lines: [1, 2.5] }],
  [false, { path: 'a', lines: { 0: 1 } }],
  [false, { path: 'a', options: { force: 'yes' } }],
  [false, { path: 'a', more: 1 }],
  [false, JSON.parse('{"path":"a","__proto__":{}}')],
  [false, ['a']],
  [false, null],
])('says %s of %j', (fits, value) => {
  expect(plainCheckOf(file)?.(value)).toBe(fits)
})

it.each([
  { type: ['string', 'null'] },
  { type: 'string', minLength: 1 },
  { anyOf: [{ type: 'string' }] },
  { type: 'object', properties: { at: { $ref: '#' } } },
  { type: 'object', additionalProperties: { type: 'string' } },
  { type: 'object', enum: [{}] },
  { type: 'array' },
  { type: 'array', items: [{ type: 'string' }] },
  true,
  undefined,
])('leaves %j to the validator', (schema) => {
  expect(plainCheckOf(schema as never)).toBeUndefined()
})

const scalar = fc.oneof(
  fc.constantFrom('string', 'number', 'integer', 'boolean').map((type) => ({ type })),
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 1, true), { minLength: 1 })
    .map((allowed) => ({ type: 'string', enum: allowed })),
)
const keys = fc.constantFrom('a', 'b', 'toString', '__proto__')
const { schema: schemas } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    scalar,
    tie('schema').map((items) => ({ type: 'array', items })),
    fc
      .record({
        properties: fc.dictionary(keys, tie('schema')),
        required: fc.uniqueArray(keys),
        additionalProperties: fc.boolean(),
      })
      .map((parts) => ({ type: 'object', ...parts })),
  ),
}))
const values = fc.jsonValue({ maxDepth: 3 })
const records = fc.dictionary(keys, fc.oneof(values, fc.constantFrom('a', 1, true)))

it('accepts nothing that the validator does not', () => {
  fc.assert(
    fc.property(schemas, fc.oneof(values, records), (schema, value) => {
      const isRight = plainCheckOf(schema)?.(value) ?? false
      expect(isRight && !validate(value, schema).valid).toBe(false)
    }),
    { numRuns: 2000 },
  )
})
