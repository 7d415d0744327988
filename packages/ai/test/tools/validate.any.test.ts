import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'

import { AIError } from '#src/errors/ai-error.ts'
import { StringEnum } from '#src/schema.ts'
import { validateToolArgumentsSync, validateToolCallSync } from '#src/validate.ts'

import { validate, problems, object } from '../support/validating.ts'

describe('valid arguments', () => {
  it('come back as a copy of their own', () => {
    const given = { path: 'a.md', lines: [1, { from: 2 }] }
    const valid = validate(object({ path: { type: 'string' } }), given)
    expect(valid).toEqual(given)
    expect(valid).not.toBe(given)
    expect(valid['lines']).not.toBe(given.lines)
  })

  it('keep properties that the schema does not name', () => {
    expect(validate(object({}), { extra: 1 })).toEqual({ extra: 1 })
  })

  it('are not filled up with defaults', () => {
    expect(validate(object({ limit: { type: 'number', default: 10 } }), {})).toEqual({})
  })

  it('may hold the name __proto__', () => {
    const args = JSON.parse('{"__proto__":{"x":"1"},"n":"2"}') as object
    const valid = validate(object({ n: { type: 'number' } }), args)
    expect(JSON.stringify(valid)).toBe('{"__proto__":{"x":"1"},"n":2}')
    expect(({} as { x?: string }).x).toBeUndefined()
  })

  it('survive functions that a hook put among them', () => {
    expect(validate(object({ n: { type: 'number' } }), { n: '1', log: () => 1 })).toEqual({ n: 1 })
  })
})

describe('what is wrong', () => {
  it.each([
    [{ type: 'number' }, 'a', 'x: must be number'],
    [{ type: 'integer' }, 1.5, 'x: must be integer'],
    [{ type: 'string' }, [], 'x: must be string'],
    [{ type: 'boolean' }, 'a', 'x: must be boolean'],
    [{ type: 'array' }, {}, 'x: must be array'],
    [{ type: 'object' }, [], 'x: must be object'],
    [{ type: 'null' }, 'a', 'x: must be null'],
    [{ enum: ['a', 'b'] }, 'c', 'x: must be equal to one of the allowed values'],
    [{ const: 'a' }, 'c', 'x: must be equal to constant'],
    [{ type: 'string', minLength: 2 }, 'a', 'x: must NOT have fewer than 2 characters'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'x: must NOT have more than 2 characters'],
    [{ type: 'array', minItems: 2 }, [1], 'x: must NOT have fewer than 2 items'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'x: must NOT have more than 1 items'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'x: must NOT have duplicate items (items ## 1 and 0 are identical)'],
    [{ type: 'string', pattern: '^a"b$' }, 'c', 'x: must match pattern "^a"b$"'],
    [{ type: 'string', format: 'uuid' }, 'c', 'x: must match format "uuid"'],
    [{ type: 'number', minimum: 3 }, 2, 'x: must be >= 3'],
    [{ type: 'number', exclusiveMinimum: 3 }, 3, 'x: must be > 3'],
    [{ type: 'number', maximum: 3 }, 4, 'x: must be <= 3'],
    [{ type: 'number', exclusiveMaximum: 3 }, 3, 'x: must be < 3'],
    [{ type: 'number', multipleOf: 2 }, 3, 'x: must be multiple of 2'],
    [{ type: 'object', minProperties: 1 }, {}, 'x: must NOT have fewer than 1 properties'],
    [{ not: { type: 'number' } }, 3, 'x: must NOT be valid'],
    [false, 3, 'x: must NOT be present'],
  ])('%o and %o: %s', (schema, value, line) => {
    expect(problems(object({ x: schema }), { x: value })).toEqual([line])
  })

  it('is all listed', () => {
    const schema = object({ a: { type: 'number' }, b: { type: 'boolean' } }, { required: ['a', 'b', 'c'] })
    expect(problems(schema, { a: 'x', b: 'y' })).toEqual([
      "c: must have required property 'c'",
      'a: must be number',
      'b: must be boolean',
    ])
  })

  it('names a missing property at the root, and the parent below it', () => {
    const schema = object({ a: object({ b: {} }, { required: ['b'] }) }, { required: ['a'] })
    expect(problems(schema, {})).toEqual(["a: must have required property 'a'"])
    expect(problems(schema, { a: {} })).toEqual(["a: must have required property 'b'"])
  })

  it('is told at JSON pointers without the first slash', () => {
    const number = { type: 'number' }
    const schema = object({ a: object({ b: { type: 'array', items: number } }), 'x/y': number, 'ä %#': number })
    expect(problems(schema, { a: { b: [1, 'b'] }, 'x/y': 'c', 'ä %#': 'd' })).toEqual([
      'a/b/1: must be number',
      'x~1y: must be number',
      'ä %#: must be number',
    ])
  })

  it('is told of the object that has additional properties', () => {
    const closed = { additionalProperties: false }
    expect(problems(object({ a: object({}, closed) }, closed), { a: { c: 1 }, b: 2 })).toEqual([
      'a: must NOT have additional properties',
      'root: must NOT have additional properties',
    ])
  })

  it('is told of each branch of a union, then of the union', () => {
    const schema = object({
      x: { anyOf: [{ type: 'number' }, object({ y: { type: 'number' } }, { required: ['y'] })] },
    })
    expect(problems(schema, { x: { y: 'a' } })).toEqual([
      'x: must be number',
      'x/y: must be number',
      'x: must match a schema in anyOf',
    ])
  })

  it('is told behind references, with what the schema there wants', () => {
    const schema = object({ a: { $ref: '#/$defs/short' } }, { $defs: { short: { type: 'string', maxLength: 1 } } })
    expect(problems(schema, { a: 'long' })).toEqual(['a: must NOT have more than 1 characters'])
  })

  it('is told after coercion: what could be moved is not listed', () => {
    const schema = object({ a: { type: 'number' }, b: { type: 'number' } })
    expect(problems(schema, { a: '1', b: 'x' })).toEqual(['b: must be number'])
  })
})

