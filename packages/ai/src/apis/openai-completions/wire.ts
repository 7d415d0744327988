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
  /** `error` where the chunk as a whole is the error object; others put it into `type`. */
  object?: string | null
  type?: string | null
  /** A failure inside a 200. */
  error?: unknown
  /** MiniMax: the failure of a request, where the code is not 0. */
  base_resp?: { status_code?: number | null; status_msg?: string | null } | null
  /** What served the request, which may be another tier than the one that was asked for. */
  service_tier?: string | null
}

/** One of the responses; only that of index 0 is asked for. */
export interface OpenAIChatChoice {
  index?: number | null
  delta?: OpenAIChatDelta | null
  /** The whole response, where the server does not stream; some send it, or what it is so far, beside the delta. */
  message?: OpenAIChatDelta | null
  finish_reason?: string | null
  /** OpenRouter: the failure of the provider behind it. */
  error?: unknown
  /** Moonshot. */
  usage?: OpenAIChatUsage | null
}

/** More of a response. */
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

/** A part of content that comes as a list. */
export interface OpenAIChatContentPart {
  type?: string
  text?: string | null
  thinking?: string | { text?: string | null }[] | null
}

/** OpenRouter and others: reasoning as a list, some of it opaque. */
export interface OpenAIChatReasoningDetail {
  type?: string
  id?: string | null
  index?: number | null
  text?: string | null
  summary?: string | null
  /** Encrypted reasoning. */
  data?: string | null
  signature?: string | null
}

/** More of a call. */
export interface OpenAIChatToolCallDelta {
  index?: number | null
  id?: string | null
  type?: string | null
  function?: OpenAIChatFunctionDelta | null
  /** Gemini: what must go back with the call as it came. */
  extra_content?: object | null
}

/** What is called, and with what. */
export interface OpenAIChatFunctionDelta {
  name?: string | null
  /** Text; some local servers send the object itself. */
  arguments?: string | object | null
}

/** Tokens; whether cached ones and reasoning are inside of the two sums is the server's own choice. */
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
  /** LiteLLM, for Claude: in Anthropic's terms. */
  cache_read_input_tokens?: number | null
  cache_creation_input_tokens?: number | null
}
