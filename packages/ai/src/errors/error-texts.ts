/** No regular expression below sees more of a text than this. */
const maxRead = 4000

/** What providers write when the input does not fit. Collected from their documentation and public reports. */
const overflowTexts: readonly RegExp[] = [
  // Anthropic
  /prompt is too long/i,
  /exceeds? context limit/i,
  /request_too_large/i,
  // Bedrock
  /input is too long/i,
  /input tokens exceeded|number of input tokens exceeds/i,
  // OpenAI, and LiteLLM, vLLM, DeepSeek, OpenRouter, Together in its phrases
  /exceeds? the (model'?s )?context window/i,
  /maximum context length (is|of) [\d,]+/i,
  /exceeds? (the )?(model'?s )?maximum context length/i,
  /reduce the length of the (messages|input|prompt)/i,
  /input tokens exceed the configured limit/i,
  // Gemini
  /input token count.{0,80}exceeds the maximum/i,
  // xAI
  /maximum prompt length is \d+/i,
  // GitHub Copilot
  /exceeds the limit of \d+/i,
  // llama.cpp, LM Studio, Ollama
  /exceeds the available context size/i,
  /greater than the context length/i,
  /context the overflows|loaded with context length of only/i,
  /prompt too long; exceeded/i,
  // MiniMax, Kimi, Mistral
  /context window exceeds limit/i,
  /exceeded model token limit/i,
  /too large for model with \d+ maximum context length/i,
  // SGLang, vLLM
  /longer than the model'?s context length/i,
  /longer than the maximum model length/i,
  // TGI, Together
  /`?inputs`? (tokens \+ `?max_new_tokens`? must be|must have less than)/i,
  // DashScope, z.ai
  /range of input length should be/i,
  /prompt exceeds max length/i,
  // Cerebras
  /current length is \d+ while limit is \d+/i,
  // Cohere, and everybody else
  /model_context_window_exceeded/i,
  /context[_ ](length|window)[_ ]exceeded/i,
  /too many (input )?tokens/i,
  /token limit exceeded/i,
]

/** A throttled request may speak of too many tokens, too; it is no overflow. */
const throttleTexts = /throttl|rate limit|too many requests|per[ _](minute|day|hour)|\bTPM\b|quota/i

/** Whether an error text means that the input does not fit into the context window. */
export function isOverflowText(text: string): boolean {
  const read = text.slice(0, maxRead)
  return !throttleTexts.test(read) && overflowTexts.some((pattern) => pattern.test(read))
}

/** The patterns of {@link isOverflowText}, as copies. */
export function overflowPatterns(): RegExp[] {
  return overflowTexts.map((pattern) => new RegExp(pattern))
}

/** What providers write when the account is empty. */
const quotaTexts: readonly RegExp[] = [
  /insufficient[_ ]?(account )?(balance|quota|credit|fund)/i,
  /(balance|credits?) (is |are )?(too low|not enough|insufficient|exhausted|depleted|used up)/i,
  /exceeded your (current|monthly) (quota|spend)/i,
  /usage limit (has been )?(reached|exceeded)/i,
  /(out of|used all( of)?( your)?( available)?|no remaining) credits/i,
  /(monthly|hard|billing) (spending |hard )?limit (has been )?(reached|exceeded)/i,
  /please (recharge|top up)/i,
  /余额不足|欠费|充值/,
]

/** A limit that frees itself while one waits. */
const waitTexts = /(retry|try again) (in|after) [\d.]+ ?(ms|s|m)|per[ _]?(min|sec|hour)/i

/** Whether an error text means that the balance is used up, so that waiting does not help. */
export function isQuotaText(text: string): boolean {
  const read = text.slice(0, maxRead)
  return !waitTexts.test(read) && quotaTexts.some((pattern) => pattern.test(read))
}

/** Whether one request is larger than what is allowed per minute, so that waiting does not help. */
export function isAboveRateLimit(text: string): boolean {
  const read = text.slice(0, maxRead)
  const [, limit, requested] = /limit:? ([\d,]{1,15}).{0,60}requested:? ([\d,]{1,15})/i.exec(read) ?? []
  const isLarger = limit !== undefined && requested !== undefined && amount(requested) > amount(limit)
  return isLarger || (/request (is )?too large/i.test(read) && /per[ _]min|\bTPM\b/i.test(read))
}

function amount(text: string): number {
  return Number(text.replaceAll(',', ''))
}

const maxShown = 500

/** As much of a foreign text as an error shows: the title of a web page, the first 500 characters of anything else. */
export function shownText(text: string): string {
  const head = text.slice(0, maxRead)
  if (isWebPage(head)) return pageText(head)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

/** Whether a text is HTML. */
export function isWebPage(text: string): boolean {
  return /<(!doctype html|html|head)\b/i.test(text.slice(0, 1000))
}

function pageText(head: string): string {
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(head)?.[1]?.trim()
  return title ? `a web page: ${title}` : 'a web page without a title'
}
