import type { Delta } from '../../message/delta.ts'
import type { TokenCounts } from '../../message/usage.ts'
import { asCount, isObject, ownValue } from '../../values/json.ts'
import type { GoogleUsage } from './wire.ts'

/** A report of tokens, with the factor on the price; nothing where there are no counts in it. */
export function googleUsageDeltas(usage: GoogleUsage | null | undefined): Delta[] {
  if (!isObject(usage)) return []
  const counts = googleCounts(usage)
  if (Object.keys(counts).length === 0) return []
  const rate = ownValue(rates, usage.trafficType)
  return [{ type: 'usage', usage: counts, ...(rate && { rate }) }]
}

/** Factors on the price of Vertex AI. Source: https://cloud.google.com/vertex-ai/generative-ai/pricing */
const rates: Readonly<Record<string, number>> = { ON_DEMAND_FLEX: 0.5, ON_DEMAND_PRIORITY: 1.8 }

/**
 * Gemini's counts in buckets that do not overlap: cached tokens are inside of the prompt's count, those of server tools
 * and of thoughts beside the others. Only what is reported is given: Vertex begins with a report that has no counts in
 * it, and those of the response come when it begins.
 */
function googleCounts(usage: GoogleUsage): Partial<TokenCounts> {
  const { promptTokenCount: prompt, candidatesTokenCount: response, thoughtsTokenCount: thoughts } = usage
  return {
    ...(isCount(prompt) && inputOf(prompt, usage)),
    ...((isCount(response) || isCount(thoughts)) && { output: asCount(response) + asCount(thoughts) }),
    ...(isCount(thoughts) && { reasoning: thoughts }),
  }
}

function inputOf(prompt: number, usage: GoogleUsage): Partial<TokenCounts> {
  const cacheRead = asCount(usage.cachedContentTokenCount)
  return { input: Math.max(0, prompt - cacheRead) + asCount(usage.toolUsePromptTokenCount), cacheRead }
}

function isCount(value: number | null | undefined): value is number {
  return typeof value === 'number'
}
