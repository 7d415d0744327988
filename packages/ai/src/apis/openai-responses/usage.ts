import { disjointCounts } from '../../message/disjoint-counts.ts'
import type { TokenCounts } from '../../message/usage.ts'
import type { OpenAIResponsesUsage } from './wire.ts'

/** Factors on the price by service tier. Source: the pricing page of OpenAI. */
const rates: Readonly<Record<string, number>> = { flex: 0.5, priority: 2 }

/** The factor on the price, where there is one: that of the tier which answered, else of the one that was asked for. */
export function rateOf(answered: string | null | undefined, asked: string | undefined): number | undefined {
  return rates[answered ?? ''] ?? rates[asked ?? '']
}

/** The four buckets of the usage of a response. */
export function mapResponsesUsage(usage: OpenAIResponsesUsage): TokenCounts {
  return disjointCounts({
    prompt: usage.input_tokens,
    completion: usage.output_tokens,
    cacheRead: usage.input_tokens_details?.cached_tokens,
    cacheWrite: usage.input_tokens_details?.cache_write_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens,
    total: usage.total_tokens,
  })
}
