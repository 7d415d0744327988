/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number below `limit`. */
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

export function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}
