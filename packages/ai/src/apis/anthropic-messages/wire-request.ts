/** The body of a Messages request: the fields that are sent, and no others. */
export interface AnthropicRequest extends AnthropicThinkingFields {
  /** Absent on Vertex, where the URL names it. */
  model?: string
  /** Vertex only, in place of the header. */
  anthropic_version?: string
  messages: AnthropicMessage[]
  max_tokens: number
  stream: true
  system?: AnthropicTextBlock[]
  temperature?: number
  tools?: AnthropicTool[]
  tool_choice?: AnthropicToolChoice
  metadata?: { user_id: string }
}

/** How much to think: by effort (adaptive) or by tokens (enabled). */
export interface AnthropicThinkingFields {
  thinking?:
    | { type: 'disabled' }
    | { type: 'adaptive'; display?: 'summarized' | 'omitted' }
    | { type: 'enabled'; budget_tokens: number }
  output_config?: { effort: AnthropicEffort }
}

/** How much an adaptive model thinks and writes. */
export type AnthropicEffort = 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/** A turn. Results of calls are a turn of the user. */
export interface AnthropicMessage {
  role: 'user' | 'assistant'
  content: string | AnthropicContent[]
}

/** What comes up to here is to be kept in the prompt cache, for five minutes or an hour. */
export interface AnthropicCacheControl {
  type: 'ephemeral'
  ttl?: '1h'
}

interface Cacheable {
  cache_control?: AnthropicCacheControl
}

/** Text. */
export interface AnthropicTextBlock extends Cacheable {
  type: 'text'
  text: string
}

/** A picture, in base64. */
export interface AnthropicImageBlock extends Cacheable {
  type: 'image'
  source: { type: 'base64'; media_type: string; data: string }
}

/** A call. */
export interface AnthropicToolUse extends Cacheable {
  type: 'tool_use'
  id: string
  name: string
  input: object
}

/** The result of a call; an error holds no pictures. */
export interface AnthropicToolResult extends Cacheable {
  type: 'tool_result'
  tool_use_id: string
  content: string | (AnthropicTextBlock | AnthropicImageBlock)[]
  is_error: boolean
}

/** Thinking goes back signed, or not at all. */
export type AnthropicThinkingBlock =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }

/** A block of a turn. */
export type AnthropicContent =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicToolUse
  | AnthropicToolResult
  | AnthropicThinkingBlock

/** A tool; its schema is whole JSON Schema. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: object
}

/** Which tools the model may or must call. */
export type AnthropicToolChoice = { type: 'auto' | 'any' | 'none' } | { type: 'tool'; name: string }
