import { describe, expect, it } from 'vitest'

import { validate, problems, object } from '../support/validating.ts'

describe('coercion', () => {
  it.each([
    ['number', '12.5', 12.5],
    ['number', ' 12 ', 12],
    ['number', '-1e3', -1000],
    ['number', true, 1],
    ['number', null, 0],
    ['integer', '3', 3],
    ['integer', false, 0],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 1, true],
    ['boolean', 0, false],
    ['boolean', null, false],
    ['string', 5, '5'],
    ['string', true, 'true'],
    ['string', null, ''],
    ['null', '', null],
    ['null', 0, null],
    ['null', false, null],
  ])('makes a %s of %o', (type, given, expected) => {
    expect(validate(object({ x: { type } }, { required: ['x'] }), { x: given })).toEqual({ x: expected })
  })

  it.each([
    ['number', ''],
    ['number', '  '],
    ['number', 'abc'],
    ['number', '0x10'],
    ['number', 'Infinity'],
    ['integer', '1.5'],
    ['integer', '12345678901234567890'],
    ['boolean', 'yes'],
    ['boolean', 2],
    ['string', {}],
    ['array', 'a'],
    ['array', 5],
    ['object', '[]'],
    ['null', 'null'],
  ])('makes no %s of %o', (type, given) => {
    expect(problems(object({ x: { type } }), { x: given })).toEqual([`x: must be ${type}`])
  })

  it('reaches members of arrays, tuples, records and referenced schemas', () => {
    const schema = object(
      {
        list: { type: 'array', items: { type: 'integer' } },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: { type: 'number' } },
        record: { type: 'object', additionalProperties: { type: 'number' } },
        byName: { type: 'object', patternProperties: { '^n_': { type: 'number' } } },
        point: { $ref: '#/$defs/point' },
      },
      { $defs: { point: object({ x: { type: 'number' } }) } },
    )
    const given = {
      list: ['1', 2],
      pair: [1, 'true', '3'],
      record: { a: '1' },
      byName: { n_a: '1', other: '1' },
      point: { x: '4' },
    }
    expect(validate(schema, given)).toEqual({
      list: [1, 2],
      pair: ['1', true, 3],
      record: { a: 1 },
      byName: { n_a: 1, other: '1' },
      point: { x: 4 },
    })
  })

  it('reaches both halves of an intersection', () => {
    const schema = { allOf: [object({ a: { type: 'number' } }), object({ b: { type: 'boolean' } })] }
    expect(validate(schema, { a: '1', b: 'true' })).toEqual({ a: 1, b: true })
  })

  it('leaves out a null where a property may be missing, and keeps it where null is allowed', () => {
    const schema = object({ a: { type: 'string' }, b: { type: ['string', 'null'] }, c: { type: 'number' } })
    expect(validate(schema, { a: null, b: null, c: null })).toEqual({ b: null })
  })

  it('does not make arrays of scalars', () => {
    expect(problems(object({ tags: { type: 'array', items: { type: 'string' } } }), { tags: 'a' })).toEqual([
      'tags: must be array',
    ])
  })

  it('leaves the call as it was', () => {
    const given = { list: ['1'], n: '2' }
    validate(object({ list: { type: 'array', items: { type: 'number' } }, n: { type: 'number' } }), given)
    expect(given).toEqual({ list: ['1'], n: '2' })
  })
})

describe('coercion in unions', () => {
  const anyOf = (...types: object[]) => object({ x: { anyOf: types } })

  it('leaves a value that fits a branch', () => {
    expect(validate(anyOf({ type: 'string' }, { type: 'number' }), { x: 5 })).toEqual({ x: 5 })
    expect(validate(object({ x: { type: ['string', 'number'] } }), { x: 5 })).toEqual({ x: 5 })
  })

  it('takes the first branch that the value can be moved to', () => {
    expect(validate(anyOf({ type: 'number' }, { type: 'boolean' }), { x: 'true' })).toEqual({ x: true })
    expect(validate(object({ x: { type: ['integer', 'boolean'] } }), { x: '7' })).toEqual({ x: 7 })
  })

  it('tells the branches of objects apart by their constants', () => {
    const shape = (kind: string, size: object) =>
      object({ kind: { const: kind }, size }, { required: ['kind', 'size'] })
    const schema = anyOf(shape('circle', { type: 'number' }), shape('label', { type: 'string' }))
    expect(validate(schema, { x: { kind: 'circle', size: '3' } })).toEqual({ x: { kind: 'circle', size: 3 } })
    expect(validate(schema, { x: { kind: 'label', size: 3 } })).toEqual({ x: { kind: 'label', size: '3' } })
  })

  it('reads JSON text where a branch wants an array, and never where one takes text', () => {
    const array = { type: 'array', items: { type: 'string' } }
    expect(validate(anyOf(array, { type: 'null' }), { x: '["a"]' })).toEqual({ x: ['a'] })
    expect(validate(anyOf(array, { type: 'string' }), { x: '["a"]' })).toEqual({ x: '["a"]' })
  })
})

describe('JSON text for arrays and objects', () => {
  const edits = object({ edits: { type: 'array', items: object({ old: { type: 'string' } }, { required: ['old'] }) } })

  it('counts as what it says if all of it then fits', () => {
    expect(validate(edits, { edits: '[{"old":1}]' })).toEqual({ edits: [{ old: '1' }] })
  })

  it('stays text in the error if it would not fit', () => {
    expect(problems(edits, { edits: '[{"new":"a"}]' })).toEqual(['edits: must be array'])
  })

  it('is never read for a parameter of type string', () => {
    const json = '{"name": "x",\n "n": 1}'
    expect(validate(object({ content: { type: 'string' }, n: { type: 'number' } }), { content: json, n: '1' })).toEqual(
      {
        content: json,
        n: 1,
      },
    )
  })
})
