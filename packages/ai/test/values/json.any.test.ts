import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isNestedTooDeep, tryParseJson } from '#src/values/json.ts'

describe('tryParseJson', () => {
  it('reads what JSON.parse reads, and gives undefined for the rest', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(tryParseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(tryParseJson('{"a"')).toBeUndefined()
  })

  it('A4: gives undefined for what is nested too deep, and counts no brackets inside strings', () => {
    expect(tryParseJson('['.repeat(513) + ']'.repeat(513))).toBeUndefined()
    expect(tryParseJson('['.repeat(512) + ']'.repeat(512))).toBeInstanceOf(Array)
    const brackets = '[{"\\"'.repeat(400)
    expect(tryParseJson(JSON.stringify({ brackets, more: [`${brackets}\\`] }))).toEqual({
      brackets,
      more: [`${brackets}\\`],
    })
  })

  it('A4: finds the depth of any JSON', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), (value, limit) => {
        const text = JSON.stringify(value)
        expect(isNestedTooDeep(text, limit)).toBe(depthOf(value) > limit)
      }),
    )
  })
})
