/**
 * The part of a Chat Completions chunk that is read. Everything is optional or nullable because compatible servers
 * leave fields out; the official SDK's type is assignable to this one.
 */
export interface OpenAIChatChunk {
  id?: string | null
  model?: string | null
  choices?: OpenAIChatChoice[] | null
  usage?: OpenAIChatUsage | null
  /** Groq. */
  x_groq?: { usage?: OpenAIChatUsage | null } | null
  /** A failure inside a 200. */
  error?: unknown
}

export interface OpenAIChatChoice {
  index?: number | null
  delta?: OpenAIChatDelta | null
  finish_reason?: string | null
  /** Moonshot. */
  usage?: OpenAIChatUsage | null
}

export interface OpenAIChatDelta {
  /** Mistral's reasoning models send parts. */
  content?: string | OpenAIChatContentPart[] | null
  refusal?: string | null
  reasoning_content?: string | null
  reasoning?: string | null
  reasoning_text?: string | null
  reasoning_details?: OpenAIChatReasoningDetail[] | null
  tool_calls?: OpenAIChatToolCallDelta[] | null
  function_call?: OpenAIChatFunctionDelta | null
}

export interface OpenAIChatContentPart {
  type?: string
  text?: string | null
  thinking?: string | { text?: string | null }[] | null
}

/** OpenRouter and others: reasoning as a list, some of it opaque. */
export interface OpenAIChatReasoningDetail {
  type?: string
  id?: string | null
  text?: string | null
  summary?: string | null
  /** Encrypted reasoning. */
  data?: string | null
  signature?: string | null
}

export interface OpenAIChatToolCallDelta {
  index?: number | null
  id?: string | null
  type?: string | null
  function?: OpenAIChatFunctionDelta | null
}

export interface OpenAIChatFunctionDelta {
  name?: string | null
  /** Text; some local servers send the object itself. */
  arguments?: string | object | null
}

export interface OpenAIChatUsage {
  prompt_tokens?: number | null
  completion_tokens?: number | null
  total_tokens?: number | null
  prompt_tokens_details?: { cached_tokens?: number | null; cache_write_tokens?: number | null } | null
  completion_tokens_details?: { reasoning_tokens?: number | null } | null
  /** DeepSeek. */
  prompt_cache_hit_tokens?: number | null
  /** Moonshot. */
  cached_tokens?: number | null
}
