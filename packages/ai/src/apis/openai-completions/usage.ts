import { disjointCounts } from '../../message/disjoint-counts.ts'
import type { TokenCounts } from '../../message/usage.ts'
import type { OpenAIChatUsage } from './wire.ts'

/** The four buckets of a Chat Completions usage object. */
export function mapChatUsage(usage: OpenAIChatUsage): TokenCounts {
  const { prompt_tokens_details: details } = usage
  const hits = usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? usage.cache_read_input_tokens
  return disjointCounts({
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    cacheRead: details?.cached_tokens ?? hits,
    cacheWrite: details?.cache_write_tokens ?? usage.cache_creation_input_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens,
    total: usage.total_tokens,
  })
}
