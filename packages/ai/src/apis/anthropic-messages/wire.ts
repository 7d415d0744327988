/**
 * The part of the Messages stream that is read. Everything is optional or nullable because compatible servers leave
 * fields out; the official SDK's type is assignable to this one.
 */
export type AnthropicEvent =
  | { type: 'message_start'; message?: AnthropicMessage | null }
  /** The body of a server that does not stream. */
  | ({ type: 'message' } & AnthropicMessage)
  | { type: 'content_block_start'; index: number; content_block?: AnthropicBlock | null }
  | { type: 'content_block_delta'; index: number; delta?: AnthropicBlockDelta | null }
  | { type: 'content_block_stop'; index: number }
  | { type: 'message_delta'; delta?: AnthropicStop | null; usage?: AnthropicUsage | null }
  | { type: 'message_stop' }
  | { type: 'ping' }
  | { type: 'error'; error: unknown }

/** The message as it is when it begins, or as a whole. */
export interface AnthropicMessage extends AnthropicStop {
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
