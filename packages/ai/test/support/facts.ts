import { isDeepStrictEqual } from 'node:util'

/** Something that must hold for a request body; see the README of the shared cases. */
export interface Fact {
  at: string
  op: string
  value?: unknown
}

type Json = Record<string, unknown>

/** What a path leads to. `isMany`: it goes through all elements, or those that pass a filter. */
interface Found {
  values: unknown[]
  isMany: boolean
  /** The path ends in such a step. */
  isList: boolean
}

const step = /\[\*\]|\[\?(?<key>\w+)(?:=(?<wanted>[^\]]*))?\]|\[(?<index>-?\d+)\]|(?<name>[^.[\]]+)/g

function follow(body: unknown, path: string): Found {
  if (path === '$') return { values: [body], isMany: false, isList: false }
  let found: Found = { values: [body], isMany: false, isList: false }
  for (const { groups = {} } of path.matchAll(step)) found = take(found, groups)
  return found
}

function take(
  { values, isMany, isList }: Found,
  { name, index, key, wanted }: Record<string, string | undefined>,
): Found {
  if (name !== undefined)
    return { values: values.map((value) => (value as Json | undefined)?.[name]), isMany, isList: false }
  // Right after a filter an index picks among the matches, else an element of each list.
  if (index !== undefined) {
    const picked = isList ? [values.at(Number(index))] : values.map((value) => blocksOf(value).at(Number(index)))
    return { values: picked, isMany, isList: false }
  }
  const all = values.flatMap(blocksOf)
  const passes = (value: unknown) => key === undefined || matches((value as Json | undefined)?.[key], wanted)
  return { values: all.filter(passes), isMany: true, isList: true }
}

function matches(value: unknown, wanted: string | undefined): boolean {
  return wanted === undefined ? value !== undefined : String(value) === wanted
}

/** A string in place of a list of blocks counts as one text block. */
function blocksOf(value: unknown): unknown[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }]
  return Array.isArray(value) ? value : []
}

function textOf(content: unknown): string {
  const texts = blocksOf(content).map((block) => (block as { text?: string }).text ?? '')
  return texts.join('\n')
}

const isMark = new Set(['cache_control', 'cachePoint'])

function equals(a: unknown, b: unknown): boolean {
  const unmarked = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null, (key, inner: unknown) => (isMark.has(key) ? undefined : inner))) as unknown
  return a !== undefined && isDeepStrictEqual(unmarked(a), unmarked(b))
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown
  } catch {
    return undefined
  }
}

function isWellFormed(value: unknown): boolean {
  return !/\p{Surrogate}/u.test(JSON.stringify(value).replaceAll(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, '\ud800'))
}

const json = (value: unknown) => JSON.stringify(value) ?? ''

/** What must hold for each value that a path leads to. */
const each: Readonly<Record<string, (value: unknown, want: unknown) => boolean>> = {
  equals,
  present: (value) => value !== undefined,
  absent: (value) => value === undefined,
  isString: (value) => typeof value === 'string',
  matches: (value, want) => typeof value === 'string' && new RegExp(String(want)).test(value),
  notContains: (value, want) =>
    !(typeof value === 'string' ? value.includes(String(want)) : blocksOf(value).some((item) => equals(item, want))),
  textIs: (value, want) => value !== undefined && textOf(value) === want,
  textContains: (value, want) => textOf(value).includes(String(want)),
  textMatches: (value, want) => new RegExp(String(want)).test(textOf(value)),
  bodyContains: (value, want) => json(value).includes(String(want)),
  bodyNotContains: (value, want) => !json(value).includes(String(want)),
  jsonStringOf: (value, want) => typeof value === 'string' && isDeepStrictEqual(parse(value), want),
  jsonObjectString: (value) => typeof value === 'string' && (parse(value) as Json | undefined)?.constructor === Object,
  wellFormedUnicode: isWellFormed,
  max: (value, want) => Number(value) <= Number(want),
  absentOrEquals: (value, want) => value === undefined || equals(value, want),
  minIfPresent: (value, want) => value === undefined || Number(value) >= Number(want),
}

/** These hold also where a path leads nowhere. */
const mayMiss: ReadonlySet<string> = new Set([
  'absent',
  'absentOrEquals',
  'notContains',
  'bodyNotContains',
  'minIfPresent',
])

/** What must hold for all of them together. */
const all: Readonly<Record<string, (found: Found, want: unknown, body: unknown) => boolean>> = {
  count: ({ values, isList }, want) => (isList ? values : blocksOf(values[0])).length === want,
  unique: ({ values }) => values.length > 0 && new Set(values.map(json)).size === values.length,
  contains: ({ values, isMany }, want) => (isMany ? values : blocksOf(values[0])).some((value) => equals(value, want)),
  sameAs: ({ values }, path, body) => values.every((value) => equals(value, follow(body, String(path)).values[0])),
  sameSetAs: ({ values }, path, body) =>
    isDeepStrictEqual(values.map(json).sort(), follow(body, String(path)).values.map(json).sort()),
  noKeysInSchema: (_, want, body) =>
    schemasIn(body as Json)
      .flatMap(keywordsOf)
      .every((key) => !(want as string[]).includes(key)),
  greaterThanPathOrAbsent: ({ values: [value] }, path, body) => {
    const [other] = follow(body, String(path)).values
    return other === undefined || Number(value) > Number(other)
  },
  absentWhen: ({ values: [value] }, want, body) => {
    const { at, equals: wanted } = want as { at: string; equals: unknown }
    return value === undefined || !equals(follow(body, at).values[0], wanted)
  },
}

const holdsProperties = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
const holdsValues = new Set(['enum', 'const', 'default', 'required', 'examples'])

/** The keywords of a schema at all depths; names of properties are none. */
function keywordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (holdsProperties.has(key)) return [key, ...Object.values((value ?? {}) as Json).flatMap(keywordsOf)]
    return holdsValues.has(key) ? [key] : [key, ...keywordsOf(value)]
  })
}

function schemasIn(body: Json): unknown[] {
  const tools = (body['tools'] ?? []) as Json[]
  const declared = tools.flatMap((tool) => (tool['functionDeclarations'] ?? [tool['function'] ?? tool]) as Json[])
  return declared.map((tool) => tool['parameters'] ?? tool['parametersJsonSchema'] ?? tool['input_schema'])
}

/** The facts that do not hold for a request body, each with what is there instead. */
export function brokenFacts(facts: readonly Fact[], body: unknown): string[] {
  return facts
    .filter((fact) => !holds(fact, body))
    .map((fact) => `${json(fact)}: is ${json(follow(body, fact.at).values)}`)
}

function holds({ at, op, value }: Fact, body: unknown): boolean {
  const found = follow(body, at)
  const together = all[op]
  if (together) return together(found, value, body)
  const single = each[op]
  if (!single) throw new Error(`No such operation: ${op}`)
  return found.values.every((one) => single(one, value)) && (found.values.length > 0 || mayMiss.has(op))
}