describe('the text for the model', () => {
  it('names the tool, what is wrong, and what came', () => {
    const tool = { name: 'read', parameters: object({ path: { type: 'string' }, limit: { type: 'integer' } }) }
    const call = { name: 'read', arguments: { path: ['a'], limit: '2.5' } }
    expect(() => validateToolArgumentsSync(tool, call)).toThrow(
      new AIError(
        'tool_arguments',
        `Validation failed for tool "read":
  - path: must be string
  - limit: must be integer

Received arguments:
{
  "path": [
    "a"
  ],
  "limit": "2.5"
}`,
      ),
    )
  })

  it('stays below 2,500 characters, whatever came', () => {
    const list = { type: 'array', items: { type: 'number' } }
    const name = 'n'.repeat(1000)
    const call = { name, arguments: { list: Array(10_000).fill('x'.repeat(500)), ['k'.repeat(10_000)]: 1 } }
    const tool = { name, parameters: object({ list }, { required: ['missing'] }) }
    const text = messageFrom(() => validateToolArgumentsSync(tool, call))
    expect(text).toContain("missing: must have required property 'missing'")
    expect(text).toContain('  - list/0: must be number')
    expect(text).toMatch(/ {2}- … and \d+ more\n/)
    expect(text.length).toBeLessThan(2500)
  })

  it('comes even if there is more wrong than the validator can list', () => {
    const tool = { name: 'sum', parameters: object({ list: { type: 'array', items: { type: 'number' } } }) }
    const call = { name: 'sum', arguments: { list: Array(300_000).fill('x') } }
    expect(messageFrom(() => validateToolArgumentsSync(tool, call))).toContain('list/0: must be number')
  })

  it('says so when a schema can not be checked', () => {
    const tool = { name: 'tool', parameters: { $ref: '#/$defs/nowhere' } }
    expect(() => validateToolArgumentsSync(tool, { name: 'tool', arguments: {} })).toThrow(
      expect.objectContaining({
        code: 'tool_arguments',
        message: expect.stringMatching(/^The arguments of tool "tool" cannot be checked: Unresolved \$ref/) as string,
      }),
    )
  })

  it('is the reason why arguments could not be parsed, where there is one', () => {
    const call = { name: 'tool', arguments: {}, argumentsError: 'The arguments are not valid JSON: {"a' }
    expect(() => validateToolArgumentsSync({ name: 'tool', parameters: {} }, call)).toThrow(
      new AIError('tool_arguments', 'The arguments are not valid JSON: {"a'),
    )
  })
})

