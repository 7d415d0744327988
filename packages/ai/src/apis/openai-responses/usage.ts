import type { Delta } from '../../message/delta.ts'
import { disjointCounts } from '../../message/disjoint-counts.ts'
import { serviceTierRate } from '../../message/service-tier.ts'
import { reportedCost, type TokenCounts } from '../../message/usage.ts'
import { asRecord } from '../../values/json.ts'
import type { OpenAIResponse, OpenAIResponsesUsage } from './wire.ts'

/**
 * The usage of a response, with the price that a router names, or that the service tier means.
 *
 * @param askedTier sets the price where the response names no tier.
 */
export function responsesUsageDelta(
  usage: OpenAIResponsesUsage,
  { service_tier }: OpenAIResponse,
  askedTier: string | undefined,
): Delta {
  const rate = serviceTierRate(service_tier, askedTier)
  const cost = reportedCost(usage)
  return { type: 'usage', usage: mapResponsesUsage(usage), ...(rate !== undefined && { rate }), ...(cost && { cost }) }
}

/** The four buckets of the usage of a response. */
function mapResponsesUsage(usage: OpenAIResponsesUsage): TokenCounts {
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWrite } = asRecord(usage.input_tokens_details)
  return disjointCounts({
    prompt: usage.input_tokens,
    completion: usage.output_tokens,
    cacheRead,
    cacheWrite,
    reasoning: asRecord(usage.output_tokens_details).reasoning_tokens,
    total: usage.total_tokens,
  })
}
