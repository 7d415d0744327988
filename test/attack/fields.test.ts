// A2 and its siblings: each field of each event, in turn, of every type that JSON has.
import { stream } from '@dreb/ai'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { respondingFetch } from './growth/respond.ts'
import { endingOf, isEngineText } from './run/problems.ts'
import { watchProcess } from './run/process-errors.ts'
import { wiresByApi } from './wires/index.ts'
import { callResponse, encodeAll, textResponse, type Wire, type WireEvent } from './wires/wire.ts'

const watch = watchProcess()
const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'text',
  '__proto__',
  [],
  ['a'],
  [null],
  {},
  { a: 1 },
]

afterEach(() => watch.assertUnharmed())
afterAll(() => watch.stop())

describe('A2: every field of every type in the events of', () => {
  it.each(wiresByApi)('%s', async (_, wire) => {
    const responses = [textResponse(wire, 'Hel', 'lo'), callResponse(wire, 'act', '{"a":', '1}')]
    const ends = [[], [wire.error('broken')]]
    const problems: string[] = []
    for (const response of responses)
      for (const end of ends)
        problems.push(...(await fieldProblems(wire, end.length > 0 ? [...response.slice(0, -2), ...end] : response)))
    expect([...new Set(problems)]).toEqual([])
  })
})

/** What does not hold for a response one of whose fields is replaced. */
async function fieldProblems(wire: Wire, events: readonly WireEvent[]): Promise<string[]> {
  const variants = events.flatMap((event, at) =>
    pathsIn(event.data).flatMap((path) =>
      odd.map((value) => ({
        field: path.join('.'),
        value: JSON.stringify(value) ?? 'missing',
        events: events.with(at, { ...event, data: replaced(event.data, path, value) }),
      })),
    ),
  )
  const values = new Map<string, Set<string>>()
  const tried = variants.map(async ({ field, value, events: sent }) => {
    const problem = await streamProblem(wire, sent)
    if (problem === undefined) return
    const line = `${field}: ${problem}`
    values.set(line, (values.get(line) ?? new Set()).add(value))
  })
  await Promise.all(tried)
  return [...values].map(([line, those]) => `${line} (where it is ${[...those].join(', ')})`)
}

async function streamProblem(wire: Wire, events: readonly WireEvent[]): Promise<string | undefined> {
  const fetch = respondingFetch(wire, encodeAll(wire, events))
  const options = { ...wire.options, apiKey: 'key', maxRetries: 0, fetch, timeoutMs: 2000 }
  const reading = stream(
    wire.model('http://127.0.0.1:9'),
    { messages: [{ role: 'user', content: 'Hello', timestamp: 1 }] },
    options,
  )
  const seen: string[] = []
  for await (const { type } of reading) seen.push(type)
  const result = await reading.result()
  const terminal = seen.filter((type) => type === 'done' || type === 'error').length
  if (terminal !== 1) return `${terminal} terminal events`
  if (endingOf(result) === 'stream_stalled') return 'it did not settle by itself'
  if (typeof endingOf(result) !== 'string') return `the code is ${String(endingOf(result))}`
  if (isEngineText(result.errorMessage ?? ''))
    return `the error is one of our own code: ${result.errorMessage?.slice(0, 60)}`
  return typesProblem(result)
}

/** Whatever a server sends, a message is what its type says. */
function typesProblem(message: Awaited<ReturnType<ReturnType<typeof stream>['result']>>): string | undefined {
  const counts = Object.values(message.usage).filter((value) => typeof value !== 'object')
  if (!counts.every((count) => typeof count !== 'number' || (Number.isFinite(count) && count >= 0)))
    return `usage is ${JSON.stringify(message.usage)}`
  if (counts.some((count) => typeof count !== 'number' && typeof count !== 'undefined'))
    return `usage is ${JSON.stringify(message.usage)}`
  for (const block of message.content) {
    if (block.type === 'text' && typeof block.text !== 'string') return 'text is no text'
    if (block.type === 'thinking' && typeof block.thinking !== 'string') return 'thinking is no text'
    if (block.type !== 'toolCall') continue
    if (typeof block.id !== 'string' || typeof block.name !== 'string' || block.name === '')
      return 'the id or the name of a call is no text'
  }
  const words = [message.responseId, message.responseModel, message.rawStopReason, message.errorMessage]
  return words.every((word) => word === undefined || typeof word === 'string')
    ? undefined
    : `an id, a model or a reason is no text`
}

type Path = readonly (string | number)[]

/** Every place in a value but its top. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [...keys].flatMap((key) => [
    [...path, key],
    ...pathsIn((value as Record<string | number, unknown>)[key], [...path, key]),
  ])
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[key] = replaced(copy[key], rest, by)
  return copy
}
