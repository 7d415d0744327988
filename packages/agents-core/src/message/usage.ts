import type { CompletionTokensDetails, MessageLike, PromptTokensDetails, Usage } from '../types/message.ts'

/** Usage as it may stand in stored messages. */
type MaybeUsage = { readonly [Part in keyof Usage]?: unknown } | null | undefined

const promptParts = [
  'cached_tokens',
  'cache_write_tokens',
  'audio_tokens',
] as const satisfies (keyof PromptTokensDetails)[]
const completionParts = ['reasoning_tokens', 'audio_tokens'] as const satisfies (keyof CompletionTokensDetails)[]

/**
 * What a conversation has used: every response, and everything its sub-agents used, at all levels. Omitted, hidden and
 * failed messages count: they were paid for. Parts that are missing or no numbers count as 0. Cached, cache-written,
 * reasoning and audio tokens are added in the `*_details`, which are absent where nobody reported any.
 */
export function sumUsage(
  messages: readonly (Pick<MessageLike, 'usage' | 'subAgentUsage'> | null | undefined)[],
): Usage {
  return messages.reduce<Usage>(
    (sum, message) => addUsage(addUsage(sum, message?.usage), message?.subAgentUsage),
    noUsage,
  )
}

/** Nothing used. */
export const noUsage: Readonly<Usage> = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** Both together. */
export function addUsage(a: MaybeUsage, b: MaybeUsage): Usage {
  if (!b) return combine(a, undefined, (x) => x)
  return combine(a, b, (x, y) => x + y)
}

/** What `after` has more than `before`; never below 0. */
export function subtractUsage(after: Usage, before: Usage): Usage {
  return combine(after, before, (x, y) => Math.max(0, x - y))
}

/** Whether nothing was used, or nothing reported. */
export function isZeroUsage(usage: Usage): boolean {
  return usage.prompt_tokens === 0 && usage.completion_tokens === 0 && usage.total_tokens === 0
}

/** Dollars per million tokens, as the models of `@dreb/ai` have them in `cost`. */
export interface TokenPrices {
  input?: number | undefined
  output?: number | undefined
  cacheRead?: number | undefined
  cacheWrite?: number | undefined
}

/** Dollars. A part is undefined where tokens were used whose price is not known; then so is the total. */
export interface UsageCost {
  input: number | undefined
  output: number | undefined
  cacheRead: number | undefined
  cacheWrite: number | undefined
  total: number | undefined
}

/**
 * What a usage costs, that of a message or a sum, taken as it is: cached and cache-written tokens are parts of
 * `prompt_tokens`, reasoning is part of `completion_tokens`.
 *
 * @param model anything with prices in `cost`, such as a model of `@dreb/ai`
 */
export function costOf(usage: MaybeUsage, { cost }: { readonly cost: TokenPrices }): UsageCost {
  const read = partOf(usage?.prompt_tokens_details, 'cached_tokens') ?? 0
  const written = partOf(usage?.prompt_tokens_details, 'cache_write_tokens') ?? 0
  const input = price(cost.input, Math.max(0, count(usage?.prompt_tokens) - read - written))
  const output = price(cost.output, count(usage?.completion_tokens))
  const cacheRead = price(cost.cacheRead, read)
  const cacheWrite = price(cost.cacheWrite, written)
  const parts = [input, output, cacheRead, cacheWrite]
  const total = parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  )
  return { input, output, cacheRead, cacheWrite, total }
}

function price(perMillion: number | undefined, tokens: number): number | undefined {
  if (tokens === 0) return 0
  return perMillion === undefined ? undefined : (perMillion * tokens) / 1e6
}

function combine(a: MaybeUsage, b: MaybeUsage, join: (x: number, y: number) => number): Usage {
  const prompt = joinParts(promptParts, a?.prompt_tokens_details, b?.prompt_tokens_details, join)
  const completion = joinParts(completionParts, a?.completion_tokens_details, b?.completion_tokens_details, join)
  return {
    prompt_tokens: join(count(a?.prompt_tokens), count(b?.prompt_tokens)),
    completion_tokens: join(count(a?.completion_tokens), count(b?.completion_tokens)),
    total_tokens: join(totalOf(a), totalOf(b)),
    ...(prompt && { prompt_tokens_details: prompt }),
    ...(completion && { completion_tokens_details: completion }),
  }
}

/** Parts that at least one of the two reports; undefined where there is none. */
function joinParts<Part extends string>(
  parts: readonly Part[],
  a: unknown,
  b: unknown,
  join: (x: number, y: number) => number,
): Partial<Record<Part, number>> | undefined {
  const joined: Partial<Record<Part, number>> = {}
  for (const part of parts) {
    const [x, y] = [partOf(a, part), partOf(b, part)]
    if (x !== undefined || y !== undefined) joined[part] = join(x ?? 0, y ?? 0)
  }
  return Object.keys(joined).length === 0 ? undefined : joined
}

function partOf(details: unknown, part: string): number | undefined {
  if (typeof details !== 'object' || details === null) return undefined
  const value = (details as Record<string, unknown>)[part]
  return isCount(value) ? value : undefined
}

function totalOf(usage: MaybeUsage): number {
  const total = usage?.total_tokens
  return isCount(total) ? total : count(usage?.prompt_tokens) + count(usage?.completion_tokens)
}

function count(value: unknown): number {
  return isCount(value) ? value : 0
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
