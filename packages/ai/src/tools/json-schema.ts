import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from '@cfworker/json-schema'

import { ownSchema } from './own-schema.ts'
import { plainCheckOf } from './plain-check.ts'
import { messageOf, missingProperty, type Problem, type Violation } from './problem.ts'
import { TextChecks } from './text-checks.ts'

/** A schema, or `true` and `false`, which accept everything and nothing. */
export type SchemaNode = Schema | boolean

/** A schema made ready to be checked against, and to be walked. */
export interface PreparedSchema {
  readonly root: Schema
  /** Whether some part can be one of several: then text that fits may still mean the object that it is the JSON of. */
  readonly hasUnions: boolean
  /** Whether a value fits a part of the schema. */
  accepts(part: SchemaNode, value: unknown): boolean
  /** What a `$ref` points at. */
  resolve(part: Schema): SchemaNode | undefined
  /** Everything that is wrong with a value, in the order of the schema. Empty: it fits. */
  problems(value: unknown): Problem[]
}

const prepared = new WeakMap<object, PreparedSchema>()

/** Prepares a JSON Schema, once per object. TypeBox schemas are JSON Schemas and go the same way. */
export function prepareSchema(schema: object): PreparedSchema {
  const known = prepared.get(schema)
  if (known) return known
  const fresh = prepare(schema)
  prepared.set(schema, fresh)
  return fresh
}

function prepare(schema: object): PreparedSchema {
  const checks = new TextChecks()
  const root = ownSchema(schema, checks)
  const isPlainlyRight = plainCheckOf(root)
  const draft = draftOf(root)
  const lookup: Record<string, SchemaNode> = dereference(root)
  const run = (value: unknown, part: SchemaNode, first: boolean) =>
    checks.during(() => validate(value, part, draft, lookup, first))
  return {
    root,
    hasUnions: /"(?:anyOf|oneOf)":|"type":\[/.test(JSON.stringify(root)),
    accepts: (part, value) => (part === root && isPlainlyRight?.(value)) || run(value, part, true).valid,
    resolve: (part) => lookup[part.__absolute_ref__ ?? part.$ref ?? ''],
    problems: (value) =>
      toProblems(
        errorsOf((first) => run(value, root, first).errors),
        { root, lookup, checks },
      ),
  }
}

/** All errors, or the first where there are more than the validator can hand over: it passes them as arguments. */
function errorsOf(validateUntil: (first: boolean) => OutputUnit[]): OutputUnit[] {
  try {
    return validateUntil(false)
  } catch (error) {
    if (error instanceof RangeError) return validateUntil(true)
    throw error
  }
}

function draftOf({ $schema = '' }: Schema): SchemaDraft {
  if ($schema.includes('draft-04')) return '4'
  return /draft-0[67]/.test($schema) ? '7' : '2020-12'
}

/** Keywords that only say that something below them does not fit. */
const wrappers: ReadonlySet<string> = new Set([
  '$ref',
  '$recursiveRef',
  'allOf',
  'properties',
  'patternProperties',
  'prefixItems',
  'items',
  'additionalItems',
  'unevaluatedItems',
  'dependentSchemas',
])

const unions: ReadonlySet<string> = new Set(['anyOf', 'oneOf'])
const closing: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties'])

/** Where keywords are looked up. */
interface Keywords {
  root: Schema
  lookup: Record<string, SchemaNode>
  checks: TextChecks
}

function toProblems(units: readonly OutputUnit[], keywords: Keywords): Problem[] {
  return branchesFirst(units).flatMap((unit, index, all) => {
    const { keyword, expected } = violated(unit, keywords)
    if (wrappers.has(keyword) || (closing.has(keyword) && expected !== false)) return []
    // An object that takes no further properties is reported itself.
    if (keyword === 'false' && closing.has(all[index - 1]?.keyword ?? '')) return []
    return [toProblem(unit.instanceLocation, { keyword, expected, detail: unit.error })]
  })
}

/** The keyword of the schema as its author wrote it. */
function violated({ keyword, keywordLocation }: OutputUnit, { root, lookup, checks }: Keywords) {
  const expected = valueAt(root, lookup, keywordLocation)
  return checks.find(keyword === 'format' ? expected : undefined) ?? { keyword, expected }
}

function toProblem(location: string, violation: Violation): Problem {
  const path = decode(location).replace(/^#\/?/, '')
  return { path: path || (missingProperty(violation) ?? ''), message: messageOf(violation) }
}

/** Puts what is wrong with the branches of a union before the union itself. */
function branchesFirst(units: readonly OutputUnit[]): OutputUnit[] {
  const ordered: OutputUnit[] = []
  for (let index = 0; index < units.length; index++) {
    const unit = units[index]!
    const branches = unions.has(unit.keyword) ? countBelow(units, index) : 0
    for (const below of branchesFirst(units.slice(index + 1, index + 1 + branches))) ordered.push(below)
    ordered.push(unit)
    index += branches
  }
  return ordered
}

/** How many of the units that follow belong to the branches of a union. */
function countBelow(units: readonly OutputUnit[], index: number): number {
  const below = `${units[index]!.keywordLocation}/`
  // A `false` schema is located by its value alone.
  const isBelow = (unit: OutputUnit | undefined): boolean =>
    unit !== undefined && (unit.keyword === 'false' || unit.keywordLocation.startsWith(below))
  let end = index + 1
  while (isBelow(units[end])) end++
  return end - index - 1
}

/** The value of a keyword, found along the way the validator took. */
function valueAt(root: Schema, lookup: Record<string, SchemaNode>, location: string): unknown {
  const tokens = decode(location).split('/').slice(1)
  return tokens.reduce<unknown>((node, token) => {
    if (typeof node !== 'object' || node === null) return undefined
    const part = node as Record<string, unknown>
    const target = part['__absolute_ref__'] ?? part['$ref']
    if (token === '$ref' && typeof target === 'string') return lookup[target]
    return part[token.replaceAll('~1', '/').replaceAll('~0', '~')]
  }, root)
}

/** The validator's locations are parts of a URI. */
function decode(location: string): string {
  return decodeURIComponent(location)
}
