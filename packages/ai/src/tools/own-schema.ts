import type { Schema } from '@cfworker/json-schema'

import { isRecord, setOwn } from '../values/json.ts'
import { boundedNamePattern } from './safe-pattern.ts'
import { dataKeywords, namedKeywords } from './schema-keywords.ts'
import { isPattern, type TextChecks } from './text-checks.ts'

type Values = Record<string, unknown>

/**
 * A copy of a schema for the validator, which writes into what it reads: as a model sees it (JSON), and with checks of
 * our own in place of `pattern`, `format` and `patternProperties`, which the validator would run without a limit.
 */
export function ownSchema(schema: object, checks: TextChecks): Schema {
  return copy(JSON.parse(JSON.stringify(schema)), checks) as Schema
}

function copy(node: unknown, checks: TextChecks): unknown {
  if (Array.isArray(node)) return node.map((part) => copy(part, checks))
  if (!isRecord(node)) return node
  const own: Values = {}
  for (const [keyword, value] of Object.entries(node)) setOwn(own, keyword, copyValue(keyword, value, checks))
  return withTextChecks(own, checks)
}

function copyValue(keyword: string, value: unknown, checks: TextChecks): unknown {
  if (dataKeywords.has(keyword)) return value
  if (!namedKeywords.has(keyword) || !isRecord(value)) return copy(value, checks)
  const isPatterns = keyword === 'patternProperties'
  const named: Values = {}
  for (const [name, part] of Object.entries(value)) {
    if (isPatterns && !isPattern(name)) continue
    setOwn(named, isPatterns ? boundedNamePattern(name) : name, copy(part, checks))
  }
  return named
}

/** A schema has room for one format; a second check stands in `allOf`. */
function withTextChecks({ pattern, format, ...rest }: Values, checks: TextChecks): Values {
  const [first, ...more] = checks.namesOf(pattern, format)
  if (first === undefined) return rest
  const others = more.map((name) => ({ format: name }))
  const allOf = Array.isArray(rest['allOf']) ? (rest['allOf'] as unknown[]) : []
  return { ...rest, format: first, ...(others.length > 0 && { allOf: [...allOf, ...others] }) }
}
