import { callResponse, textResponse, type Wire, type WireEvent } from '../wires/wire.ts'
import { type Attack, brokenEnds, mapValues, oddEnds } from './attack.ts'

/** A value of an event and the key it stands at, turned into another. */
type Change = (value: unknown, key: string) => unknown

/** A response with text and one with a call, both rewritten. */
function changes(name: string, change: Change, more: Partial<Attack> = {}): readonly Attack[] {
  const rewrite = (events: WireEvent[]) => events.map((event) => (event.kind ? event : mapValues(event, change)))
  const row = (what: string, response: (wire: Wire) => WireEvent[]): Attack => ({
    name: `${name} (${what})`,
    serve: (reply, wire) => reply.head().end(rewrite(response(wire))),
    ends: oddEnds,
    ...more,
  })
  return [
    row('text', (wire) => textResponse(wire, 'Hel', 'lo')),
    row('call', (wire) => callResponse(wire, 'act', '{"a":', '1}')),
  ]
}

const isIndex = (key: string): boolean => /index/i.test(key)
const isReason = (key: string): boolean => /^(finish_?reason|stop_?reason|status)$/i.test(key)
const isUsage = (key: string): boolean => /tokens?(count)?$/i.test(key)
const isId = (key: string): boolean => /(^|_)id$|UseId$/.test(key)

/** Every index is this. */
function indexed(shown: string, index: unknown): readonly Attack[] {
  return changes(`counts every block as ${shown}`, (value, key) => (isIndex(key) ? index : value))
}

function many(wire: Wire, count: number): WireEvent[] {
  const calls = Array.from({ length: count }, (_, index) => ({ index, id: `call_${index}`, name: 'act' }))
  const events = calls.flatMap((call) => [
    ...wire.openCall(call),
    wire.argument('{"a":1}', call),
    ...wire.closeCall(call),
  ])
  return [...wire.begin, ...events, ...wire.finish('toolUse')]
}

/** Servers whose JSON is well-formed, and not what the protocol says. */
export const contentAttacks: readonly Attack[] = [
  ...indexed('-1', -1),
  ...indexed('1e9', 1e9),
  ...indexed('1.5', 1.5),
  ...indexed('"0"', '0'),
  ...indexed('null', null),
  ...indexed('__proto__', '__proto__'),
  ...indexed('a list', [0]),
  ...indexed('nothing', undefined),
  ...changes('ends for the reason "constructor"', (value, key) =>
    isReason(key) && value !== 'in_progress' ? 'constructor' : value,
  ),
  ...changes('ends for the reason "__proto__"', (value, key) => (isReason(key) ? '__proto__' : value)),
  ...changes('ends for the reason 5', (value, key) => (isReason(key) ? 5 : value)),
  ...changes('ends for a list of reasons', (value, key) => (isReason(key) ? ['stop'] : value)),
  ...changes('ends for the reason ""', (value, key) => (isReason(key) ? '' : value)),
  ...changes(
    'ends in capitals',
    (value, key) => (isReason(key) && typeof value === 'string' ? value.toUpperCase() : value),
    { ends: ['stop', 'toolUse'] },
  ),
  ...changes('counts tokens in strings', (value, key) => (isUsage(key) ? String(value) : value), {
    ends: ['stop', 'toolUse'],
  }),
  ...changes('counts negative tokens', (value, key) => (isUsage(key) ? -7 : value), { ends: ['stop', 'toolUse'] }),
  ...changes('counts 1e300 tokens', (value, key) => (isUsage(key) ? 1e300 : value), { ends: ['stop', 'toolUse'] }),
  ...changes('counts tokens in objects', (value, key) => (isUsage(key) ? { n: 1 } : value), {
    ends: ['stop', 'toolUse'],
  }),
  ...changes('sends numbers as strings', (value) => (typeof value === 'number' ? String(value) : value)),
  ...changes('sends strings as numbers', (value) => (typeof value === 'string' ? 7 : value)),
  ...changes('sends strings as lists', (value) => (typeof value === 'string' ? [value] : value)),
  ...changes('sends strings as objects', (value) => (typeof value === 'string' ? { value } : value)),
  ...changes('sends null for every string', (value) => (typeof value === 'string' ? null : value)),
  ...changes('sends null for every list', (value) => (Array.isArray(value) ? null : value)),
  ...changes('sends null for every object', (value, key) => (key !== '' && isPlainObject(value) ? null : value)),
  ...changes('sends an object for every list', (value) =>
    Array.isArray(value) ? Object.fromEntries(value.entries()) : value,
  ),
  ...changes('sends holes in its lists', (value) =>
    Array.isArray(value) ? [null, ...(value as unknown[]), null] : value,
  ),
  ...changes('sends lists of lists', (value) => (Array.isArray(value) ? [value] : value)),
  ...changes('sends ids of 100,000 characters', (value, key) => (isId(key) ? 'i'.repeat(100_000) : value)),
  ...changes('sends names of 100,000 characters', (value, key) => (key === 'name' ? 'n'.repeat(100_000) : value)),
  ...changes('sends names called __proto__', (value, key) => (key === 'name' ? '__proto__' : value)),
  ...changes('sends empty ids and names', (value, key) => (isId(key) || key === 'name' ? '' : value)),
  {
    name: 'calls 500 tools, all with one id',
    serve: (reply, wire) =>
      reply.head().end(many(wire, 500).map((event) => mapValues(event, (value, key) => (isId(key) ? 'same' : value)))),
    ends: oddEnds,
  },
  {
    name: 'calls 500 tools',
    serve: (reply, wire) => reply.head().end(many(wire, 500)),
    ends: ['toolUse'],
  },
  {
    name: 'writes __proto__ bare into its arguments, and breaks off',
    serve: (reply, wire) => {
      const call = { index: 0, id: 'call_1', name: 'act' }
      reply
        .head()
        .end([...wire.begin, ...wire.openCall(call), wire.argument('{"a":__proto__,"d":1', call), wire.error('broken')])
    },
    ends: [...brokenEnds, 'server_error', 'overloaded', 'invalid_request'],
  },
  {
    name: 'calls a tool and breaks off in its arguments',
    serve: (reply, wire) => {
      const call = { index: 0, id: 'call_1', name: 'act' }
      reply
        .head()
        .send([...wire.begin, ...wire.openCall(call), wire.argument('{"a":', call)])
        .close()
    },
    ends: ['stream_dropped'],
  },
]

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
