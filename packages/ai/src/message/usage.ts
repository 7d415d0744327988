import type { ModelCost, TokenPrices } from './model.ts'

/** Dollars. A part is undefined where tokens were used whose price is unknown; then so is the total. */
export interface Cost {
  input: number | undefined
  output: number | undefined
  cacheRead: number | undefined
  cacheWrite: number | undefined
  total: number | undefined
}

/** Tokens in four buckets that do not overlap. */
export interface TokenCounts {
  /** Input that was neither read from nor written to a cache. */
  input: number
  /** Everything the model generated, reasoning included. */
  output: number
  cacheRead: number
  cacheWrite: number
  /** The part of `cacheWrite` that was written to be kept for an hour, where the vendor tells and charges more. */
  cacheWrite1h?: number
  /** The part of `output` that was reasoning, where the vendor tells. */
  reasoning?: number
}

/** What one response used. `totalTokens` is the sum of the four buckets. */
export interface Usage extends TokenCounts {
  totalTokens: number
  cost: Cost
}

/** Nothing used, nothing to pay. */
export function emptyUsage(): Usage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  }
}

/**
 * Counts with their total and their cost.
 *
 * @param counts vendors send null, NaN and negative numbers; all of them count as nothing.
 * @param rate factor on the price, e.g. 0.5 for a cheaper service tier.
 */
export function toUsage(counts: TokenCounts, prices: ModelCost, rate = 1): Usage {
  const input = tokens(counts.input)
  const output = tokens(counts.output)
  const cacheRead = tokens(counts.cacheRead)
  const cacheWrite = tokens(counts.cacheWrite)
  const cacheWrite1h = Math.min(tokens(counts.cacheWrite1h), cacheWrite)
  const reasoning = tokens(counts.reasoning)
  const buckets = { input, output, cacheRead, cacheWrite, ...(cacheWrite1h > 0 ? { cacheWrite1h } : {}) }
  return {
    ...buckets,
    ...(reasoning > 0 ? { reasoning } : {}),
    totalTokens: input + output + cacheRead + cacheWrite,
    cost: costOf(buckets, prices, rate),
  }
}

/** The cost of some tokens at the prices of one model. */
export function costOf(counts: TokenCounts, prices: ModelCost, rate = 1): Cost {
  const tier = tierOf(counts, prices)
  const price = (kind: keyof TokenPrices, amount: number): number | undefined => {
    if (amount === 0) return 0
    const perMillion = tier[kind] ?? prices[kind]
    return perMillion === undefined ? undefined : (perMillion * amount * rate) / 1e6
  }
  const forAnHour = prices.cacheWrite1h === undefined ? 0 : (counts.cacheWrite1h ?? 0)
  const cost = {
    input: price('input', counts.input),
    output: price('output', counts.output),
    cacheRead: price('cacheRead', counts.cacheRead),
    cacheWrite: sum(price('cacheWrite', counts.cacheWrite - forAnHour), price('cacheWrite1h', forAnHour)),
  }
  return { ...cost, total: sum(sum(cost.input, cost.output), sum(cost.cacheRead, cost.cacheWrite)) }
}

/** Adds usages. Costs are added, never computed anew from mixed sums. */
export function addUsage(a: Usage, b: Usage): Usage {
  const cacheWrite1h = (a.cacheWrite1h ?? 0) + (b.cacheWrite1h ?? 0)
  const reasoning = (a.reasoning ?? 0) + (b.reasoning ?? 0)
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    ...(cacheWrite1h > 0 ? { cacheWrite1h } : {}),
    ...(reasoning > 0 ? { reasoning } : {}),
    totalTokens: a.totalTokens + b.totalTokens,
    cost: addCost(a.cost, b.cost),
  }
}

function addCost(a: Cost, b: Cost): Cost {
  return {
    input: sum(a.input, b.input),
    output: sum(a.output, b.output),
    cacheRead: sum(a.cacheRead, b.cacheRead),
    cacheWrite: sum(a.cacheWrite, b.cacheWrite),
    total: sum(a.total, b.total),
  }
}

function tierOf(counts: TokenCounts, { tiers = [] }: ModelCost): TokenPrices {
  const size = counts.input + counts.cacheRead + counts.cacheWrite
  const reached = tiers.filter(({ above }) => size > above)
  return reached.reduce<TokenPrices & { above: number }>((a, b) => (b.above > a.above ? b : a), { above: -1 })
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b
}

function tokens(count: number | null | undefined): number {
  return typeof count === 'number' && count > 0 && Number.isFinite(count) ? count : 0
}
