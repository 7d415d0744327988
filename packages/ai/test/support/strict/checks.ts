export type Json = Record<string, unknown>

/** The first fault that a check finds in a list. */
export function firstFault<T>(
  list: readonly T[],
  fault: (item: T, at: number) => string | undefined,
): string | undefined {
  for (const [at, item] of list.entries()) {
    const found = fault(item, at)
    if (found !== undefined) return found
  }
  return undefined
}

export function unknownField(where: string, value: Json, known: readonly string[]): string | undefined {
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  return unknown === undefined ? undefined : `${where}.${unknown}: Extra inputs are not permitted`
}

/** Half a surrogate pair or a NUL, in a string or a key at any depth. */
export function faultInUnicode(value: unknown): string | undefined {
  if (typeof value === 'string')
    return /\p{Surrogate}|\0/u.test(value) ? 'The request body is not valid JSON' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return firstFault([...Object.keys(value), ...Object.values(value)], faultInUnicode)
}

export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === ''
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Results must answer the calls before them: all of them, once, and in their order. */
export function faultInPairing(calls: readonly string[], results: readonly string[]): string | undefined {
  if (new Set(calls).size < calls.length) return `ids must be unique: ${calls.join()}`
  if (calls.length === results.length && calls.every((id, at) => id === results[at])) return undefined
  return `calls ${calls.join() || 'none'} are not answered by results ${results.join() || 'none'}`
}

/** What vendors refuse in the schema of a tool's parameters, though it is legal JSON Schema. */
export function faultInParameters(schema: unknown): string | undefined {
  if (!isObject(schema) || schema['type'] !== 'object') return 'schema must be a JSON Schema of \'type: "object"\''
  if (!isObject(schema['properties'])) return 'object schema missing properties'
  const alternative = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'not'].find((keyword) => keyword in schema)
  return alternative === undefined
    ? firstFault(Object.values(schema['properties']), faultInLists)
    : `schema does not support ${alternative} at the top level`
}

function faultInLists(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  if ('type' in schema && schema.type === 'array') {
    if (!('items' in schema)) return 'array schema missing items'
    if (Array.isArray(schema.items)) return "items is not of type 'object', 'boolean'"
  }
  return firstFault(Object.values(schema), faultInLists)
}
