import { asCount } from '../values/json.ts'
import type { TokenCounts } from './usage.ts'

/** What OpenAI's formats report. A provider may leave out, or null, any of it. */
export interface ReportedCounts {
  prompt: number | null | undefined
  completion: number | null | undefined
  cacheRead: number | null | undefined
  cacheWrite: number | null | undefined
  reasoning: number | null | undefined
  /** The provider's own sum, which shows what it counts twice and what it does not. */
  total: number | null | undefined
}

/**
 * Counts in buckets that do not overlap. OpenAI counts cached tokens in the prompt and reasoning in the completion. Of
 * those who count them beside it, their own total decides: its remainder is cached tokens where it is exactly as many,
 * else it was generated (xAI's reasoning; Gemini's behind a chat endpoint, which is in no field but the total).
 */
export function disjointCounts(reported: ReportedCounts): TokenCounts {
  const prompt = asCount(reported.prompt)
  const completion = asCount(reported.completion)
  const cacheRead = asCount(reported.cacheRead)
  const cacheWrite = asCount(reported.cacheWrite)
  const reasoning = asCount(reported.reasoning)
  const beside = Math.max(0, asCount(reported.total) - prompt - completion)
  const cached = cacheRead + cacheWrite
  const cachedBeside = [cached, cacheWrite, cacheRead].find((count) => isBeside(count, beside, reasoning)) ?? 0
  const generated = beside - cachedBeside
  return {
    input: Math.max(0, prompt - (cached - cachedBeside)),
    output: completion + generated,
    cacheRead,
    cacheWrite,
    reasoning: reasoning || generated,
  }
}

function isBeside(cached: number, beside: number, reasoning: number): boolean {
  return cached > 0 && (beside === cached || beside === cached + reasoning)
}
