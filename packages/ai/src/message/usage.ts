import { asCount, isObject } from '../values/json.ts'
import type { ModelCost, TokenPrices } from './model.ts'

/** Dollars. A part is undefined where tokens were used whose price is unknown; then so is the total. */
export interface Cost {
  input: number | undefined
  output: number | undefined
  cacheRead: number | undefined
  cacheWrite: number | undefined
  /** Charged beside tokens, e.g. for web searches on the server. */
  fees?: number
  total: number | undefined
  /**
   * The total follows a report of the provider, and is not the sum of the four parts: what a router charged, or fees for
   * tools that the provider ran.
   */
  totalFromProvider?: true
}

/** Tokens in four buckets that do not overlap. */
export interface TokenCounts {
  /** Input that was neither read from nor written to a cache. */
  input: number
  /** Everything the model generated, reasoning included. */
  output: number
  cacheRead: number
  cacheWrite: number
  /** The part of `cacheWrite` that was written to be kept for an hour, where the provider reports it and charges more. */
  cacheWrite1h?: number
  /** The part of `output` that was reasoning, where the provider reports it. */
  reasoning?: number
  /**
   * Input of the last pass, where the provider made several and charges for all of them (compaction on the server): how
   * full the context window is.
   */
  contextTokens?: number
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

/** What the price depends on besides the tokens. */
export interface Charges {
  /** Factor on the price, e.g. 0.5 for a cheaper service tier. Default 1. */
  rate?: number | undefined
  /** Dollars to be paid beside the tokens. */
  fees?: number | undefined
}

/**
 * Counts with their total and their cost.
 *
 * @param counts providers send null, NaN and negative numbers; all of them count as nothing.
 */
export function toUsage(counts: TokenCounts, prices: ModelCost, { rate = 1, fees = 0 }: Charges = {}): Usage {
  const input = asCount(counts.input)
  const output = asCount(counts.output)
  const cacheRead = asCount(counts.cacheRead)
  const cacheWrite = asCount(counts.cacheWrite)
  const cacheWrite1h = Math.min(asCount(counts.cacheWrite1h), cacheWrite)
  const buckets = { input, output, cacheRead, cacheWrite, ...positive({ cacheWrite1h }) }
  return {
    ...buckets,
    ...positive({ reasoning: asCount(counts.reasoning), contextTokens: asCount(counts.contextTokens) }),
    totalTokens: input + output + cacheRead + cacheWrite,
    cost: withFees(costOf(buckets, prices, rate), asCount(fees)),
  }
}

/**
 * Counts after one more report, which replaces what was reported before. A report of zeros replaces nothing: some relays
 * end with one.
 */
export function mergeCounts(before: TokenCounts, report: Partial<TokenCounts>): TokenCounts {
  const { input, cacheRead, cacheWrite, cacheWrite1h = 0, output, reasoning = 0 } = before
  const hasInput = asCount(report.input) + asCount(report.cacheRead) + asCount(report.cacheWrite) > 0
  const hasOutput = asCount(report.output) > 0
  return {
    ...before,
    ...report,
    ...(!hasInput && { input, cacheRead, cacheWrite, cacheWrite1h }),
    ...(!hasOutput && { output, reasoning }),
  }
}

/**
 * The cost that a router reports in its usage object, in dollars: a number (OpenRouter, LiteLLM, Vercel), or an object
 * with a sum (Perplexity). With a key of one's own (`is_byok`) OpenRouter charges a fee, and the provider the rest.
 */
export function reportedCost(usage: object): Cost | undefined {
  const {
    cost,
    is_byok,
    cost_details: details,
  } = usage as { cost?: unknown; is_byok?: unknown; cost_details?: unknown }
  const total = isObject(cost) ? (cost as { total_cost?: unknown }).total_cost : cost
  if (typeof total !== 'number' || total < 0 || !Number.isFinite(total)) return undefined
  const { upstream_inference_cost: upstream } = isObject(details)
    ? (details as { upstream_inference_cost?: unknown })
    : {}
  const rest = is_byok === true ? asCount(upstream) : 0
  return {
    input: undefined,
    output: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
    total: total + rest,
    totalFromProvider: true,
  }
}

function withFees(cost: Cost, fees: number): Cost {
  return fees > 0 ? { ...cost, fees, total: sum(cost.total, fees), totalFromProvider: true } : cost
}

/** The counts that are not zero, so that optional ones stay absent. */
function positive<Counts extends Record<string, number>>(counts: Counts): Partial<Counts> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) as Partial<Counts>
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
    ...positive({ cacheWrite1h, reasoning }),
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
    ...positive({ fees: (a.fees ?? 0) + (b.fees ?? 0) }),
    total: sum(a.total, b.total),
    ...((a.totalFromProvider || b.totalFromProvider) && { totalFromProvider: true }),
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
