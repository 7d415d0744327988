import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { memoizeFold, memoizePerMessage } from '#src/values/memo.ts'

interface Item {
  name: string
}

interface Traits {
  suffix: string
}

/** A fold that lists names, and what it was asked to add. */
function counting(fails: (name: string) => boolean = () => false) {
  const added: string[] = []
  const fold = memoizeFold<Item, Traits, string[]>({
    start: () => [],
    fork: (names) => [...names],
    adder:
      ({ suffix }) =>
      (names, { name }) => {
        if (fails(name)) throw new Error(`not ${name}`)
        added.push(name)
        names.push(name + suffix)
      },
  })
  return { fold: (items: Item[], suffix = '') => fold({ suffix }, items), added }
}

const frozen = (name: string): Item => Object.freeze({ name })

describe('memoizeFold', () => {
  it('looks at frozen items once, however often the list grows', () => {
    const { fold, added } = counting()
    const list = [frozen('a'), frozen('b')]
    expect(fold(list)).toEqual(['a', 'b'])
    list.push(frozen('c'))
    expect(fold(list)).toEqual(['a', 'b', 'c'])
    expect(added).toEqual(['a', 'b', 'c'])
  })

  it('looks again at items that may have changed, and at all behind them', () => {
    const { fold, added } = counting()
    const open = { name: 'b' }
    const list = [frozen('a'), open, frozen('c')]
    expect(fold(list)).toEqual(['a', 'b', 'c'])
    open.name = 'B'
    expect(fold(list)).toEqual(['a', 'B', 'c'])
    expect(added).toEqual(['a', 'b', 'c', 'B', 'c'])
  })

  it('starts anew for a list that goes another way, or stopped earlier', () => {
    const { fold } = counting()
    const [a, b, c] = [frozen('a'), frozen('b'), frozen('c')]
    fold([a, b])
    expect(fold([a, c])).toEqual(['a', 'c'])
    expect(fold([a])).toEqual(['a'])
    expect(fold([])).toEqual([])
  })

  it('keeps the results of other traits apart', () => {
    const { fold } = counting()
    const list = [frozen('a')]
    expect([fold(list, '1'), fold(list, '2'), fold(list, '1')]).toEqual([['a1'], ['a2'], ['a1']])
  })

  it('forgets a list whose fold failed', () => {
    let fails = true
    const { fold } = counting((name) => fails && name === 'b')
    const list = [frozen('a'), frozen('b')]
    expect(() => fold(list)).toThrow('not b')
    fails = false
    expect(fold(list)).toEqual(['a', 'b'])
  })

  it('gives what a fold from the start gives, for any lists one after the other', () => {
    const pool = Array.from({ length: 6 }, (_, index) => (index % 3 === 2 ? { name: `${index}` } : frozen(`${index}`)))
    const lists = fc.array(fc.array(fc.constantFrom(...pool), { maxLength: 6 }), { maxLength: 8 })
    fc.assert(
      fc.property(lists, (all) => {
        const { fold } = counting()
        for (const list of all) expect(fold(list)).toEqual(list.map(({ name }) => name))
      }),
    )
  })
})

describe('memoizePerMessage', () => {
  const formFor = memoizePerMessage(({ name }: Item, { suffix }: Traits) => ({ form: name + suffix }))

  it('converts a frozen message once per equal traits', () => {
    const message = frozen('a')
    expect(formFor({ suffix: '!' })(message)).toBe(formFor({ suffix: '!' })(message))
    expect(formFor({ suffix: '?' })(message)).toEqual({ form: 'a?' })
  })

  it('converts a message that may change every time', () => {
    const message = { name: 'a' }
    formFor({ suffix: '' })(message)
    message.name = 'b'
    expect(formFor({ suffix: '' })(message)).toEqual({ form: 'b' })
  })
})
