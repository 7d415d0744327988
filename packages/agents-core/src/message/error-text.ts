/** Texts of network layers that say nothing; their cause says what happened. */
const vagueTexts = /^(?:fetch failed|failed to fetch|connection error|network ?error|terminated|load failed)\.?$/i
const maxDepth = 4

/**
 * A readable text of anything that was thrown; reading it never throws. An AggregateError lists its members, a vague
 * network error names its cause, an object its `message` or its JSON.
 */
export function errorText(thrown: unknown, depth = 0): string {
  if (typeof thrown === 'string') return thrown
  try {
    return thrown instanceof Error ? textOfError(thrown, depth) : textOfValue(thrown)
  } catch {
    return 'An unreadable value was thrown'
  }
}

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

function textOfError(error: Error, depth: number): string {
  const text = String(error.message || error.name)
  if (depth >= maxDepth) return text
  if (error instanceof AggregateError && error.errors.length > 0) {
    const members = error.errors.map((member) => errorText(member, depth + 1))
    return [error.message, members.join('; ')].filter(Boolean).join(': ')
  }
  const isVague = vagueTexts.test(text) && error.cause !== undefined
  return isVague ? `${text}: ${errorText(error.cause, depth + 1)}` : text
}

function textOfValue(value: unknown): string {
  if (value === undefined) return 'undefined'
  const { message } = Object(value) as { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : toJson(value)
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
