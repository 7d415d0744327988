import type { OnWarning, ToolCall } from '@dreb/ai'

import type { ToolOutcome } from './tool-outcome.ts'

/** Equal calls with equal results, in a row, that are taken for a loop. */
const suspicious = 20

/** Notes a call and its outcome. */
export type NoteCall = (call: ToolCall, outcome: ToolOutcome) => void

/** Warns, once per row, when a model repeats a call with equal arguments and gets the same result every time. */
export function watchRepeatedCalls(warn: OnWarning): NoteCall {
  let last: unknown
  let count = 0
  return ({ name, arguments: args }, { result, isError }) => {
    const noted = { name, args, content: result.content, isError }
    count = isEqual(last, noted) ? count + 1 : 1
    last = noted
    if (count !== suspicious) return
    warn('repeated_call', `Tool ${name} was called ${count} times in a row with the same arguments and the same result`)
  }
}

/** Data nested deeper than this counts as different. */
const deepest = 200

/** Whether two values of JSON are equal. */
function isEqual(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || depth > deepest) return false
  const keys = Object.keys(a)
  if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false
  const partOf = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]
  return keys.every((key) => Object.hasOwn(b, key) && isEqual(partOf(a, key), partOf(b, key), depth + 1))
}
