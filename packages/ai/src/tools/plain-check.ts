import type { Schema } from '@cfworker/json-schema'

/** Whether a value fits. */
export type PlainCheck = (value: unknown) => boolean

const plainKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'title',
  'description',
  'default',
  'examples',
])

/**
 * A quick check for what the schemas of most tools are made of: plain types, objects, lists. What it accepts fits; what
 * it declines may still fit, and is for the validator to judge. Undefined for a schema with other keywords.
 */
export function plainCheckOf(schema: Schema | boolean | undefined): PlainCheck | undefined {
  if (typeof schema !== 'object') return undefined
  if (Object.keys(schema).some((keyword) => !plainKeywords.has(keyword))) return undefined
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'integer':
      return scalarCheck(schema, schema.type)
    case 'array':
      return schema.enum ? undefined : listCheck(schema)
    case 'object':
      return schema.enum ? undefined : objectCheck(schema)
    default:
      return undefined
  }
}

function scalarCheck({ enum: allowed }: Schema, type: string): PlainCheck {
  const isOfType: PlainCheck = type === 'integer' ? Number.isInteger : (value) => typeof value === type
  return allowed ? (value) => isOfType(value) && allowed.includes(value) : isOfType
}

function listCheck({ items }: Schema): PlainCheck | undefined {
  if (Array.isArray(items)) return undefined
  const check = plainCheckOf(items)
  return check && ((value) => Array.isArray(value) && value.every(check))
}

function objectCheck({ properties = {}, required = [], additionalProperties = true }: Schema): PlainCheck | undefined {
  if (typeof additionalProperties !== 'boolean') return undefined
  const checks = new Map<string, PlainCheck>()
  for (const [key, part] of Object.entries(properties)) {
    const check = plainCheckOf(part)
    if (!check) return undefined
    checks.set(key, check)
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    if (!required.every((key) => Object.hasOwn(value, key))) return false
    return Object.entries(value).every(([key, part]) => checks.get(key)?.(part) ?? additionalProperties)
  }
}
