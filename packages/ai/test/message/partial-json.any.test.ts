import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { parseStreamingJson, PartialJson } from '#src/message/partial-json.ts'

const read = (...pieces: string[]): unknown => {
  const json = new PartialJson()
  for (const piece of pieces) json.push(piece)
  return json.value
}

/** Whether everything in `earlier` is still in `later`: strings and lists only grow. */
function isGrownFrom(earlier: unknown, later: unknown): boolean {
  if (earlier === undefined) return true
  if (typeof earlier === 'string') return typeof later === 'string' && later.startsWith(earlier)
  if (typeof earlier !== 'object' || earlier === null) return Object.is(earlier, later)
  if (typeof later !== 'object' || later === null || Array.isArray(earlier) !== Array.isArray(later)) return false
  return Object.entries(earlier).every(([key, value]) => isGrownFrom(value, (later as Record<string, unknown>)[key]))
}

const cutText = (text: string, cuts: readonly number[]): string[] => {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length))
}

describe('PartialJson', () => {
  it('shows strings as they grow, and other scalars when they are complete', () => {
    expect(read('{"city":"Os')).toEqual({ city: 'Os' })
    expect(read('{"a":12')).toEqual({})
    expect(read('{"a":12,')).toEqual({ a: 12 })
    expect(read('{"a":tru')).toEqual({})
    expect(read('{"a":[1,{"b":"x')).toEqual({ a: [1, { b: 'x' }] })
  })

  it('grows one object in place', () => {
    const root: Record<string, unknown> = {}
    const json = new PartialJson(root)
    json.push('{"a":"1')
    json.push('2"')
    expect(json.value).toBe(root)
    expect(root).toEqual({ a: '12' })
  })

  it('puts escapes together that were cut anywhere', () => {
    for (const text of ['"\\u00e9"', '"\\ud83c\\udf1e"', '"a\\\\\\"b\\n"']) {
      expect(read(...text.split(''))).toBe(JSON.parse(text))
    }
  })

  it('treats __proto__ as a key like any other', () => {
    const value = read('{"__proto__":{"polluted":true}}') as object
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('stops growing at text that is no JSON, and keeps what it had', () => {
    expect(read('{"a":"x"', '; drop', '"b":"y"}')).toEqual({ a: 'x' })
    expect(read('nonsense')).toBeUndefined()
  })

  it('does not follow a tower of brackets to its top', () => {
    const json = new PartialJson()
    json.push('['.repeat(100_000))
    expect(json.isBroken).toBe(true)
  })

  it('ends equal to JSON.parse, and only grows on the way, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
        const json = new PartialJson()
        let earlier: unknown
        for (const piece of cutText(`${text} `, cuts)) {
          json.push(piece)
          expect(isGrownFrom(earlier, json.value)).toBe(true)
          earlier = structuredClone(json.value)
        }
        expect(json.value).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('parseStreamingJson', () => {
  it.each([
    [undefined, {}],
    ['  ', {}],
    ['{"a":1}', { a: 1 }],
    ['{"a": tru', { a: true }],
    ['{"a": 12', { a: 12 }],
    ['{"a": 1.', {}],
    ['{"a": -', {}],
    ['{"a": "x\\', { a: 'x' }],
    ['{"a": "x\\u00', { a: 'x' }],
    ['{"a": [1, 2', { a: [1, 2] }],
    ['{"a', {}],
    ['{"a":', {}],
    ['[1', [1]],
    ['"str', 'str'],
    ['{"name":"te', { name: 'te' }],
  ])('reads %j as %j', (text, value) => {
    expect(parseStreamingJson(text)).toEqual(value)
  })

  it('warns once about text in which there is no JSON at all', () => {
    const onWarning = vi.fn()
    expect(parseStreamingJson('garbage', onWarning)).toEqual({})
    expect(onWarning).toHaveBeenCalledExactlyOnceWith('json_parse_total_failure', expect.stringContaining('garbage'))
  })
})

describe('A1: words that all objects inherit', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'reads no value from the bare word %s',
    (word) => {
      for (const text of [`{"a":${word},"b":1}`, `{"a":${word}`, word, `[${word}]`]) {
        const value = parseStreamingJson(text)
        expect(JSON.stringify(value)).not.toContain('1')
        expect(Object.hasOwn(value as object, 'a') ? (value as { a?: unknown }).a : undefined).toBeUndefined()
        expect(Object.getPrototypeOf(value)).toBe(Array.isArray(value) ? Array.prototype : Object.prototype)
      }
    },
  )

  it('reads an escape that is none as its letter', () => {
    expect(parseStreamingJson('{"a":"\\c\\_')).toEqual({ a: 'c_' })
  })

  it('A3: does not let a warning callback end the reading', () => {
    const onWarning = () => {
      throw new Error('no')
    }
    expect(parseStreamingJson('no JSON', onWarning)).toEqual({})
  })

  it('stops at a literal that never ends', () => {
    const json = new PartialJson()
    for (let at = 0; at < 2000; at++) json.push('1')
    expect(json.isBroken).toBe(true)
  })
})
