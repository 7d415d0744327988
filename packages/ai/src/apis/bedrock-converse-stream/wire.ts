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
  /** The body of a proxy that does not stream, with the two fields below it. */
  output?: { message?: { content?: (BedrockWholeBlock | null)[] | null } | null } | null
  stopReason?: string | null
  usage?: BedrockUsage | null
}

/** A block of a response that came whole. */
export interface BedrockWholeBlock {
  text?: string | null
  toolUse?: { toolUseId?: string; name?: string; type?: string; input?: unknown } | null
  reasoningContent?: {
    reasoningText?: { text?: string; signature?: string } | null
    redactedContent?: string
  } | null
}

/** Text and reasoning blocks have no start, only tools do. */
export interface BedrockBlockStart {
  /** `type: "server_tool_use"`: Bedrock runs this tool itself. */
  toolUse?: { toolUseId?: string; name?: string; type?: string }
}

/** More of a block; which field it has is the block's kind. */
export interface BedrockBlockDelta {
  text?: string
  toolUse?: { input?: unknown }
  reasoningContent?:
    | { text?: string | undefined; signature?: string | undefined; redactedContent?: string | undefined }
    | undefined
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

/** The formats of images that Bedrock takes. */
export type BedrockImageFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/** An image, in base64 or at an address of S3. */
export interface BedrockImage {
  image: { format: BedrockImageFormat; source: { bytes: string } | { s3Location: { uri: string } } }
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

/** Which tools the model may or must call. There is no value for none. */
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
