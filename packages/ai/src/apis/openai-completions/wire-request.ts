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

/** How much to think, in the words of the various servers. */
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
  | { role: 'user'; content: string | OpenAIChatPart[] }
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

/** What the model said; its reasoning is in the field that it came in. */
export interface OpenAIChatAssistantMessage {
  role: 'assistant'
  content: string | OpenAIChatTextPart[] | null
  reasoning_content?: string
  reasoning?: string
  reasoning_text?: string
  reasoning_details?: object[]
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
}

/** Text. */
export interface OpenAIChatTextPart {
  type: 'text'
  text: string
  /** For Anthropic behind a gateway. */
  cache_control?: { type: 'ephemeral' }
}

/** A picture, as a data URL. */
export interface OpenAIChatImagePart {
  type: 'image_url'
  image_url: { url: string }
}

/** A part of a turn of the user. */
export type OpenAIChatPart = OpenAIChatTextPart | OpenAIChatImagePart

/** A tool; strict schemas are never asked for, as few tools have one. */
export interface OpenAIChatTool {
  type: 'function'
  function: { name: string; description: string; parameters: object; strict?: false }
}
