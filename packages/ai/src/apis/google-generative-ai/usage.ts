import type { TokenCounts } from '../../message/usage.ts'
import type { GoogleUsage } from './wire.ts'

/**
 * Gemini's counts in buckets that do not overlap: cached tokens are inside of the prompt's count, those of server tools
 * and of thoughts beside the others. Only what is reported is given: Vertex begins with a report that has no counts in
 * it, and those of the answer come when it begins.
 */
export function googleCounts(usage: GoogleUsage): Partial<TokenCounts> {
  const { promptTokenCount: prompt, candidatesTokenCount: answer, thoughtsTokenCount: thoughts } = usage
  return {
    ...(isCount(prompt) && inputOf(prompt, usage)),
    ...((isCount(answer) || isCount(thoughts)) && { output: (answer ?? 0) + (thoughts ?? 0) }),
    ...(isCount(thoughts) && { reasoning: thoughts }),
  }
}

function inputOf(
  prompt: number,
  { cachedContentTokenCount, toolUsePromptTokenCount }: GoogleUsage,
): Partial<TokenCounts> {
  const cacheRead = cachedContentTokenCount ?? 0
  return { input: Math.max(0, prompt - cacheRead) + (toolUsePromptTokenCount ?? 0), cacheRead }
}

function isCount(value: number | null | undefined): value is number {
  return typeof value === 'number'
}
