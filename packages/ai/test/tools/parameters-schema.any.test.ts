import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parametersSchemaOf } from '#src/tools/parameters-schema.ts'

import { faultInParameters } from '../support/strict/checks.ts'

const sent = (parameters: object) => parametersSchemaOf({ name: 't', parameters })

const text = { type: 'string' }
const number = { type: 'number' }

it.each([
  ['a plain object', { type: 'object', properties: { a: text }, $defs: { b: number } }],
  ['TypeBox', Type.Object({ a: Type.Array(Type.String()) })],
  ['a choice below the root', { type: 'object', properties: { a: { anyOf: [text, number] } } }],
  ['a property that is called items', { type: 'object', properties: { items: text, type: text, enum: text } }],
])('%s goes out as it is', (_, schema) => {
  expect(sent(schema)).toBe(schema)
})

it.each([
  ['an empty schema', {}],
  ['an object without properties', { type: 'object' }],
])('%s is an object without properties', (_, schema) => {
  expect(sent(schema)).toEqual({ type: 'object', properties: {} })
})

describe('alternatives at the root', () => {
  it.each(['anyOf', 'oneOf'])('of %s become one object, which requires what all of them require', (keyword) => {
    const first = { type: 'object', properties: { kind: { const: 'a' }, path: text }, required: ['kind', 'path'] }
    const second = { type: 'object', properties: { kind: { const: 'b' }, path: text }, required: ['kind'] }
    expect(sent({ description: 'One of two', [keyword]: [first, second] })).toEqual({
      description: 'One of two',
      type: 'object',
      properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, path: text },
      required: ['kind'],
    })
  })

  it('that only say what is required leave the properties as they are', () => {
    const schema = {
      type: 'object',
      properties: { a: text, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }
    expect(sent(schema)).toEqual({ type: 'object', properties: { a: text, b: text } })
  })

  it('of allOf are all required', () => {
    const parts = [
      { type: 'object', properties: { a: text }, required: ['a'] },
      { type: 'object', properties: { b: number }, required: ['b'] },
    ]
    expect(sent({ allOf: parts })).toEqual({
      type: 'object',
      properties: { a: text, b: number },
      required: ['a', 'b'],
    })
  })

  it('may be references, and the root one itself', () => {
    const definitions = { Ask: { type: 'object', properties: { a: text }, required: ['a'] } }
    expect(sent({ $ref: '#/definitions/Ask', definitions })).toEqual({
      definitions,
      type: 'object',
      properties: { a: text },
      required: ['a'],
    })
  })

  it('that lead to themselves come to an end', () => {
    const $defs = { Node: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'object', properties: { a: text } }] } }
    expect(sent({ $ref: '#/$defs/Node', $defs })).toEqual({ $defs, type: 'object', properties: { a: text } })
  })
})

describe('a list', () => {
  it('that does not say of what is one of anything', () => {
    const inner = { type: 'object', properties: { list: { type: ['array', 'null'] } } }
    expect(sent({ type: 'object', properties: { list: { type: 'array' }, inner } })).toEqual({
      type: 'object',
      properties: {
        list: { type: 'array', items: {} },
        inner: { type: 'object', properties: { list: { type: ['array', 'null'], items: {} } } },
      },
    })
  })

  it('that is a tuple says it as the current draft does', () => {
    const pair = { type: 'array', items: [text, number], additionalItems: false }
    expect(sent({ type: 'object', properties: { pair } })).toEqual({
      type: 'object',
      properties: { pair: { type: 'array', prefixItems: [text, number], items: false } },
    })
  })

  it('in a default value is left alone', () => {
    const schema = { type: 'object', properties: { a: { default: { type: 'array' } } } }
    expect(sent(schema)).toBe(schema)
  })
})

it('a schema is made legal once', () => {
  const schema = { anyOf: [] }
  expect(sent(schema)).toBe(sent(schema))
})

it('a Standard Schema is asked for its JSON Schema', () => {
  const parameters = { '~standard': { jsonSchema: { input: () => ({ anyOf: [{ properties: { a: text } }] }) } } }
  expect(sent(parameters)).toEqual({ type: 'object', properties: { a: text } })
})

const { anySchema } = fc.letrec<{ anySchema: object }>((tie) => ({
  anySchema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom({ type: 'array' }, { type: 'object' }, text),
    fc.record(
      {
        type: fc.constantFrom('object', 'array', ['array', 'null']),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'items'), tie('anySchema'), { maxKeys: 2 }),
        items: fc.oneof(tie('anySchema'), fc.array(tie('anySchema'), { maxLength: 2 })),
        anyOf: fc.array(tie('anySchema'), { maxLength: 2 }),
        allOf: fc.array(tie('anySchema'), { maxLength: 2 }),
        required: fc.subarray(['a', 'b', 'items']),
        $ref: fc.constantFrom('#', '#/properties/a', '#/anyOf/0', '#/nowhere', 'https://elsewhere.test/schema'),
      },
      { requiredKeys: [] },
    ),
  ),
}))

it('what leaves is legal, and stays as it is the second time', () => {
  fc.assert(
    fc.property(anySchema, (any) => {
      const legal = sent(any)
      expect(faultInParameters(legal)).toBeUndefined()
      expect(sent(legal)).toBe(legal)
    }),
  )
})
