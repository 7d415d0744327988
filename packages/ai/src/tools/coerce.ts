import type { Schema } from '@cfworker/json-schema'

import { tryParseJson, isRecord, setOwn } from '../values/json.ts'
import type { PreparedSchema, SchemaNode } from './json-schema.ts'

/** Whether text may be read as the JSON of the array or object that is wanted. */
type TextReading = 'json' | 'scalars'

type Values = Record<string, unknown>

/**
 * A value moved towards its schema, in a copy: numbers and booleans that came as text, scalars that came as one another,
 * nulls for properties that may be left out, and, if asked for, arrays and objects that came as JSON text. What cannot
 * be moved stays as it came; whether the result fits is for the caller to check.
 */
export function coerce(schema: PreparedSchema, value: unknown, reading: TextReading): unknown {
  return coerceNode(schema, schema.root, value, reading)
}

function coerceNode(
  schema: PreparedSchema,
  node: SchemaNode | undefined,
  value: unknown,
  reading: TextReading,
): unknown {
  if (typeof node !== 'object') return value
  const step = (part: SchemaNode | undefined, current: unknown): unknown => coerceNode(schema, part, current, reading)
  let current = node.$ref === undefined ? value : step(schema.resolve(node), value)
  for (const part of node.allOf ?? []) current = step(part, current)
  for (const branches of [node.anyOf, node.oneOf]) {
    if (branches) current = coerceUnion(schema, branches, current, step)
  }
  current = objectInText(schema, node, current, reading) ?? coerceType(node, current, reading)
  if (Array.isArray(current)) return current.map((item, index) => step(itemSchema(node, index), item))
  return isRecord(current) ? coerceProperties(schema, node, current, step) : current
}

type Step = (part: SchemaNode | undefined, value: unknown) => unknown

/**
 * A value that fits a branch stays as it is, but for text that is the JSON of an object which another branch takes: a
 * model that writes an object as text means the object. Otherwise the first branch that it can be moved to decides.
 */
function coerceUnion(schema: PreparedSchema, branches: readonly SchemaNode[], value: unknown, step: Step): unknown {
  const accepts = (candidate: unknown) => branches.some((branch) => schema.accepts(branch, candidate))
  if (accepts(value)) return objectIn(value, branches, step, schema) ?? value
  for (const branch of branches) {
    const moved = step(branch, value)
    if (schema.accepts(branch, moved)) return moved
  }
  return value
}

/** The object whose JSON a text is, if a branch for objects takes it whole. */
function objectIn(value: unknown, branches: readonly SchemaNode[], step: Step, schema: PreparedSchema): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return undefined
  for (const branch of branches) {
    const moved = takesObjects(schema, branch) ? step(branch, value) : undefined
    if (isRecord(moved) && schema.accepts(branch, moved)) return moved
  }
  return undefined
}

/** Whether a branch is for objects by its type, and would not take just anything. */
function takesObjects(schema: PreparedSchema, branch: SchemaNode): boolean {
  const node = typeof branch === 'object' && branch.$ref !== undefined ? schema.resolve(branch) : branch
  if (typeof node !== 'object') return false
  return [node.type].flat().includes('object')
}

/** As for a union of branches: `type: ['string', 'object']` takes the object whose JSON a text is, if that fits. */
function objectInText(schema: PreparedSchema, node: Schema, value: unknown, reading: TextReading): unknown {
  if (!Array.isArray(node.type) || reading !== 'json' || typeof value !== 'string') return undefined
  const parsed = node.type.includes('object') && /^\s*\{/.test(value) ? tryParseJson(value) : undefined
  return isRecord(parsed) && schema.accepts(node, parsed) ? parsed : undefined
}

function coerceProperties(schema: PreparedSchema, node: Schema, values: Values, step: Step): Values {
  const moved: Values = {}
  for (const [key, value] of Object.entries(values)) {
    const part = propertySchema(node, key)
    const isOptional = part !== undefined && !node.required?.includes(key)
    if (value === null && isOptional && !schema.accepts(part, null)) continue
    setOwn(moved, key, step(part, value))
  }
  return moved
}

function propertySchema(
  { properties, patternProperties, additionalProperties }: Schema,
  key: string,
): SchemaNode | undefined {
  if (properties && Object.hasOwn(properties, key)) return properties[key]
  const pattern = Object.keys(patternProperties ?? {}).find((source) => new RegExp(source, 'u').test(key))
  return pattern === undefined ? additionalProperties : patternProperties?.[pattern]
}

function itemSchema({ prefixItems, items, additionalItems }: Schema, index: number): SchemaNode | undefined {
  const first = prefixItems ?? (Array.isArray(items) ? items : [])
  if (index < first.length) return first[index]
  return Array.isArray(items) ? additionalItems : items
}

function coerceType({ type }: Schema, value: unknown, reading: TextReading): unknown {
  const types = type === undefined ? [] : [type].flat()
  if (types.length === 0 || types.some((name) => isOfType(name, value))) return value
  for (const name of types) {
    const moved = toType(name, value, reading)
    if (moved !== undefined) return moved
  }
  return value
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** The value as one of that type, or undefined if it means none. */
function toType(type: string, value: unknown, reading: TextReading): unknown {
  switch (type) {
    case 'number':
      return toNumber(value)
    case 'integer':
      return toInteger(value)
    case 'boolean':
      return toBoolean(value)
    case 'string':
      return toText(value)
    case 'null':
      return value === '' || value === 0 || value === false ? null : undefined
    case 'array':
    case 'object':
      return reading === 'json' ? fromJson(type, value) : undefined
    default:
      return undefined
  }
}

/** The longest text that is read as a number: more digits than any number has. */
const maxDigits = 400

function toNumber(value: unknown): number | undefined {
  if (value === null || typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const isNumeric = text.length <= maxDigits && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
  const number = isNumeric ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** Text of more digits than a number can hold stays text: rounding would make another number of it. */
function toInteger(value: unknown): number | undefined {
  const number = toNumber(value)
  return Number.isSafeInteger(number) ? number : undefined
}

function toBoolean(value: unknown): boolean | undefined {
  if (value === 'true' || value === 1) return true
  return value === 'false' || value === 0 || value === null ? false : undefined
}

function toText(value: unknown): string | undefined {
  if (value === null) return ''
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function fromJson(type: 'array' | 'object', value: unknown): unknown {
  const parsed = typeof value === 'string' ? tryParseJson(value) : undefined
  return isOfType(type, parsed) ? parsed : undefined
}
