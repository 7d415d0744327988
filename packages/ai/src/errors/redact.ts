import { isRecord, setOwn } from '../values/json.ts'
import { AIError, withChanges } from './ai-error.ts'

/** Stands where a secret stood. */
export const redacted = 'REDACTED'

/** Shorter values are no secrets but placeholders (`none`, `ollama`), which may be words of the text. */
const minSecretLength = 8

/** Takes the secrets it was made for out of a text. */
export type Redact = (text: string) => string

/**
 * A text without the secrets, whatever their form: as they are, line by line, escaped as in JSON, URL-encoded, and in
 * base64 at any offset. The one function that every text goes through before it leaves: errors, events, responses of
 * the proxy, recordings.
 */
export function redact(text: string, secrets: readonly string[]): string {
  return redactorOf(secrets)(text)
}

/** {@link redact} for several texts: the forms of the secrets are made with the first text that is not empty. */
export function redactorOf(secrets: readonly string[]): Redact {
  let forms: readonly string[] | undefined
  return (text) => {
    if (text === '') return text
    forms ??= formsOf(secrets)
    const clean = forms.reduce((rest, form) => rest.replaceAll(form, redacted), text)
    return forms.length === 0 ? clean : withoutCutForms(clean, forms)
  }
}

/** Texts are shortened before they come here, so that what is left of a secret may stand on either side of a cut. */
function withoutCutForms(text: string, forms: readonly string[]): string {
  const parts = text.split(/(…|\n)/)
  return parts.map((part) => forms.reduce((rest, form) => withoutEnd(withoutStart(rest, form), form), part)).join('')
}

/** A text that ends with the beginning of a secret. */
function withoutEnd(text: string, form: string): string {
  for (let length = Math.min(form.length - 1, text.length); length >= minSecretLength; length--) {
    if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + redacted
  }
  return text
}

/** A text that begins with the end of a secret. */
function withoutStart(text: string, form: string): string {
  for (let length = Math.min(form.length - 1, text.length); length >= minSecretLength; length--) {
    if (text.startsWith(form.slice(-length))) return redacted + text.slice(length)
  }
  return text
}

/** All forms of all secrets, the longest first, so that none leaves the rest of a longer one. */
function formsOf(secrets: readonly string[]): string[] {
  const values = new Set(secrets.flatMap(linesOf))
  const forms = new Set(Array.from(values).flatMap(writtenForms))
  return [...forms].filter(({ length }) => length >= minSecretLength).sort((a, b) => b.length - a.length)
}

/** A secret as it is, and its lines: an error may show one line of a key that was pasted with a line break. */
function linesOf(secret: string): string[] {
  const lines = [secret, secret.trim(), ...secret.split(/[\r\n]+/).map((line) => line.trim())]
  return lines.filter(({ length }) => length >= minSecretLength)
}

/** How often JSON may stand in JSON: an error of a gateway quotes the body of a body. */
const jsonLevels = 3

function writtenForms(secret: string): string[] {
  const url = urlEncoded(secret)
  const lower = url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return [
    secret,
    ...jsonForms(secret),
    url,
    lower,
    url.replaceAll('%20', '+'),
    htmlEscaped(secret),
    ...base64Forms(secret),
  ]
}

/** The inside of a JSON string, of one inside of another, and so on; some servers escape slashes, too. */
function jsonForms(secret: string): string[] {
  const forms: string[] = []
  let form = secret
  for (let level = 0; level < jsonLevels; level++) {
    form = JSON.stringify(form).slice(1, -1)
    forms.push(form, form.replaceAll('/', '\\/'))
  }
  return forms
}

/** As it stands in the error page of a gateway. */
function htmlEscaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
}

/** Half a character cannot be encoded; as bytes it becomes U+FFFD. */
function urlEncoded(text: string): string {
  return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)))
}

/** What is left of a secret in the base64 of any text around it: three offsets, without the characters it shares. */
function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].flatMap((offset) => {
    const padded = new Uint8Array(offset + bytes.length)
    padded.set(bytes, offset)
    const text = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(''))
    const own = text.slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** An error whose message and causes hold no secret; the same error where they held none. */
export function redactError(error: AIError, clean: Redact): AIError {
  const message = clean(error.message)
  const cause = redactValue(error.cause, clean)
  return message === error.message && cause === error.cause ? error : withChanges(error, message, { cause })
}

const maxDepth = 32

/**
 * A value all of whose texts, and names, hold no secret: plain data and errors are copied where something changed and
 * stay the same value where nothing did. What is nested too deep to look at is left out.
 */
export function redactValue<T>(value: T, clean: Redact): T {
  return redactPart(value, clean, []) as T
}

function redactPart(value: unknown, clean: Redact, above: readonly unknown[]): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (above.length >= maxDepth || above.includes(value)) return '…'
  const inside = (part: unknown): unknown => redactPart(part, clean, [...above, value])
  try {
    if (value instanceof Error) return redactThrown(value, clean, inside)
    if (Array.isArray(value)) return redactList(value, inside)
    return isRecord(value) ? redactRecord(value, clean, inside) : value
  } catch {
    return '[unreadable]'
  }
}

type Inside = (part: unknown) => unknown

function redactList(list: readonly unknown[], inside: Inside): readonly unknown[] {
  const parts = list.map(inside)
  return parts.every((part, at) => part === list[at]) ? list : parts
}

function redactRecord(record: Record<string, unknown>, clean: Redact, inside: Inside): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  let isChanged = false
  for (const [key, part] of Object.entries(record)) {
    const [cleanKey, cleanPart] = [clean(key), inside(part)]
    isChanged ||= cleanKey !== key || cleanPart !== part
    setOwn(copy, cleanKey, cleanPart)
  }
  return isChanged ? copy : record
}

/** An error of any class becomes a plain one of its name: its own fields may hold a request, with its headers. */
function redactThrown(error: Error, clean: Redact, inside: Inside): Error {
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(error))
  const { stack = '' } = error
  const [message, cleanStack, cause] = [clean(error.message), clean(stack), inside(error.cause)]
  const fields = redactRecord(given, clean, inside)
  if (message === error.message && cleanStack === stack && cause === error.cause && fields === given) return error
  if (AIError.is(error)) return Object.assign(withChanges(error, message, { cause }), { stack: cleanStack })
  return Object.assign(new Error(message, { cause }), fields, { name: error.name, stack: cleanStack })
}
