import type { OpenAI } from 'openai'

import type { Usage } from '../message/usage.ts'

/** The four buckets as the chat format counts them: cached input is part of the prompt, reasoning of the completion. */
export function toChatUsage(usage: Usage): OpenAI.CompletionUsage {
  const { input, output, cacheRead, cacheWrite, reasoning = 0 } = usage
  const prompt_tokens = input + cacheRead + cacheWrite
  return {
    prompt_tokens,
    completion_tokens: output,
    total_tokens: prompt_tokens + output,
    ...(cacheRead + cacheWrite > 0 && {
      prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
    }),
    ...(reasoning > 0 && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  }
}
