/** Who a message is from. */
export const Role = {
  Unknown: 'unknown',
  System: 'system',
  User: 'user',
  Assistant: 'assistant',
  Function: 'function',
  Tool: 'tool',
} as const
/** One of {@link Role}. */
export type Role = (typeof Role)[keyof typeof Role]

/** Where a message stands in its life. Only `Completed` messages (and those without a status) are sent to a model. */
export const MessageStatus = {
  Unknown: 'unknown',
  Pending: 'pending',
  Writing: 'writing',
  Completed: 'completed',
  Error: 'error',
  Aborted: 'aborted',
} as const
/** One of {@link MessageStatus}. */
export type MessageStatus = (typeof MessageStatus)[keyof typeof MessageStatus]

/** Why a response ended. Providers send further values; they are kept as they came. */
export const FinishReason = {
  Unknown: 'unknown',
  Stop: 'stop',
  Length: 'length',
  ContentFilter: 'content_filter',
  FunctionCall: 'function_call',
  ToolCalls: 'tool_calls',
} as const
/** One of {@link FinishReason}. */
export type FinishReason = (typeof FinishReason)[keyof typeof FinishReason]

/** What a model asks to be run: a name, and arguments as the text it wrote. */
export interface FunctionCall {
  name?: string
  /** JSON text, as the model wrote it: it may be blank or broken. */
  arguments?: string
}

/** One entry of `tool_calls`. */
export interface ToolCall {
  /** Position while streaming; never sent. */
  index?: number
  id?: string
  type?: string
  function?: FunctionCall
  /** Opaque data of the provider (Gemini keeps its thought signature here); goes back as it came. */
  extra_content?: unknown
}

/** One entry of `reasoning_details` (OpenRouter): opaque, signed reasoning that goes back as it came. */
export interface ReasoningDetail {
  type?: string
  index?: number
  id?: string | null
  text?: string | null
  summary?: string | null
  [field: string]: unknown
}

/** Text as a part of a message. */
export interface TextSection {
  type: 'text'
  text: string
  /** Left over from streaming; never sent. */
  index?: number
}

/** An image, by URL or as a `data:` URL. */
export interface ImageSection {
  type: 'image_url'
  image_url: { url: string; detail?: 'low' | 'high' | 'original' | 'auto' }
  index?: number
}

/** A file: by id, by its data, or in the nested form of OpenAI. Sent as it is. */
export type FileSection = { type: 'file'; index?: number } & (
  | { file_id: string; file_data?: never; filename?: never; file?: never }
  | { file_data: string; filename?: string; file_id?: never; file?: never }
  | {
      file: { file_id?: string; file_data?: string; filename?: string }
      file_id?: never
      file_data?: never
      filename?: never
    }
)

/** A sound, as base64. */
export interface AudioSection {
  type: 'input_audio'
  input_audio: { data: string; format: string }
  index?: number
}

/** One part of a multimodal message. */
export type MessageContentSection = TextSection | ImageSection | FileSection | AudioSection

/** Text, or the parts of a multimodal message. */
export type MessageContent = string | MessageContentSection[]

/** Tokens of one response, or of several. Providers add details of their own, which are kept. */
export interface Usage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
  /** Parts of `prompt_tokens`, where the provider reports them. */
  prompt_tokens_details?: PromptTokensDetails | null
  /** Parts of `completion_tokens`, where the provider reports them. */
  completion_tokens_details?: CompletionTokensDetails | null
}

/** Parts of the prompt. */
export interface PromptTokensDetails {
  /** Read from a cache. */
  cached_tokens?: number | null
  /** Written to a cache. */
  cache_write_tokens?: number | null
  audio_tokens?: number | null
}

/** Parts of the completion. */
export interface CompletionTokensDetails {
  reasoning_tokens?: number | null
  audio_tokens?: number | null
}

/** A JSON Schema of an object. Deliberately loose, so that a definition may be a plain class field. */
export interface FunctionParameters {
  type?: string | string[]
  properties?: Record<string, unknown>
  required?: string[]
  [keyword: string]: unknown
}

/** A tool as a model sees it. */
export interface FunctionDefine {
  name: string
  description?: string
  /** Sent only where it is given: strict schemas have rules of their own. */
  strict?: boolean
  parameters: FunctionParameters
}

/** An entry of `tools` in a request. */
export interface ToolDefine {
  type: 'function'
  function: FunctionDefine
}

/**
 * One message of a conversation. Make them with the factories of the class `Message`: a plain literal lacks the `id` and
 * does not compile. At run time plain objects (restored from JSON, say) are as good.
 */
export interface MessageLike {
  /** Unique, never changes, never sent. */
  id: string
  role: Role
  content?: MessageContent
  name?: string
  tool_calls?: ToolCall[]
  tool_call_id?: string
  /** The calls of older models. */
  function_call?: FunctionCall
  /** What a reasoning model thought. Kept and sent back, which some models require. */
  reasoning_content?: string
  /** The wire field that `reasoning_content` came in, where it was another one; it goes back under that name. */
  reasoning_field?: string
  /** Signed or encrypted reasoning, as it came; goes back with the message. */
  reasoning_details?: ReasoningDetail[]
  status?: MessageStatus
  finish_reason?: FinishReason | (string & {})
  /** For user interfaces: not shown, but sent all the same. */
  hidden?: boolean
  /** Not sent. */
  omit?: boolean
  /** What the response that this message is used. */
  usage?: Usage
  /** What agents used that worked for this tool result, their own helpers included. */
  subAgentUsage?: Usage
  /** On a tool result: its call waits for a decision (`ApprovalPlugin`). Never sent. */
  waiting?: boolean
  /** On a waiting tool result: the conversation of the sub-agent that waits. Never sent. */
  subAgentMessages?: MessageLike[]
}
