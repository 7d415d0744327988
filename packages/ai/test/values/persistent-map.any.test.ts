import fc from 'fast-check'
import { expect, it } from 'vitest'

import { PersistentMap } from '#src/values/persistent-map.ts'

const anyStep = fc.record({ from: fc.nat(100), key: fc.nat(40), value: fc.option(fc.nat()) })

it('is a value: each version stays as it was, whichever version is changed next', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 150 }), (steps) => {
      const versions = [{ map: new PersistentMap<number, number>(), model: new Map<number, number>() }]
      for (const { from, key, value } of steps) {
        // Mostly the newest version goes on, as in a stream.
        const { map, model } = versions[from < 80 ? versions.length - 1 : from % versions.length]!
        const next = new Map(model)
        if (value === null) next.delete(key)
        else next.set(key, value)
        versions.push({ map: value === null ? map.without(key) : map.with(key, value), model: next })
      }
      for (const { map, model } of versions) {
        expect(map.size).toBe(model.size)
        expect([...map].sort(([a], [b]) => a - b)).toEqual([...model].sort(([a], [b]) => a - b))
        for (const key of model.keys()) expect(map.get(key)).toBe(model.get(key))
      }
    }),
  )
})

it('gives itself back where nothing is to be taken out', () => {
  const map = new PersistentMap([[1, 'a']])
  expect(map.without(2)).toBe(map)
  expect(map.has(1)).toBe(true)
})
