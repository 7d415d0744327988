/*
 * Foreign JSON is not what its types promise. These functions read a field as the type that it should have, and give
 * nothing where it has another one, so that no normalizer has to trust a server.
 */

/** A text; blank for anything else. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A position: an integer from 0. */
export function asIndex(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** A number of tokens; 0 for what is none. */
export function asCount(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0
}

/** A word of an enum, which protobuf clients give as a number; undefined for a blank one. */
export function asWord(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A list; an empty one for anything else. Its elements are not checked. */
export function asList<Element>(value: readonly Element[] | null | undefined): readonly Element[] {
  return Array.isArray(value) ? value : []
}

/** Whether a value has fields to be read. */
export function isObject<Value>(value: Value): value is Value & object {
  return typeof value === 'object' && value !== null
}

/** An object to read fields from; an empty one for anything else. */
export function asRecord<Value extends object>(value: Value | null | undefined): Partial<Value> {
  return isObject(value) ? value : {}
}

/**
 * Text of a call's arguments. Servers also send null, or the object itself. What is neither is kept as its JSON, so that
 * the call is refused for its arguments, and not run without them.
 */
export function asArgumentsText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : jsonText(value)
}

/** JSON of a value; blank for one nested too deeply to be written. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
