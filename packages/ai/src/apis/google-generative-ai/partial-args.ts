import { asText, isObject, jsonText } from '../../values/json.ts'
import type { GooglePartialArg } from './wire.ts'

type Step = string | number

/** Arguments with more values in them, each at its JSON path (`$.items[0].name`). A text that is there grows. */
export function withPartialArgs(
  args: Record<string, unknown>,
  parts: readonly (GooglePartialArg | null)[],
): Record<string, unknown> {
  const known = parts.filter((part) => isObject(part) && asText(part.jsonPath) !== '') as GooglePartialArg[]
  return known.reduce((soFar, part) => withPartialArg(soFar, part), args)
}

/** A path that leads to a list, or nowhere, leaves the arguments as they are: they are an object. */
function withPartialArg(args: Record<string, unknown>, part: GooglePartialArg): Record<string, unknown> {
  const [first, ...rest] = stepsOf(part.jsonPath)
  return typeof first === 'string' ? (setAt(args, [first, ...rest], part) as Record<string, unknown>) : args
}

/** The JSON of arguments whose end never came: cut, so that nobody takes it for whole. */
export function cutJson(args: Record<string, unknown>): string {
  return jsonText(args).slice(0, -1)
}

function stepsOf(path: string): Step[] {
  const steps = path.matchAll(/\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]|([^.[\]$]+)/g)
  return Array.from(steps, ([, single, double, index, name]) =>
    index === undefined ? (single ?? double ?? name ?? '') : Number(index),
  )
}

function setAt(node: unknown, [step, ...rest]: Step[], part: GooglePartialArg): unknown {
  if (step === undefined) return valueOf(node, part)
  if (typeof step === 'number') return setInList(Array.isArray(node) ? node : [], step, rest, part)
  const record = typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {}
  return { ...record, [step]: setAt(Object.hasOwn(record, step) ? record[step] : undefined, rest, part) }
}

/** An index beyond the end appends. */
function setInList(list: readonly unknown[], index: number, rest: Step[], part: GooglePartialArg): unknown[] {
  const at = Math.min(index, list.length)
  const grown = list.slice()
  grown[at] = setAt(list[at], rest, part)
  return grown
}

function valueOf(before: unknown, { stringValue, numberValue, boolValue }: GooglePartialArg): unknown {
  if (typeof stringValue === 'string') return typeof before === 'string' ? before + stringValue : stringValue
  return numberValue ?? boolValue ?? null
}