function messageFrom(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('validateToolCallSync', () => {
  const tools = ['read', 'write'].map((name) => ({ name, parameters: object({ n: { type: 'number' } }) }))

  it('validates against the tool of that name', () => {
    expect(validateToolCallSync(tools, { name: 'write', arguments: { n: '1' } })).toEqual({ n: 1 })
  })

  it('names the tools there are when it finds none', () => {
    expect(() => validateToolCallSync(tools, { name: 'rm', arguments: {} })).toThrow(
      expect.objectContaining({ code: 'tool_not_found', message: 'Tool "rm" not found; registered: read, write.' }),
    )
    expect(() => validateToolCallSync([], { name: 'rm', arguments: {} })).toThrow(
      'Tool "rm" not found; registered: none.',
    )
  })
})

describe('schemas', () => {
  it('may be TypeBox, with all that stands in them', () => {
    const schema = Type.Object({
      sort: StringEnum(['asc', 'desc']),
      unit: Type.String({ enum: ['C', 'F'] }),
      when: Type.Optional(Type.String({ format: 'date-time' })),
      kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
      tags: Type.Record(Type.String(), Type.Number()),
    })
    const valid = { sort: 'asc', unit: 'C', when: '2026-01-01T00:00:00Z', kind: 'b', tags: { x: 1 } }
    expect(validate(schema, { ...valid, tags: { x: '1' } })).toEqual(valid)
    expect(problems(schema, { ...valid, sort: 'up', unit: 'K', when: 'noon' })).toEqual([
      'sort: must be equal to one of the allowed values',
      'unit: must be equal to one of the allowed values',
      'when: must match format "date-time"',
    ])
  })

  it('may refer to themselves', () => {
    const tree = Type.Recursive((self) => Type.Object({ value: Type.Number(), children: Type.Array(self) }))
    const leaf = (value: unknown) => ({ value, children: [] })
    expect(validate(tree, { value: 1, children: [leaf('2')] })).toEqual({ value: 1, children: [leaf(2)] })
    expect(problems(tree, { value: 1, children: [leaf('x')] })).toEqual(['children/0/value: must be number'])
  })

  it('may share an $id', () => {
    const named = (type: string) => ({ $id: 'same', ...object({ x: { type } }) })
    expect(validate(named('number'), { x: '1' })).toEqual({ x: 1 })
    expect(validate(named('string'), { x: 1 })).toEqual({ x: '1' })
  })

  it('are not changed, and may be frozen', () => {
    const schema = Object.freeze(
      object({ x: Object.freeze({ $ref: '#/$defs/n' }) }, { $defs: { n: { type: 'number' } } }),
    )
    expect(validate(schema, { x: '1' })).toEqual({ x: 1 })
    expect(Reflect.ownKeys(schema)).toEqual(['type', 'properties', '$defs'])
  })

  it('may use words that nobody knows', () => {
    const schema = object({ x: { type: 'string', format: 'colour', 'x-order': 1 } }, { $comment: 'made up' })
    expect(validate(schema, { x: 'red' })).toEqual({ x: 'red' })
  })

  it('may hold patterns that are no Unicode regular expression; these are not checked', () => {
    const schema = object({ x: { type: 'string', pattern: String.raw`^[\w-\.]+$`, maxLength: 3 } })
    expect(validate(schema, { x: 'a b' })).toEqual({ x: 'a b' })
    expect(problems(schema, { x: 'long' })).toEqual(['x: must NOT have more than 3 characters'])
  })

  it('may be of an older draft', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      ...object({ x: { type: 'number', minimum: 3, exclusiveMinimum: true } }),
    }
    expect(problems(schema, { x: 3 })).toEqual(['x: must be >= 3'])
  })
})
