import type { FunctionCall } from '../types/message.ts'
import { wellFormedJson } from './well-formed.ts'

/** What has become of an argument text, so that a long history is not parsed anew in every round. */
const formatted = new WeakMap<FunctionCall, { text: string; wire: string }>()

const illegalCharacter = /[^a-zA-Z0-9_-]/g
const maxNameLength = 64

/** Providers parse the arguments of past calls and refuse what is no JSON object; what the model wrote stays stored. */
export function toWireCall(call: FunctionCall, toolNames?: ReadonlySet<string>): FunctionCall {
  const { name, arguments: text } = call
  return { ...(name !== undefined && { name: toWireName(name, toolNames) }), arguments: argumentsOf(call, text ?? '') }
}

/** Models call tools by names that do not exist (`multi_tool_use.parallel`); providers refuse them in a history. */
export function toWireName(name: string, toolNames?: ReadonlySet<string>): string {
  if (toolNames?.has(name)) return name
  return name.replace(illegalCharacter, '_').slice(0, maxNameLength)
}

/** Whether a text is a JSON object. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function argumentsOf(call: FunctionCall, text: string): string {
  const known = formatted.get(call)
  if (known?.text === text) return known.wire
  const wire = isJsonObject(text) ? wellFormedJson(text) : '{}'
  formatted.set(call, { text, wire })
  return wire
}
