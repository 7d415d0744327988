import fc from 'fast-check'
import { expect, it } from 'vitest'

import { AIError } from '#src/errors/ai-error.ts'
import { validateToolArgumentsSync } from '#src/validate.ts'

/** A JSON Schema, no deeper than a tool's parameters usually are. */
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null') }),
    fc.record({ enum: fc.array(fc.constantFrom('a', 'b', 1, true, null), { minLength: 1 }) }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    objectOf(tie('schema')),
  ),
}))

function objectOf(part: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), part),
    required: fc.subarray(['a', 'b']),
    additionalProperties: fc.boolean(),
  })
}

/** Values that are near to what such schemas want, and texts that hold them. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', '1', '', 'true', '["a"]', '{"a":1}', 1, 0, 1.5, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
  ),
}))

const parameters = objectOf(schema)
const args = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value)

function outcomeOf(tool: object, given: Record<string, unknown>): Record<string, unknown> | AIError {
  try {
    return validateToolArgumentsSync({ name: 'tool', parameters: tool }, { name: 'tool', arguments: given })
  } catch (error) {
    if (error instanceof AIError) return error
    throw error
  }
}

it('gives arguments that are valid, or a bounded reason', () => {
  fc.assert(
    fc.property(parameters, args, (tool, given) => {
      const outcome = outcomeOf(tool, given)
      if (outcome instanceof AIError) return outcome.code === 'tool_arguments' && outcome.message.length < 2500
      expect(outcomeOf(tool, outcome)).toEqual(outcome)
      return true
    }),
  )
})

it('says at least one thing that is wrong', () => {
  fc.assert(
    fc.property(parameters, args, (tool, given) => {
      const outcome = outcomeOf(tool, given)
      fc.pre(outcome instanceof AIError)
      expect(outcome.message).toMatch(/^Validation failed for tool "tool":\n {2}- \S/)
    }),
  )
})

it('changes neither the call nor the schema', () => {
  fc.assert(
    fc.property(parameters, args, (tool, given) => {
      const before = JSON.stringify([tool, given])
      outcomeOf(tool, given)
      expect(JSON.stringify([tool, given])).toBe(before)
    }),
  )
})
