import type { Ending } from '../attacks/attack.ts'
import { brokenEnds } from '../attacks/attack.ts'
import type { Serve } from '../server/attack-server.ts'
import { callResponse, openCallResponse, textResponse } from '../wires/wire.ts'

/** Arguments of a call of `act` that are not what the protocol says, and a way for the response to end. */
export interface ArgumentCase {
  name: string
  fragments: readonly unknown[]
  /** Arguments that may be executed, as JSON. Everything else would be a guess. */
  known: readonly string[]
  end: ArgumentEnd
}

export type ArgumentEnd = 'end' | 'error' | 'drop' | 'abort'

const broken: readonly Pick<ArgumentCase, 'name' | 'fragments' | 'known'>[] = [
  { name: 'missing', fragments: [undefined], known: ['{}'] },
  { name: 'null', fragments: [null], known: ['{}'] },
  { name: 'a list', fragments: [['{', '"', 'a']], known: [] },
  { name: 'a number', fragments: [5], known: [] },
  { name: 'an object', fragments: [{ a: 2 }], known: ['{"a":2}'] },
  { name: 'a bool', fragments: [true], known: [] },
  { name: 'missing in the middle', fragments: ['{"a":', undefined, '1}'], known: ['{"a":1}'] },
  { name: 'null in the middle', fragments: ['{"a":', null, '1}'], known: ['{"a":1}'] },
  { name: 'a list in the middle', fragments: ['{"a":', [1], '1}'], known: [] },
  { name: 'a number in the middle', fragments: ['{"a":', 5, '1}'], known: [] },
  { name: 'an object in the middle', fragments: ['{"a":', { a: 2 }, '1}'], known: [] },
  { name: 'a bool in the middle', fragments: ['{"a":', true, '1}'], known: [] },
  { name: 'a number that completes the JSON', fragments: ['{"a":', 5, '}'], known: [] },
  { name: 'a list that completes the JSON', fragments: ['{"a":', [5], '}'], known: [] },
  { name: 'a bool that completes the JSON', fragments: ['{"a":', true, '}'], known: [] },
  { name: 'bare __proto__', fragments: ['{"a":__proto__,"d":1'], known: [] },
  { name: 'two objects', fragments: ['{"a":1}', '{"a":2}'], known: [] },
  { name: 'a JSON list', fragments: ['[1,2]'], known: [] },
  // Some servers mean no arguments by it.
  { name: 'JSON null', fragments: ['null'], known: ['{}'] },
  { name: 'cut', fragments: ['{"a":1'], known: [] },
]

const ends: readonly ArgumentEnd[] = ['end', 'error', 'drop', 'abort']

/** Every kind of broken arguments with every end. */
export const argumentCases: readonly ArgumentCase[] = broken.flatMap((row) =>
  ends.map((end) => ({ ...row, name: `${row.name}, then ${end}`, end })),
)

/** How a stream with such arguments may end. A response that makes no sense may be given up before its end. */
export function endingsOf({ end }: ArgumentCase): readonly Ending[] {
  switch (end) {
    case 'end':
      return ['toolUse', 'stop', ...brokenEnds]
    case 'error':
      return ['server_error', ...brokenEnds]
    case 'drop':
      return brokenEnds
    case 'abort':
      return ['aborted', ...brokenEnds]
  }
}

/** Sends the arguments in the first response; every later one is a good one. */
export function serveArguments({ fragments, end }: ArgumentCase): Serve {
  return (reply, wire, _request, index) => {
    if (index > 0) return reply.head().end(textResponse(wire, 'done'))
    const open = openCallResponse(wire, 'act', ...fragments)
    switch (end) {
      case 'end':
        return reply.head().end(callResponse(wire, 'act', ...fragments))
      case 'error':
        return reply.head().end([...open, wire.error('broken')])
      case 'drop':
        return reply.head().send(open).close()
      case 'abort':
        return void reply.head().send(open)
    }
  }
}
