import type { ErrorCode } from '../errors/ai-error.ts'
import type { Model } from './model.ts'
import { emptyUsage, type Usage } from './usage.ts'

/** Visible text. */
export interface TextContent {
  type: 'text'
  text: string
  /** Opaque data of the provider that belongs to this text; goes back only to the model that made it. */
  textSignature?: string
}

/** Reasoning of a model before its response. */
export interface ThinkingContent {
  type: 'thinking'
  thinking: string
  /** Opaque data of the provider (a signature, an encrypted item, the name of the wire field); goes back only to its maker. */
  thinkingSignature?: string
  /** The thinking was withheld; what there is of it is in `thinkingSignature`. */
  redacted?: boolean
}

/** An image: its data, or its address. */
export interface ImageContent {
  type: 'image'
  /** Base64 without a `data:` prefix; empty where there is a `url`. */
  data: string
  /** E.g. `image/png`; may be empty where there is a `url`. */
  mimeType: string
  /**
   * Address of the image, for providers that fetch it themselves. Nothing is fetched here: a request that ends with an
   * image its provider cannot fetch fails with `unsupported`; in later requests a note stands in its place.
   */
  url?: string
}

/** A request of the model to run a tool. */
export interface ToolCall {
  type: 'toolCall'
  id: string
  name: string
  /** Always an object. While the call streams, what has arrived so far: an object that grows. */
  arguments: Record<string, unknown>
  /** Why the text the model wrote gives no arguments. Such a call must not be run; `arguments` is `{}` then. */
  argumentsError?: string
  /** Opaque data of the provider that belongs to this call; goes back only to its maker. */
  thoughtSignature?: string
}

/** A block of a response. */
export type AssistantContent = TextContent | ThinkingContent | ToolCall

/** How a message ended. `toolUse` means it holds complete tool calls. */
export type StopReason = 'stop' | 'length' | 'toolUse' | 'error' | 'aborted'

/** The model, or a safety system in front of it, declined. Never repeated by a retry. */
export interface Refusal {
  category?: string | null
  explanation?: string | null
  [detail: string]: unknown
}

/** A message of the user. */
export interface UserMessage {
  role: 'user'
  /** Name of the participant, for Chat Completions; other APIs have no place for it. */
  name?: string
  content: string | (TextContent | ImageContent)[]
  /** Milliseconds since 1970. */
  timestamp: number
}

/** The response of a model, or how it failed. */
export interface AssistantMessage {
  role: 'assistant'
  /** Name of the participant, for Chat Completions; other APIs have no place for it. */
  name?: string
  content: AssistantContent[]
  /** Wire format, provider and model (registry id) that produced the message. */
  api: string
  provider: string
  model: string
  /** The provider's id of the response. */
  responseId?: string
  /** The model that responded, where the provider names it. */
  responseModel?: string
  usage: Usage
  stopReason: StopReason
  /** The provider's own reason for the end. */
  rawStopReason?: string
  /** What went wrong, for people. */
  errorMessage?: string
  /** What went wrong, for code. */
  errorCode?: ErrorCode
  /** Whether the same request may succeed when it is sent again. Set on failed messages. */
  retryable?: boolean
  /** Milliseconds the provider asked to wait before that. */
  retryAfterMs?: number
  /** HTTP status of the response that failed; absent where none came, or where a response with status 200 failed. */
  status?: number
  refusal?: Refusal
  /** Milliseconds since 1970. */
  timestamp: number
  /** Milliseconds from the request to the end of the message, retries included. */
  durationMs?: number
}

/** The result of a call. */
export interface ToolResultMessage<Details = unknown> {
  role: 'toolResult'
  toolCallId: string
  toolName: string
  content: (TextContent | ImageContent)[]
  /** For the application; never sent to a model. */
  details?: Details
  isError: boolean
  /** Milliseconds since 1970. */
  timestamp: number
}

/** One turn of a conversation; `role` discriminates. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage

/** A response of which nothing has come yet. */
export function emptyMessage(
  { api, provider, id }: Pick<Model, 'api' | 'provider' | 'id'>,
  timestamp: number,
): AssistantMessage {
  const usage = emptyUsage()
  return { role: 'assistant', content: [], api, provider, model: id, usage, stopReason: 'stop', timestamp }
}

/** The calls of a message, in the order of the response. */
export function toolCallsOf(message: AssistantMessage): ToolCall[] {
  return message.content.filter((block) => block.type === 'toolCall')
}

/** Whether a message ended in a way that leaves nothing to build on: its calls are never run, it is never sent back. */
export function isFailed(message: AssistantMessage): boolean {
  return message.stopReason === 'error' || message.stopReason === 'aborted'
}
