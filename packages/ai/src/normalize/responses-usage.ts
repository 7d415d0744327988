import type { TokenCounts } from '../message/usage.ts'
import type { OpenAIResponsesUsage } from '../wire/openai-responses.ts'

/** Factors on the price by service tier. Source: the pricing page of OpenAI. */
const rates: Readonly<Record<string, number>> = { flex: 0.5, priority: 2 }

/** The factor on the price, where there is one: that of the tier which answered, else of the one that was asked for. */
export function rateOf(answered: string | null | undefined, asked: string | undefined): number | undefined {
  return rates[answered ?? ''] ?? rates[asked ?? '']
}

/** The vendor's counts in buckets that do not overlap. */
export function mapResponsesUsage(usage: OpenAIResponsesUsage): Partial<TokenCounts> {
  const { input_tokens_details: inputDetails, output_tokens_details: outputDetails } = usage
  const cacheRead = inputDetails?.cached_tokens ?? 0
  const cacheWrite = inputDetails?.cache_write_tokens ?? 0
  const reasoning = outputDetails?.reasoning_tokens ?? 0
  const input = usage.input_tokens ?? 0
  const output = usage.output_tokens ?? 0
  // A vendor that counts reasoning outside of the output is found out by its own total.
  const isOutside = reasoning > 0 && usage.total_tokens === input + output + reasoning
  return {
    input: Math.max(0, input - cacheRead - cacheWrite),
    output: isOutside ? output + reasoning : output,
    cacheRead,
    cacheWrite,
    reasoning,
  }
}
