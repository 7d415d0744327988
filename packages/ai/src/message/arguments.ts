import { errorText } from '../errors/ai-error.ts'
import { isNestedTooDeep, maxJsonDepth, isRecord } from '../values/json.ts'
import { isBlank, shorten } from '../values/text.ts'
import type { ToolCall } from './message.ts'

/** Arguments as the model meant them, or why there are none. */
export type ParsedArguments = Pick<ToolCall, 'arguments' | 'argumentsError'>

/**
 * The authority on the finished text of a call: `JSON.parse`, and nothing guessed. Blank text means no arguments.
 * One repair is made because it can change no meaning: raw control characters inside strings are escaped.
 */
export function parseArguments(text: string): ParsedArguments {
  if (isBlank(text)) return { arguments: {} }
  if (isNestedTooDeep(text)) return refused(`are nested deeper than ${maxJsonDepth} levels`, text)
  try {
    return asObject(parseJson(text), text)
  } catch (error) {
    return refused(`are not valid JSON (${errorText(error)})`, text)
  }
}

function refused(reason: string, text: string): ParsedArguments {
  return { arguments: {}, argumentsError: `The arguments ${reason}: ${shorten(text)}` }
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
  if (isRecord(value)) return { arguments: value }
  // Some servers mean "no arguments" by null, and some encode the object twice.
  if (value === null) return { arguments: {} }
  if (typeof value === 'string') return parseTwiceEncoded(value, text)
  return refused('are not a JSON object', text)
}

function parseTwiceEncoded(inner: string, text: string): ParsedArguments {
  const parsed = inner.trim().startsWith('{') ? parseArguments(inner) : undefined
  if (parsed && parsed.argumentsError === undefined) return parsed
  return refused('are not a JSON object', text)
}

/** Escapes are matched together with what they escape, so a quote that is found alone begins or ends a string. */
function escapeControlCharacters(text: string): string {
  let isInside = false
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/\\[\s\S]|["\u0000-\u001f]/g, (found) => {
    if (found === '"') isInside = !isInside
    const isRaw = isInside && found < ' '
    return isRaw ? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}` : found
  })
}
