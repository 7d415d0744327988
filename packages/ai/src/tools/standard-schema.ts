import type { StandardSchemaV1 } from '@standard-schema/spec'

import { coerce } from './coerce.ts'
import { prepareSchema } from './json-schema.ts'
import type { Problem } from './problem.ts'

/** A value as the schema gives it back, or what is wrong with it. */
export type Checked = { ok: true; value: unknown } | { ok: false; problems: Problem[] }

/** Whether parameters bring their own validator (https://standardschema.dev), as those of Zod, Valibot, ArkType do. */
export function isStandardSchema(parameters: object): parameters is StandardSchemaV1 {
  return '~standard' in parameters
}

/**
 * Runs the schema's own validator; some of them are asynchronous. A value that does not fit is moved towards the schema,
 * if it can be written as JSON Schema, and validated once more.
 */
export function checkStandard(
  schema: StandardSchemaV1,
  value: unknown,
  jsonSchema: () => object | undefined,
): Checked | Promise<Checked> {
  return whenKnown(run(schema, value), (asGiven) => {
    const written = asGiven.ok ? undefined : jsonSchema()
    if (!written) return asGiven
    const moved = coerce(prepareSchema(written), value, 'json')
    return whenKnown(run(schema, moved), (asMoved) => (asMoved.ok ? asMoved : asGiven))
  })
}

type Later<T> = T | Promise<T>

function run(schema: StandardSchemaV1, value: unknown): Later<Checked> {
  return whenKnown(schema['~standard'].validate(value), toChecked)
}

function whenKnown<A, B>(value: Later<A>, then: (value: A) => Later<B>): Later<B> {
  return value instanceof Promise ? value.then(then) : then(value)
}

function toChecked(result: StandardSchemaV1.Result<unknown>): Checked {
  if (!result.issues) return { ok: true, value: result.value }
  return { ok: false, problems: result.issues.map(({ path, message }) => ({ path: pathOf(path), message })) }
}

function pathOf(path: StandardSchemaV1.Issue['path'] = []): string {
  return path.map((segment) => String(typeof segment === 'object' ? segment.key : segment)).join('/')
}
