import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toOpenApiSchema } from '#src/apis/google-generative-ai/openapi-schema.ts'

import { faultInSchema } from '../../support/strict/google.ts'

describe('a schema in the OpenAPI subset', () => {
  it.each([
    [
      'keywords that are not known are left out',
      { type: 'string', $comment: 'x', uniqueItems: true },
      { type: 'string' },
    ],
    ['a list of one type and null is nullable', { type: ['integer', 'null'] }, { type: 'integer', nullable: true }],
    [
      'a list of types is a choice',
      { type: ['string', 'number'] },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    [
      'what is required must be there',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    ['a constant is an enumeration of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'values that are no texts are told in words',
      { enum: [1, 2], description: 'How many.' },
      { type: 'number', description: 'How many. One of: 1, 2' },
    ],
    [
      'a choice with null is nullable',
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }], description: 'd' },
      { type: 'string', maxLength: 3, description: 'd', nullable: true },
    ],
    [
      'a choice of several with null is nullable',
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'number' }], nullable: true },
    ],
    ['oneOf is anyOf', { oneOf: [{ const: 'a' }] }, { anyOf: [{ type: 'string', enum: ['a'] }] }],
    [
      'the parts of an allOf are laid over one another',
      { allOf: [{ type: 'object' }, { properties: { a: { type: 'string' } } }], description: 'd' },
      { type: 'object', properties: { a: { type: 'string' } }, description: 'd' },
    ],
    [
      'of a tuple the first kind remains',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', items: { type: 'string' } },
    ],
    ['a format nobody knows is left out', { type: 'string', format: 'email' }, { type: 'string' }],
    ['a format that is known stays', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'names of properties are no keywords',
      { type: 'object', properties: { const: { type: 'string' }, $ref: { type: 'string' } } },
      { type: 'object', properties: { const: { type: 'string' }, $ref: { type: 'string' } } },
    ],
    [
      'references are written out',
      { properties: { a: { $ref: '#/$defs/a~1b', description: 'd' } }, $defs: { 'a/b': { type: 'string' } } },
      { properties: { a: { type: 'string', description: 'd' } } },
    ],
    [
      'a reference that may be null is written out, too',
      {
        properties: { a: { anyOf: [{ $ref: '#/$defs/b' }, { type: 'null' }], description: 'd' } },
        $defs: { b: { type: 'string' } },
      },
      { properties: { a: { type: 'string', description: 'd', nullable: true } } },
    ],
    [
      'several types in a choice with null are alternatives',
      { anyOf: [{ type: ['string', 'number'] }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'number' }], nullable: true },
    ],
    [
      'a reference to nowhere allows anything',
      { properties: { a: { $ref: 'https://elsewhere' } } },
      { properties: { a: {} } },
    ],
    ['a schema that is only true allows anything', { properties: { a: true } }, { properties: { a: {} } }],
  ])('%s', (_, schema, wanted) => {
    expect(toOpenApiSchema(schema)).toEqual(wanted)
  })

  it('follows a reference to itself once', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' } } }
    const left = { type: 'object', properties: { left: { type: 'object' } } }
    expect(toOpenApiSchema(tree)).toEqual({ type: 'object', properties: { left } })
  })

  it('does not change the original', () => {
    const schema = { type: ['string', 'null'], const: 'a', $defs: {} }
    toOpenApiSchema(schema)
    expect(schema).toEqual({ type: ['string', 'null'], const: 'a', $defs: {} })
  })

  it('is one that the provider accepts', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(faultInSchema(toOpenApiSchema(schema))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })
})

const anyType = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')
const keywords = {
  type: fc.oneof(anyType, fc.uniqueArray(anyType, { minLength: 1, maxLength: 3 })),
  description: fc.string(),
  const: fc.jsonValue({ maxDepth: 1 }),
  enum: fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 3 }),
  required: fc.subarray(['a', 'const', 'nowhere']),
  format: fc.constantFrom('email', 'date-time', 'int32'),
  minimum: fc.integer(),
  exclusiveMinimum: fc.integer(),
  additionalProperties: fc.boolean(),
  $schema: fc.constant('https://json-schema.org/draft/2020-12/schema'),
  $ref: fc.constantFrom('#', '#/properties/a', '#/nowhere', 'elsewhere'),
}

const optional = { requiredKeys: [] }
const { anySchema } = fc.letrec<{ anySchema: object }>((tie) => {
  const inner = tie('anySchema')
  const parts = fc.array(inner, { maxLength: 2 })
  const properties = fc.dictionary(fc.constantFrom('a', 'const', '$ref'), inner, { maxKeys: 2 })
  const items = fc.oneof(inner, parts)
  const composed = { ...keywords, properties, items, anyOf: parts, oneOf: parts, allOf: parts }
  return {
    anySchema: fc.oneof({ maxDepth: 2 }, fc.record(keywords, optional), fc.record(composed, optional)),
  }
})
