import type { Tool } from '../options/options.ts'
import { isRecord } from '../values/json.ts'
import { mapPreserving } from '../values/map-preserving.ts'
import { resolveReference } from './resolve-reference.ts'
import { dataKeywords, namedKeywords } from './schema-keywords.ts'
import { toolSchemaOf } from './tool-schema.ts'

type Schema = Record<string, unknown>

const made = new WeakMap<object, object>()

/**
 * The schema of a tool's parameters in a form that every provider takes. Schemas of MCP servers and of other libraries
 * are legal JSON Schema and refused nevertheless, and with one tool the whole request:
 *
 * - the root is an object with properties; alternatives there (`anyOf`, `oneOf`, `allOf`, `$ref`) are laid together, and
 *   what only some of them want becomes optional;
 * - a list has `items`, and a tuple is written as in the current draft.
 *
 * What leaves never forbids what the original allows; arguments are validated against the original. A schema that needs
 * no change is the same object.
 *
 * @throws AIError `unsupported` for a Standard Schema that cannot be written as JSON Schema
 */
export function parametersSchemaOf(tool: Pick<Tool, 'name' | 'parameters'>): object {
  const schema = toolSchemaOf(tool)
  const known = made.get(schema)
  if (known) return known
  const legal = withItems(asObject(schema as Schema)) as object
  made.set(schema, legal)
  return legal
}

function asObject(root: Schema): Schema {
  const isPlain = root['type'] === 'object' && isRecord(root['properties'])
  if (isPlain && !refused.some((keyword) => keyword in root)) return root
  const { properties = {}, ...rest } = flatten(root, root, new Set())
  return { ...rest, type: 'object', properties }
}

/** What the root may not hold, by the errors 400 of Anthropic and OpenAI that users report. */
const refused = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'not'] as const

/**
 * One schema for all that a schema and its alternatives require of the properties of an object.
 *
 * @param seen grows: references may lead in circles, and many ways may lead to one place.
 */
function flatten(schema: Schema, root: Schema, seen: Set<unknown>): Schema {
  const { $ref, anyOf, oneOf, allOf, enum: _, not: __, ...rest } = schema
  seen.add(schema)
  const flat = (part: unknown) => (isRecord(part) && !seen.has(part) ? flatten(part, root, seen) : {})
  const all = [rest, flat(resolveReference($ref, root)), ...listOf(allOf).map(flat)]
  const oneOfThem = [anyOf, oneOf].map((parts) => listOf(parts).map(flat))
  const properties = join([...all, ...oneOfThem.flat()].map(propertiesOf))
  const required = new Set([...all.flatMap(requiredOf), ...oneOfThem.flatMap(commonOf)])
  return {
    ...rest,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.size > 0 && { required: [...required] }),
  }
}

/** A property that the alternatives describe in several ways is one of them. */
function join(alternatives: readonly Schema[]): Schema {
  const ways = new Map<string, Map<string, unknown>>()
  for (const [name, property] of alternatives.flatMap((properties) => Object.entries(properties))) {
    const known = ways.get(name) ?? new Map<string, unknown>()
    ways.set(name, known.set(JSON.stringify(property), property))
  }
  const entries = Array.from(ways, ([name, known]) => {
    const [only, ...more] = known.values()
    return [name, more.length === 0 ? only : { anyOf: [only, ...more] }] as const
  })
  return Object.fromEntries(entries)
}

function propertiesOf({ properties }: Schema): Schema {
  return isRecord(properties) ? properties : {}
}

function requiredOf({ required }: Schema): unknown[] {
  return listOf(required)
}

/** What every alternative requires. */
function commonOf([first, ...others]: readonly Schema[]): unknown[] {
  if (first === undefined) return []
  return requiredOf(first).filter((name) => others.every((other) => requiredOf(other).includes(name)))
}

function withItems(value: unknown): unknown {
  if (Array.isArray(value)) return mapPreserving(value, withItems)
  return isRecord(value) ? withOwnItems(mapValues(value, itemsBelow)) : value
}

function itemsBelow(value: unknown, keyword: string): unknown {
  if (dataKeywords.has(keyword)) return value
  return namedKeywords.has(keyword) && isRecord(value) ? mapValues(value, withItems) : withItems(value)
}

/** The same record when no value changed. */
function mapValues(record: Schema, change: (value: unknown, key: string) => unknown): Schema {
  const changed = Object.entries(record).map(([key, value]) => [key, change(value, key)] as const)
  return changed.every(([key, value]) => value === record[key]) ? record : Object.fromEntries(changed)
}

function withOwnItems(schema: Schema): Schema {
  const { items, additionalItems = {}, ...rest } = schema
  if (Array.isArray(items)) return { ...rest, prefixItems: items, items: additionalItems }
  const isList = schema['type'] === 'array' || listOf(schema['type']).includes('array')
  return isList && items === undefined ? { ...schema, items: {} } : schema
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
