import type { TokenCounts } from './usage.ts'

/** What OpenAI's formats report. A vendor may leave out, or null, any of it. */
export interface ReportedCounts {
  prompt: number | null | undefined
  completion: number | null | undefined
  cacheRead: number | null | undefined
  cacheWrite: number | null | undefined
  reasoning: number | null | undefined
  /** The vendor's own sum, which tells what it counts twice and what it does not. */
  total: number | null | undefined
}

/**
 * Counts in buckets that do not overlap. OpenAI counts cached tokens in the prompt and reasoning in the completion. Of
 * those who count them beside it (xAI the reasoning), their own total tells.
 */
export function disjointCounts(reported: ReportedCounts): TokenCounts {
  const prompt = reported.prompt ?? 0
  const completion = reported.completion ?? 0
  const cacheRead = reported.cacheRead ?? 0
  const cacheWrite = reported.cacheWrite ?? 0
  const reasoning = reported.reasoning ?? 0
  const cached = cacheRead + cacheWrite
  const beside = (reported.total ?? 0) - prompt - completion
  const reasoningBeside = reasoning > 0 && (beside === reasoning || beside === reasoning + cached) ? reasoning : 0
  const isCacheBeside = cached > 0 && beside === cached + reasoningBeside
  return {
    input: isCacheBeside ? prompt : Math.max(0, prompt - cached),
    output: completion + reasoningBeside,
    cacheRead,
    cacheWrite,
    reasoning,
  }
}
