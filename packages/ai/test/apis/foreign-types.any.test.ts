import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Delta } from '#src/message/delta.ts'

import { fold, wires } from '../support/wires.ts'

type Path = readonly (string | number)[]

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))]
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>
  if (rest.length === 0 && by === undefined) delete copy[key]
  else copy[key] = replaced(copy[key], rest, by)
  return copy
}

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'x',
    0,
    -1,
    1,
    2.5,
    Number.POSITIVE_INFINITY,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    ['{', '"a'],
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

const isTerminal = ({ type }: Delta): boolean => type === 'done' || type === 'error'

const texts = new Set(['delta', 'signature', 'id', 'name', 'arguments', 'message', 'rawStopReason', 'responseId'])

/** The fields of a delta that are not of their type. */
function oddFieldsOf(delta: Delta): string[] {
  const isOdd = ([name, value]: [string, unknown]) =>
    (name === 'contentIndex' && !Number.isInteger(value)) || (texts.has(name) && typeof value !== 'string')
  return Object.entries(delta)
    .filter(isOdd)
    .map(([name]) => `${delta.type}.${name}`)
}

describe.each(wires)('$api takes no type for granted (A2)', (wire) => {
  const places = wire.sample.flatMap((chunk, at) => pathsIn(chunk).map((path) => ({ at, path })))

  it('ends once and throws nothing, whatever stands in any field of any chunk', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...places), anyValue), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const chunks = changes.reduce(
            (list, [{ at, path }, value]) => list.with(at, replaced(list[at], path, value) as Record<string, unknown>),
            [...wire.sample],
          )
          const { message, deltas } = fold(wire, chunks)
          expect(deltas.filter(isTerminal)).toHaveLength(1)
          expect(deltas.flatMap(oddFieldsOf)).toEqual([])
          expect(() => JSON.stringify(message)).not.toThrow()
        },
      ),
      { numRuns: 500 },
    )
  })

  it('reads nothing from chunks that are no objects', () => {
    const odd = [null, 5, 'x', true, []] as unknown as Record<string, unknown>[]
    expect(fold(wire, odd).message).toMatchObject({ stopReason: 'error', errorCode: 'stream_dropped' })
  })
})
