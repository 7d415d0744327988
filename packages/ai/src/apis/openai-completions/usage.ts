import type { Delta } from '../../message/delta.ts'
import { disjointCounts } from '../../message/disjoint-counts.ts'
import { reportedCost, type TokenCounts } from '../../message/usage.ts'
import { asRecord } from '../../values/json.ts'
import type { OpenAIChatUsage } from './wire.ts'

/** A usage object, in buckets, with the price that it names itself or that the tier means. */
export function chatUsageDelta(usage: OpenAIChatUsage, rate: number | undefined): Delta {
  const cost = reportedCost(usage)
  return { type: 'usage', usage: mapChatUsage(usage), ...(rate !== undefined && { rate }), ...(cost && { cost }) }
}

/** The four buckets of a Chat Completions usage object. */
function mapChatUsage(usage: OpenAIChatUsage): TokenCounts {
  const { cached_tokens: cached, cache_write_tokens: written } = asRecord(usage.prompt_tokens_details)
  const hits = usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? usage.cache_read_input_tokens
  return disjointCounts({
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    cacheRead: cached ?? hits,
    cacheWrite: written ?? usage.cache_creation_input_tokens,
    reasoning: asRecord(usage.completion_tokens_details).reasoning_tokens,
    total: usage.total_tokens,
  })
}
