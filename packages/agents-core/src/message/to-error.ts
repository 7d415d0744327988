import { errorText } from '@dreb/ai/normalize'

/** Anything that was thrown, as an Error; Errors stay what they are. */
export function toError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(errorText(thrown), { cause: thrown })
}

function isError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error
  } catch {
    return false
  }
}

/** JSON of any value: what JSON can not hold is written as text. Undefined is `""`. */
export function toJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)) ??
      textOfPrimitive(value)
    )
  } catch {
    return JSON.stringify(readable(value, new Set())) ?? ''
  }
}

function textOfPrimitive(value: unknown): string {
  return typeof value === 'symbol' ? String(value) : ''
}

/** A copy that JSON can hold, of a value with cycles or getters that throw. */
function readable(value: unknown, above: ReadonlySet<object>): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (above.has(value)) return '[circular]'
  const within = new Set([...above, value])
  if (Array.isArray(value)) return value.map((member) => readable(member, within))
  return Object.fromEntries(Object.keys(value).map((key) => [key, readable(memberOf(value, key), within)]))
}

function memberOf(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return '[unreadable]'
  }
}
