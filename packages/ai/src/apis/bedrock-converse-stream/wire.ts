/**
 * What Bedrock's ConverseStream sends and takes: the fields we read and write. Each frame carries one event; a chunk
 * names it: `{ contentBlockDelta: { … } }`. Payloads also hold `p`, padding of random length.
 */
export interface BedrockChunk {
  messageStart?: { role?: string }
  contentBlockStart?: { contentBlockIndex?: number; start?: BedrockBlockStart }
  contentBlockDelta?: { contentBlockIndex?: number; delta?: BedrockBlockDelta }
  contentBlockStop?: { contentBlockIndex?: number }
  messageStop?: { stopReason?: string }
  /** Comes after `messageStop`. */
  metadata?: { usage?: BedrockUsage | null }
}

/** Text and reasoning blocks have no start, only tools do. */
export interface BedrockBlockStart {
  /** `type: "server_tool_use"`: the vendor runs this tool itself. */
  toolUse?: { toolUseId?: string; name?: string; type?: string }
}

/** More of a block; which field it has tells the block's kind. */
export interface BedrockBlockDelta {
  text?: string
  toolUse?: { input?: string }
  reasoningContent?: { text?: string; signature?: string; redactedContent?: string }
}

/** The four numbers do not overlap; reasoning is inside `outputTokens`. */
export interface BedrockUsage {
  inputTokens?: number | null
  outputTokens?: number | null
  cacheReadInputTokens?: number | null
  cacheWriteInputTokens?: number | null
  /** How long the entries written to the cache are kept. */
  cacheDetails?: { ttl?: string; inputTokens?: number }[] | null
}

/** Marks the end of what is to be kept in the prompt cache. */
export interface BedrockCachePoint {
  cachePoint: { type: 'default'; ttl?: '1h' }
}

/** The formats of pictures that Bedrock takes. */
export type BedrockImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/** A picture, in base64. */
export interface BedrockImage {
  image: { format: BedrockImageFormat; source: { bytes: string } }
}

/** A call. */
export interface BedrockToolUse {
  toolUse: { toolUseId: string; name: string; input: Record<string, unknown> }
}

/** The result of a call. */
export interface BedrockToolResult {
  toolResult: { toolUseId: string; content: ({ text: string } | BedrockImage)[]; status: 'success' | 'error' }
}

/** Thinking that goes back to the model it came from. */
export interface BedrockReasoning {
  reasoningContent: { reasoningText: { text: string; signature?: string } } | { redactedContent: string }
}

/** A block of a turn. */
export type BedrockContent =
  | { text: string }
  | BedrockImage
  | BedrockToolUse
  | BedrockToolResult
  | BedrockReasoning
  | BedrockCachePoint

/** A turn; roles alternate, and results are the user's. */
export interface BedrockMessage {
  role: 'user' | 'assistant'
  content: BedrockContent[]
}

/** A tool. */
export interface BedrockToolSpec {
  toolSpec: { name: string; description?: string; inputSchema: { json: object } }
}

/** Which tools the model may or must call. There is no word for none. */
export type BedrockToolChoice = { auto: object } | { any: object } | { tool: { name: string } }

/** The body of `POST /model/{id}/converse-stream`. */
export interface BedrockRequest {
  messages: BedrockMessage[]
  system?: ({ text: string } | BedrockCachePoint)[]
  inferenceConfig: { maxTokens?: number; temperature?: number }
  toolConfig?: { tools: (BedrockToolSpec | BedrockCachePoint)[]; toolChoice?: BedrockToolChoice }
  /** Passed on to the model as it is. */
  additionalModelRequestFields?: Record<string, unknown>
  requestMetadata?: Record<string, string>
}
