import { shorten, textOf } from '../values/text.ts'

/** The longest text of a thrown value, in characters. */
const maxText = 10_000

/** Members of an `AggregateError`, and causes of causes, that are shown. */
const maxMembers = 10
const maxCauses = 8

/** Messages of `fetch` and of the SDKs that say nothing without their cause. */
const vague = /^(fetch failed|failed to fetch|terminated|connection error\.?|network error)$/i

/**
 * The text of anything that was thrown, and never a throw: the message of an error, with its members (`AggregateError`)
 * and, where it says nothing by itself (`fetch failed`), its causes; for a value that is no error its text or its JSON,
 * with cycles, BigInts and getters that throw named instead of thrown on.
 */
export function errorText(error: unknown): string {
  return shown(() => messageOf(error))
}

/** As {@link errorText}, with the deepest cause behind every message. */
export function errorTextWithCause(error: unknown): string {
  return shown(() => withCause(error))
}

function shown(read: () => string): string {
  try {
    return shorten(read(), maxText)
  } catch {
    return 'a value that cannot be read was thrown'
  }
}

function messageOf(error: unknown): string {
  if (!isError(error)) return textOf(error)
  return isVague(error) ? withCause(error) : ownMessage(error)
}

function withCause(error: unknown): string {
  if (!isError(error)) return textOf(error)
  const deepest = rootCause(error)
  const own = ownMessage(error)
  return deepest === error ? own : `${own} (${isError(deepest) ? ownMessage(deepest) : textOf(deepest)})`
}

function ownMessage(error: Error): string {
  const { message, name } = error
  const said = typeof message === 'string' && message !== '' ? message : textOf(message || name || 'Error')
  const members: unknown = (error as { errors?: unknown }).errors
  if (!Array.isArray(members) || members.length === 0) return said
  const texts = members.slice(0, maxMembers).map((member) => (isError(member) ? plainMessage(member) : textOf(member)))
  const more = members.length > maxMembers ? `; … and ${members.length - maxMembers} more` : ''
  return `${said} (${texts.join('; ')}${more})`
}

function plainMessage({ message, name }: Error): string {
  return textOf(message || name)
}

function isVague({ message }: Error): boolean {
  return typeof message === 'string' && vague.test(message)
}

function rootCause(error: Error): unknown {
  let deepest: unknown = error
  for (let depth = 0; depth < maxCauses && isError(deepest) && deepest.cause !== undefined; depth++) {
    deepest = deepest.cause
  }
  return deepest
}

/** Errors of other realms, such as of an iframe or of `node:vm`, are errors too. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}
