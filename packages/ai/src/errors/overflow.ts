/** What vendors write when the input does not fit. Collected from their documentation and public reports. */
const overflowTexts: readonly RegExp[] = [
  /prompt is too long/i,
  /input is too long for requested model/i,
  /exceeds the context window/i,
  /input token count.*exceeds the maximum/i,
  /maximum prompt length is \d+/i,
  /reduce the length of the messages/i,
  /maximum context length (is|of) \d+/i,
  /exceeds the limit of \d+/i,
  /exceeds the available context size/i,
  /greater than the context length/i,
  /context window exceeds limit/i,
  /exceeded model token limit/i,
  /too large for model with \d+ maximum context length/i,
  /model_context_window_exceeded/i,
  /context[_ ]length[_ ]exceeded/i,
  /too many tokens/i,
  /token limit exceeded/i,
  /range of input length should be/i,
  /request_too_large/i,
]

/** A throttled request may speak of too many tokens, too; it is no overflow. */
const throttleTexts = /throttl|rate limit|too many requests|per (minute|day)|quota/i

/** Whether an error text says that the input does not fit into the context window. */
export function isOverflowText(text: string): boolean {
  return !throttleTexts.test(text) && overflowTexts.some((pattern) => pattern.test(text))
}

/** The patterns of {@link isOverflowText}, as copies. */
export function overflowPatterns(): RegExp[] {
  return overflowTexts.map((pattern) => new RegExp(pattern))
}
