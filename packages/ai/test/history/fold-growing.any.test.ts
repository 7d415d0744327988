import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { foldIncrementally, type IncrementalFold } from '#src/history/fold-growing.ts'

interface Item {
  name: string
}

function counting(key: string): IncrementalFold<Item, string[]> & { added: string[] } {
  const added: string[] = []
  return {
    key,
    added,
    start: () => [],
    fork: (names) => [...names],
    add(names, { name }) {
      added.push(name)
      names.push(name)
    },
  }
}

const frozen = (name: string): Item => Object.freeze({ name })

describe('foldGrowing', () => {
  it('looks at frozen items once, however often the list grows', () => {
    const fold = counting('once')
    const list = [frozen('a'), frozen('b')]
    expect(foldIncrementally(fold, list)).toEqual(['a', 'b'])
    list.push(frozen('c'))
    expect(foldIncrementally(fold, list)).toEqual(['a', 'b', 'c'])
    expect(fold.added).toEqual(['a', 'b', 'c'])
  })

  it('looks again at items that may have changed, and at all behind them', () => {
    const fold = counting('mutable')
    const open = { name: 'b' }
    const list = [frozen('a'), open, frozen('c')]
    expect(foldIncrementally(fold, list)).toEqual(['a', 'b', 'c'])
    open.name = 'B'
    expect(foldIncrementally(fold, list)).toEqual(['a', 'B', 'c'])
    expect(fold.added).toEqual(['a', 'b', 'c', 'B', 'c'])
  })

  it('starts anew for a list that goes another way, or stopped earlier', () => {
    const fold = counting('fork')
    const [a, b, c] = [frozen('a'), frozen('b'), frozen('c')]
    foldIncrementally(fold, [a, b])
    expect(foldIncrementally(fold, [a, c])).toEqual(['a', 'c'])
    expect(foldIncrementally(fold, [a])).toEqual(['a'])
    expect(foldIncrementally(fold, [])).toEqual([])
  })

  it('forgets a list whose fold failed', () => {
    const fold = counting('failing')
    const list = [frozen('a'), frozen('b')]
    let fails = true
    const picky: IncrementalFold<Item, string[]> = {
      ...fold,
      add(names, item) {
        if (fails && item.name === 'b') throw new Error('not b')
        fold.add(names, item)
      },
    }
    expect(() => foldIncrementally(picky, list)).toThrow('not b')
    fails = false
    expect(foldIncrementally(picky, list)).toEqual(['a', 'b'])
  })

  it('gives what a fold from the start gives, for any lists one after the other', () => {
    const pool = Array.from({ length: 6 }, (_, index) => (index % 3 === 2 ? { name: `${index}` } : frozen(`${index}`)))
    const lists = fc.array(fc.array(fc.constantFrom(...pool), { maxLength: 6 }), { maxLength: 8 })
    fc.assert(
      fc.property(lists, (all) => {
        const fold = counting('any')
        for (const list of all) expect(foldIncrementally(fold, list)).toEqual(list.map(({ name }) => name))
      }),
    )
  })
})
