/** Whether a model of Bedrock is one of Anthropic's. An ARN of an own inference profile does not tell. */
export function isClaude(modelId: string): boolean {
  return /anthropic[./]|claude/i.test(modelId)
}

/**
 * Whether Bedrock caches prompts for a model: Claude 3.5 Haiku, 3.7 Sonnet, and all from 4.
 * Source: the list of supported models in Bedrock's documentation of prompt caching.
 */
export function cachesPrompts(modelId: string): boolean {
  if (!isClaude(modelId)) return false
  return /claude-3-(5-haiku|7-sonnet)/i.test(modelId) || /claude-[a-z]+-([4-9]|\d\d)(?!\d)/i.test(modelId)
}
