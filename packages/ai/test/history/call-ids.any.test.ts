import fc from 'fast-check'
import { expect, it } from 'vitest'

import { alphanumericCallId, publicCallId, safeCallId, shortHash } from '#src/history/call-ids.ts'

it('hashes are the same for ever: ids that were sent are in the caches of providers', () => {
  expect(shortHash('')).toBe('0k4n83c07h0j2b')
  expect(shortHash('call_1')).toBe('0oofa470di3203')
  expect(shortHash('functions.get:0')).toBe('1dm3fwx0asr2ql')
})

it('legal ids stay as they are', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/), (id) => {
      expect(safeCallId(id, 40)).toBe(id)
    }),
  )
  expect(alphanumericCallId('Abc123xyz', 9)).toBe('Abc123xyz')
})

it('all ids become legal, and stay what they became', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (id) => {
      const safe = safeCallId(id, 40)
      expect(safe).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
      expect(safeCallId(safe, 40)).toBe(safe)
      expect(alphanumericCallId(id, 9)).toMatch(/^[A-Za-z0-9]{9}$/)
    }),
  )
})

it('different ids become different ids', () => {
  const long = 'x'.repeat(80)
  const ids = [`${long}1`, `${long}2`, 'functions.get:0', 'functions.get.0', 'functions_get_0', 'é', '.', '']
  expect(new Set(ids.map((id) => safeCallId(id, 40))).size).toBe(ids.length)
  expect(new Set(ids.map((id) => alphanumericCallId(id, 9))).size).toBe(ids.length)
})

it('what stands before the bar is the public id', () => {
  expect(publicCallId('call_1|fc_1')).toBe('call_1')
  expect(publicCallId('call_1')).toBe('call_1')
  expect(publicCallId('|fc_1')).toBe('|fc_1')
})
