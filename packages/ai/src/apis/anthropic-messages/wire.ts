/**
 * The part of the Messages stream that is read. Everything is optional or nullable because compatible servers leave
 * fields out; the official SDK's type is assignable to this one.
 */
export type AnthropicEvent =
  | { type: 'message_start'; message?: AnthropicResponse | null }
  /** The body of a server that does not stream. */
  | ({ type: 'message' } & AnthropicResponse)
  | { type: 'content_block_start'; index: number; content_block?: AnthropicBlock | null }
  | { type: 'content_block_delta'; index: number; delta?: AnthropicBlockDelta | null }
  | { type: 'content_block_stop'; index: number }
  | { type: 'message_delta'; delta?: AnthropicStop | null; usage?: AnthropicUsage | null }
  | { type: 'message_stop' }
  | { type: 'ping' }
  | { type: 'error'; error: unknown }

/** The message as it is when it begins, or as a whole. */
export interface AnthropicResponse extends AnthropicStop {
  id?: string
  model?: string
  usage?: AnthropicUsage | null
  /** Filled only where a response comes whole. */
  content?: AnthropicBlock[] | null
}

/** Why the model stopped; of a refusal, what it objects to. */
export interface AnthropicStop {
  stop_reason?: string | null
  stop_details?: { category?: string | null; explanation?: string | null } | null
}

/** A content block as it starts; which fields it has depends on its type. */
export interface AnthropicBlock {
  type: string
  text?: string | null
  thinking?: string
  signature?: string
  /** Encrypted thinking. */
  data?: string | null
  id?: string | null
  name?: string | null
  input?: unknown
}

/** More of a block. */
export interface AnthropicBlockDelta {
  type: string
  text?: string
  thinking?: string
  signature?: string
  partial_json?: string
}

/** Tokens so far; the four counts do not overlap. A relay may leave any of them out. */
export interface AnthropicCounts {
  input_tokens?: number | null
  output_tokens?: number | null
  cache_read_input_tokens?: number | null
  cache_creation_input_tokens?: number | null
  cache_creation?: { ephemeral_1h_input_tokens?: number | null } | null
}

/** Tokens so far, and what else is charged. */
export interface AnthropicUsage extends AnthropicCounts {
  /** The passes of a response for which the server compacted the context, which the counts beside it leave out. */
  iterations?: (AnthropicCounts & { type?: string })[] | null
  server_tool_use?: { web_search_requests?: number | null } | null
  /** Where the model ran: `us` costs more. */
  inference_geo?: string | null
}

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

/** An image, in base64 or by its address. */
export interface AnthropicImageBlock extends Cacheable {
  type: 'image'
  source: { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string }
}

/** A call. */
export interface AnthropicToolUse extends Cacheable {
  type: 'tool_use'
  id: string
  name: string
  input: object
}

/** The result of a call; an error holds no images, and some text. */
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
