import type { TokenCounts } from '../message/usage.ts'
import type { OpenAIChatUsage } from '../wire/openai-chat.ts'

/** The four buckets of a Chat Completions usage object. Cached tokens are part of the prompt there. */
export function mapChatUsage(usage: OpenAIChatUsage): Partial<TokenCounts> {
  const { prompt_tokens_details: details, completion_tokens_details } = usage
  const cacheRead = details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens ?? 0
  const cacheWrite = details?.cache_write_tokens ?? 0
  const prompt = usage.prompt_tokens ?? 0
  const completion = usage.completion_tokens ?? 0
  const reasoning = completion_tokens_details?.reasoning_tokens ?? 0
  // xAI counts reasoning outside of the completion; its own total tells.
  const isOutside = reasoning > 0 && usage.total_tokens === prompt + completion + reasoning
  return {
    input: Math.max(0, prompt - cacheRead - cacheWrite),
    output: isOutside ? completion + reasoning : completion,
    cacheRead,
    cacheWrite,
    reasoning,
  }
}
