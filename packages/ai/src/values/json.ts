/** The deepest nesting of JSON that is read: deeper values overflow the call stack of whoever walks them. */
export const maxJsonDepth = 512

/** What a JSON text holds; undefined for text that is not JSON, or that is nested deeper than {@link maxJsonDepth}. */
export function tryParseJson(text: string): unknown {
  if (isNestedTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Whether JSON text is nested deeper than `maxDepth`. One pass over the text, and none over a text too short for it.
 * Brackets inside strings do not count.
 */
export function isNestedTooDeep(text: string, maxDepth = maxJsonDepth): boolean {
  if (text.length <= maxDepth) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at + 1)
    // `[` and `{`, `]` and `}` differ from one another in one bit.
    else if ((code | 0x20) === 0x7b && ++depth > maxDepth) return true
    else if ((code | 0x20) === 0x7d) depth--
  }
  return false
}

const quote = 0x22

/** The place of the quote that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start)
  while (end > 0 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number, start: number): boolean {
  let first = at
  while (first > start && text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

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
 * Text of a call's arguments. Servers also send null, or the object itself. Anything else is kept in a form that makes
 * the whole text no JSON, so that the call is refused for its arguments: `{"a":`, the number 5 and `1}` were not meant
 * to be `{"a":51}`.
 */
export function asArgumentsText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return isObject(value) && !Array.isArray(value) ? jsonText(value) : notJson + jsonText(value)
}

/** Legal nowhere in JSON: one such escape in a string is not, nor behind a backslash two of them. */
const notJson = '\\x\\x'

/** JSON of a value; blank for one nested too deeply to be written. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

/** Whether a value is an object with names, neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The entry of a table for a foreign word; undefined for a word that it does not list. Only the table's own entries count:
 * `constructor` and `__proto__` are words like any other.
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, word: unknown): Value | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}

/** Sets an own property, as `JSON.parse` does: `__proto__` is a key like any other. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The type of {@link compact}: fields that may be undefined may be missing. */
export type Compact<T extends object> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key]
} & { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> }

/** The fields that have a value, for objects whose optional fields must be missing rather than undefined. */
export function compact<T extends object>(fields: T): Compact<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<T>
}
