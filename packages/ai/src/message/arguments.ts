import { errorText } from '../errors/ai-error.ts'
import type { ToolCall } from './message.ts'

/** Arguments as the model meant them, or why there are none. */
export type ParsedArguments = Pick<ToolCall, 'arguments' | 'argumentsError'>

/**
 * The authority on the finished text of a call: `JSON.parse`, and nothing guessed. Blank text means no arguments.
 * One repair is made because it can change no meaning: raw control characters inside strings are escaped.
 */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { arguments: {} }
  try {
    return asObject(parseJson(text), text)
  } catch (error) {
    return { arguments: {}, argumentsError: `The arguments are not valid JSON (${errorText(error)}): ${shorten(text)}` }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const escaped = escapeControlCharacters(text)
    if (escaped === text) throw error
    return JSON.parse(escaped) as unknown
  }
}

function asObject(value: unknown, text: string): ParsedArguments {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { arguments: value as Record<string, unknown> }
  }
  // Some servers mean "no arguments" by null, and some encode the object twice.
  if (value === null) return { arguments: {} }
  if (typeof value === 'string') return parseTwiceEncoded(value, text)
  return { arguments: {}, argumentsError: `The arguments are not a JSON object: ${shorten(text)}` }
}

function parseTwiceEncoded(inner: string, text: string): ParsedArguments {
  const parsed = inner.trim().startsWith('{') ? parseArguments(inner) : undefined
  if (parsed && parsed.argumentsError === undefined) return parsed
  return { arguments: {}, argumentsError: `The arguments are not a JSON object: ${shorten(text)}` }
}

/** An escape is matched together with what it escapes, so a quote that is matched alone begins or ends a string. */
function escapeControlCharacters(text: string): string {
  let isInside = false
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/\\[\s\S]|["\u0000-\u001f]/g, (found) => {
    if (found === '"') isInside = !isInside
    const isRaw = isInside && found < ' '
    return isRaw ? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}` : found
  })
}

const maxShown = 1000

/** Long text with its middle left out. */
export function shorten(text: string, max = maxShown): string {
  if (text.length <= max) return text
  const half = Math.floor(max / 2)
  return `${text.slice(0, half)}… (${text.length - 2 * half} characters left out) …${text.slice(-half)}`
}
