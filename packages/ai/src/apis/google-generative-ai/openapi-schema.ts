import { resolveReference } from '../../tools/resolve-reference.ts'
import { isRecord } from '../../values/json.ts'

type Schema = Record<string, unknown>

/** What a schema may hold. Source: https://ai.google.dev/api/caching#Schema */
const kept: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'nullable',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'anyOf',
  'propertyOrdering',
])

const knownFormats: ReadonlySet<unknown> = new Set(['date-time', 'int32', 'int64', 'float', 'double'])

/** So many references are followed one inside of the other: more would let schemas that refer to one another explode. */
const maxReferences = 3

/**
 * A JSON Schema in the subset of OpenAPI 3.0 that Gemini's `parameters` knows: keywords that are not known are left out,
 * references are written out, a constant is an enumeration of one, `null` among the types is `nullable`. The result
 * never forbids what the original allows. Names of properties are no keywords and stay.
 */
export function toOpenApiSchema(schema: object): Schema {
  const root = schema as Schema
  return convert(root, { root, references: [] })
}

/** Where a schema stands: in which document, and inside of which references. */
interface Place {
  readonly root: Schema
  readonly references: readonly string[]
}

function convert(schema: Schema, place: Place): Schema {
  const [resolved, inside] = resolve(schema, place)
  const whole = withAlternatives(resolved)
  const optional = optionalOf(whole)
  if (optional) return convert(optional, inside)
  const flat = withConstant(withNullable(whole))
  const out: Schema = {}
  for (const [key, value] of Object.entries(flat)) if (kept.has(key)) out[key] = convertValue(key, value, inside)
  return withLegalEnum(withLegalFormat(withKnownRequired(out)))
}

function convertValue(key: string, value: unknown, place: Place): unknown {
  const below = (inner: unknown) => convert(isRecord(inner) ? inner : {}, place)
  if (key === 'items') return below(Array.isArray(value) ? value[0] : value)
  if (key === 'anyOf' && Array.isArray(value)) return value.map(below)
  if (key !== 'properties' || !isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, below(inner)]))
}

/** `$ref` within the document, with what stands beside it on top. Of one that leads to itself only the type is known. */
function resolve(schema: Schema, { root, references }: Place): readonly [Schema, Place] {
  const { $ref, ...beside } = schema
  if (typeof $ref !== 'string') return [schema, { root, references }]
  const inside = { root, references: [...references, $ref] }
  const found = resolveReference($ref, root)
  if (!isRecord(found)) return [beside, inside]
  const isEndless = references.includes($ref) || references.length >= maxReferences
  const known = isEndless ? ('type' in found ? { type: found['type'] } : {}) : found
  return [{ ...known, ...beside }, inside]
}

/** `oneOf` is `anyOf` for a reader; the parts of an `allOf` are laid one over the other. */
function withAlternatives(schema: Schema): Schema {
  const { oneOf, allOf, ...rest } = schema
  const merged = Array.isArray(allOf) ? (Object.assign({}, ...allOf.filter(isRecord), rest) as Schema) : rest
  return Array.isArray(oneOf) && merged['anyOf'] === undefined ? { ...merged, anyOf: oneOf } : merged
}

function withNullable(schema: Schema): Schema {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) return { ...rest, ...(Array.isArray(anyOf) && { anyOf }), ...typesOf(type) }
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return schema
  const typed = type === undefined ? rest : { ...rest, type }
  return { ...typed, anyOf: anyOf.filter((one) => !isNull(one)), nullable: true }
}

/** A choice between one thing and null is that thing, which may itself be a reference or anything else. */
function optionalOf({ anyOf, ...rest }: Schema): Schema | undefined {
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return undefined
  const [only, ...more] = anyOf.filter((one) => !isNull(one)) as unknown[]
  return isRecord(only) && more.length === 0 ? { ...only, ...rest, nullable: true } : undefined
}

/** A list of types is one type, or alternatives. */
function typesOf(types: unknown[]): Schema {
  const others = types.filter((type) => type !== 'null')
  const nullable = others.length < types.length ? { nullable: true } : {}
  return others.length === 1
    ? { type: others[0], ...nullable }
    : { anyOf: others.map((type) => ({ type })), ...nullable }
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === 'null'
}

function withConstant(schema: Schema): Schema {
  return 'const' in schema ? { ...schema, enum: [schema['const']] } : schema
}

/** Only texts can be enumerated; other values are told in words. */
function withLegalEnum(schema: Schema): Schema {
  const { enum: values, ...rest } = schema
  if (!Array.isArray(values)) return rest
  if (values.every((value) => typeof value === 'string')) return { ...rest, type: 'string', enum: values }
  const choice = `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}`
  const { description } = rest
  const [first] = values as unknown[]
  const type = rest['type'] ?? typeof first
  return { ...rest, type, description: typeof description === 'string' ? `${description} ${choice}` : choice }
}

function withLegalFormat(schema: Schema): Schema {
  const { format, ...rest } = schema
  return knownFormats.has(format) ? schema : rest
}

/** What is required must be among the properties. */
function withKnownRequired(schema: Schema): Schema {
  const { required, ...rest } = schema
  if (!Array.isArray(required)) return rest
  const { properties } = rest
  const known = required.filter((name) => isRecord(properties) && Object.hasOwn(properties, String(name)))
  if (known.length === required.length) return schema
  return known.length > 0 ? { ...rest, required: known } : rest
}
