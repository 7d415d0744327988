import type { GooglePartialArg } from './wire.ts'

type Step = string | number

/** Arguments with more values in them, each at its JSON path (`$.items[0].name`). A text that is there grows. */
export function withPartialArgs(
  args: Record<string, unknown>,
  parts: readonly GooglePartialArg[],
): Record<string, unknown> {
  return parts.reduce((soFar, part) => setAt(soFar, stepsOf(part.jsonPath), part) as Record<string, unknown>, args)
}

/** The JSON of arguments whose end never came: cut, so that nobody takes it for whole. */
export function cutJson(args: Record<string, unknown>): string {
  return JSON.stringify(args).slice(0, -1)
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
  if (stringValue !== undefined) return typeof before === 'string' ? before + stringValue : stringValue
  return numberValue ?? boolValue ?? null
}
