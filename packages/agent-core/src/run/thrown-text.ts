const longestDump = 2_000

/**
 * The text of anything that was thrown. Never throws itself, whatever the value is: cycles, BigInt, getters that throw,
 * objects without a prototype, revoked proxies.
 *
 * An AggregateError names its members. An error that says nothing of its own, such as the `fetch failed` of Node, names
 * its cause.
 */
export function thrownText(thrown: unknown): string {
  return safely(() => textOf(thrown, 0)) ?? 'A value was thrown that has no text'
}

function textOf(thrown: unknown, depth: number): string {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  return isErrorLike(thrown) ? errorText(thrown, depth) : dump(thrown)
}

interface ErrorLike {
  name?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
}

function isErrorLike(thrown: object): thrown is ErrorLike {
  if (safely(() => thrown instanceof Error)) return true
  // Errors of another realm, e.g. of a worker or an iframe.
  return safely(() => Object.prototype.toString.call(thrown)) === '[object Error]'
}

const saysNothing = /^(|fetch failed|failed to fetch|network error)$/i

function errorText(error: ErrorLike, depth: number): string {
  const message = stringOf(() => error.message)
  const causes = depth < 3 ? [...membersOf(error), ...causeOf(error, message)] : []
  const details = causes.map((cause) => safely(() => textOf(cause, depth + 1)) ?? '').filter((text) => text !== '')
  const own = message || (details.length > 0 ? '' : stringOf(() => error.name) || 'Error')
  return [own, [...new Set(details)].join('; ')].filter((text) => text !== '').join(': ')
}

function membersOf(error: ErrorLike): unknown[] {
  const errors = safely(() => error.errors)
  return Array.isArray(errors) ? errors.slice(0, 10) : []
}

function causeOf(error: ErrorLike, message: string): unknown[] {
  const cause = saysNothing.test(message) ? safely(() => error.cause) : undefined
  return cause === undefined || cause === null ? [] : [cause]
}

function dump(value: object): string {
  const json =
    safely(() => JSON.stringify(value)) ?? safely(() => JSON.stringify(value, withoutCycles())) ?? tagOf(value)
  return json.length > longestDump ? `${json.slice(0, longestDump)}…` : json
}

/** A replacer for what JSON cannot hold: an object that stands in itself, and BigInt. */
function withoutCycles(): (this: unknown, key: string, value: unknown) => unknown {
  const path: unknown[] = []
  return function (_key, value) {
    if (typeof value === 'bigint') return String(value)
    if (typeof value !== 'object' || value === null) return value
    while (path.length > 0 && path.at(-1) !== this) path.pop()
    if (path.includes(value)) return '[circular]'
    path.push(value)
    return value
  }
}

function tagOf(value: object): string {
  return safely(() => Object.prototype.toString.call(value)) ?? 'an object that cannot be read'
}

function stringOf(read: () => unknown): string {
  const value = safely(read)
  return typeof value === 'string' ? value : ''
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
