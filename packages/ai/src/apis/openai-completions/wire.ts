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

/** The body of a Chat Completions request: the fields that are sent, and no others. */
export interface OpenAIChatRequest extends OpenAIChatThinking {
  model: string
  messages: OpenAIChatMessage[]
  stream: true
  stream_options?: { include_usage: true }
  store?: false
  max_completion_tokens?: number
  max_tokens?: number
  temperature?: number
  tools?: OpenAIChatTool[]
  tool_choice?: unknown
  /** Kimi. */
  prompt_cache_key?: string
  /** OpenRouter. */
  provider?: OpenAIChatRouting
  /** Vercel AI gateway. */
  providerOptions?: { gateway: OpenAIChatRouting }
}

/** Which upstream providers a gateway may use, and in which order. */
export interface OpenAIChatRouting {
  only?: string[]
  order?: string[]
}

/** How much to think, in the terms of the various servers. */
export interface OpenAIChatThinking {
  reasoning_effort?: string
  reasoning?: { effort: string } | { enabled: true; effort?: never }
  enable_thinking?: boolean
  chat_template_kwargs?: { enable_thinking: boolean }
  thinking?: { type: 'enabled' | 'disabled'; effort?: string }
}

/** A turn. Results of calls are turns of their own, right behind the calls. */
export type OpenAIChatMessage =
  | { role: 'system' | 'developer'; content: string }
  | { role: 'user'; name?: string; content: string | OpenAIChatPart[] }
  | OpenAIChatAssistantMessage
  | OpenAIChatToolMessage

/** The result of a call: text only. */
export interface OpenAIChatToolMessage {
  role: 'tool'
  tool_call_id: string
  name?: string
  /** Parts only to carry a cache mark. */
  content: string | OpenAIChatTextPart[]
}

/** A turn of the model; its reasoning is in the field that it came in. */
export interface OpenAIChatAssistantMessage {
  role: 'assistant'
  name?: string
  content: string | OpenAIChatTextPart[] | null
  reasoning_content?: string
  reasoning?: string
  reasoning_text?: string
  reasoning_details?: object[]
  tool_calls?: OpenAIChatToolCall[]
}

/** A call of an earlier turn. */
export interface OpenAIChatToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
  /** As it came with the call. */
  extra_content?: object
}

/** Text. */
export interface OpenAIChatTextPart {
  type: 'text'
  text: string
  /** For Anthropic behind a gateway. */
  cache_control?: { type: 'ephemeral' }
}

/** An image, by its address or as a data URL. */
export interface OpenAIChatImagePart {
  type: 'image_url'
  image_url: { url: string }
}

/** A part of a turn of the user. */
export type OpenAIChatPart = OpenAIChatTextPart | OpenAIChatImagePart

/** A tool; its schema is strict only where the caller asks for it, as few tools have such a schema. */
export interface OpenAIChatTool {
  type: 'function'
  function: { name: string; description: string; parameters: object; strict?: boolean }
}
