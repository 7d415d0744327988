import fc from 'fast-check'
import { expect, it } from 'vitest'

import { sanitizeText, sanitizeValue } from '#src/history/sanitize-text.ts'

it.each([
  ['plain', 'plain'],
  ['whole 🌤 pairs', 'whole 🌤 pairs'],
  ['half \ud83d', 'half '],
  ['\udf24 other half', ' other half'],
  ['\ud83d🌤\udf24', '🌤'],
  ['nul\0', 'nul'],
])('%j goes out as %j', (text, sent) => {
  expect(sanitizeText(text)).toBe(sent)
})

it('any text becomes well-formed, and well-formed text stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 })), (text, units) => {
      const clean = sanitizeText(text + String.fromCharCode(...units))
      expect(clean).not.toMatch(/\p{Surrogate}|\0/u)
      expect(sanitizeText(clean)).toBe(clean)
    }),
  )
})

it('clean values come back as the same objects', () => {
  const value = { a: ['x', { b: 1, c: null, d: true }] }
  expect(sanitizeValue(value)).toBe(value)
})

it('strings and keys are cleaned at any depth, and what is clean is shared', () => {
  const clean = { b: ['fine'] }
  const value = { 'k\0': ['x\ud83d', clean] }
  const sanitized = sanitizeValue<Record<string, unknown[]>>(value)
  expect(sanitized).toEqual({ k: ['x', clean] })
  expect(sanitized['k']?.[1]).toBe(clean)
})
