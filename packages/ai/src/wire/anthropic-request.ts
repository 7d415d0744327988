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

export type AnthropicEffort = 'low' | 'medium' | 'high' | 'max'

export interface AnthropicMessage {
  role: 'user' | 'assistant'
  content: string | AnthropicContent[]
}

export interface AnthropicCacheControl {
  type: 'ephemeral'
  ttl?: '1h'
}

interface Cacheable {
  cache_control?: AnthropicCacheControl
}

export interface AnthropicTextBlock extends Cacheable {
  type: 'text'
  text: string
}

export interface AnthropicImageBlock extends Cacheable {
  type: 'image'
  source: { type: 'base64'; media_type: string; data: string }
}

export interface AnthropicToolUse extends Cacheable {
  type: 'tool_use'
  id: string
  name: string
  input: object
}

export interface AnthropicToolResult extends Cacheable {
  type: 'tool_result'
  tool_use_id: string
  content: string | (AnthropicTextBlock | AnthropicImageBlock)[]
  is_error: boolean
}

export type AnthropicThinkingBlock =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }

export type AnthropicContent =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicToolUse
  | AnthropicToolResult
  | AnthropicThinkingBlock

export interface AnthropicTool {
  name: string
  description: string
  input_schema: object
}

export type AnthropicToolChoice = { type: 'auto' | 'any' | 'none' } | { type: 'tool'; name: string }
