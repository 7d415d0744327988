import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ModelCost } from '#src/message/model.ts'
import { addUsage, emptyUsage, type TokenCounts, toUsage, type Usage } from '#src/message/usage.ts'
import { calculateCost, getModel } from '#src/models/registry.ts'

const count = fc.nat({ max: 2_000_000 })
const price = fc.double({ min: 0, max: 100, noNaN: true })
const counts: fc.Arbitrary<TokenCounts> = fc.record({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
})
const prices: fc.Arbitrary<ModelCost> = fc.record(
  { input: price, output: price, cacheRead: price, cacheWrite: price, cacheWrite1h: price },
  { requiredKeys: ['input', 'output', 'cacheRead', 'cacheWrite'] },
)

const usageOf = (change: Partial<TokenCounts>): Usage => toUsage({ ...emptyUsage(), ...change }, {})
const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))

describe('calculateCost', () => {
  it('puts dollars into the usage and returns them', () => {
    const usage = usageOf({ input: 1000, output: 200, cacheRead: 5000, cacheWrite: 400 })
    const cost = calculateCost(getModel('anthropic', 'claude-sonnet-4-20250514'), usage)
    expect(usage.cost).toBe(cost)
    expect(cost.input).toBeCloseTo(0.003, 12)
    expect(cost.output).toBeCloseTo(0.003, 12)
    expect(cost.cacheRead).toBeCloseTo(0.0015, 12)
    expect(cost.cacheWrite).toBeCloseTo(0.0015, 12)
    expect(cost.total).toBeCloseTo(0.009, 12)
  })

  it('takes the price of the tier that the whole input reaches', () => {
    const model = getModel('google', 'gemini-2.5-pro')
    const at = usageOf({ input: 100_000, cacheRead: 100_000, output: 1_000_000 })
    const above = usageOf({ input: 100_001, cacheRead: 100_000, output: 1_000_000 })
    expect(calculateCost(model, at).output).toBeCloseTo(10, 12)
    expect(calculateCost(model, above).output).toBeCloseTo(15, 12)
    expect(above.cost.cacheRead).toBeCloseTo(0.025, 12)
  })

  it('charges cache entries that are kept for an hour more', () => {
    const model = getModel('anthropic', 'claude-haiku-4-5')
    const usage = usageOf({ cacheWrite: 1_000_000, cacheWrite1h: 400_000 })
    expect(calculateCost(model, usage).cacheWrite).toBeCloseTo(0.6 * 1.25 + 0.4 * 2, 12)
  })

  it('knows no total where a price is unknown, and no cost where no tokens were used', () => {
    const model = { cost: { input: 1 } }
    expect(calculateCost(model, usageOf({ input: 1_000_000, output: 1 }))).toEqual({
      input: 1,
      output: undefined,
      cacheRead: 0,
      cacheWrite: 0,
      total: undefined,
    })
    expect(calculateCost(model, usageOf({ input: 1_000_000 })).total).toBe(1)
  })
})

describe('laws of usage and cost', () => {
  it('the four buckets sum to the total', () => {
    fc.assert(
      fc.property(counts, prices, (given, cost) => {
        const usage = toUsage(given, cost)
        expect(usage.totalTokens).toBe(usage.input + usage.output + usage.cacheRead + usage.cacheWrite)
        const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, total = 0 } = usage.cost
        expect(near(total, input + output + cacheRead + cacheWrite)).toBe(true)
      }),
    )
  })

  it('the cost of a sum is the sum of costs', () => {
    fc.assert(
      fc.property(counts, counts, prices, (a, b, cost) => {
        const sum = addUsage(toUsage(a, cost), toUsage(b, cost))
        const added = sum.cost.total ?? Number.NaN
        expect(near(added, calculateCost({ cost }, structuredClone(sum)).total ?? Number.NaN)).toBe(true)
      }),
    )
  })

  it('sums keep the costs of models with different prices', () => {
    fc.assert(
      fc.property(counts, prices, prices, (given, cheap, dear) => {
        const [a, b] = [toUsage(given, cheap), toUsage(given, dear)]
        expect(near(addUsage(a, b).cost.total ?? Number.NaN, (a.cost.total ?? 0) + (b.cost.total ?? 0))).toBe(true)
      }),
    )
  })

  it('adding nothing changes nothing', () => {
    fc.assert(
      fc.property(counts, prices, (given, cost) => {
        const usage = toUsage(given, cost)
        expect(addUsage(usage, emptyUsage())).toEqual(usage)
      }),
    )
  })

  it('what is no count of tokens counts as nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(Number.NaN, -1, Infinity, null, undefined), prices, (nonsense, cost) => {
        const odd = nonsense as number
        const usage = toUsage({ input: odd, output: odd, cacheRead: odd, cacheWrite: odd, reasoning: odd }, cost)
        expect(usage).toEqual(emptyUsage())
      }),
    )
  })
})
