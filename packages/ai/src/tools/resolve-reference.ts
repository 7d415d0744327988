import { isRecord, ownValue } from '../values/json.ts'

/**
 * What a `$ref` of a schema leads to; undefined where it leads out of the document, or nowhere. A reference is a JSON
 * Pointer in a URI fragment. Source: RFC 6901, sections 4 and 6.
 */
export function resolveReference(ref: unknown, root: object): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined
  const names = ref.split('/').slice(1).map(nameOf)
  return names.reduce<unknown>((at, name) => (isRecord(at) ? ownValue(at, name) : undefined), root)
}

function nameOf(part: string): string {
  return decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** People write names into references as they are, so a `%` need not be the start of an escape. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
