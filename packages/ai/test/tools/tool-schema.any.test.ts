import { Type } from '@sinclair/typebox'
import { expect, it } from 'vitest'

import { toolSchemaOf } from '#src/tools/tool-schema.ts'

it.each([
  ['plain JSON Schema', { type: 'object', properties: { a: { type: 'string' } }, $defs: {} }],
  ['TypeBox', Type.Object({ a: Type.Optional(Type.String()) })],
])('%s goes out as it is', (_, parameters) => {
  expect(toolSchemaOf({ name: 't', parameters })).toBe(parameters)
})

it('a Standard Schema is asked once for its JSON Schema', () => {
  const asked: unknown[] = []
  const schema = { type: 'object', properties: { a: { type: 'number' } } }
  const input = (options: unknown) => {
    asked.push(options)
    return schema
  }
  const parameters = {
    '~standard': { version: 1, vendor: 'test', validate: () => ({ value: {} }), jsonSchema: { input } },
  }
  expect(toolSchemaOf({ name: 't', parameters })).toBe(schema)
  expect(toolSchemaOf({ name: 't', parameters })).toBe(schema)
  expect(asked).toEqual([{ target: 'draft-2020-12' }])
})

it('a Standard Schema that is a function is one, too', () => {
  const schema = { type: 'object' }
  const parameters = Object.assign(() => {}, { '~standard': { jsonSchema: { input: () => schema } } })
  expect(toolSchemaOf({ name: 't', parameters })).toBe(schema)
})

it('a Standard Schema without one can not be sent, and the error names the tool', () => {
  const parameters = { '~standard': { version: 1, vendor: 'test' } }
  expect(() => toolSchemaOf({ name: 'weather', parameters })).toThrow(
    expect.objectContaining({ code: 'unsupported', message: expect.stringContaining('`weather`') }),
  )
})
