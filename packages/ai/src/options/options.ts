import type { Message } from '../message/message.ts'
import type { Model, ThinkingLevel } from '../message/model.ts'

/** A tool as a model sees it. */
export interface Tool {
  name: string
  description: string
  /** A JSON Schema of an object: TypeBox, plain, or a Standard Schema that can be turned into one. */
  parameters: object
  /** Asks a provider that can (OpenAI) to hold the model to the schema, which must then be a strict one. Default false. */
  strict?: boolean
}

/** What a model is asked: the system prompt, the conversation, the tools it may call. */
export interface Context {
  systemPrompt?: string
  messages: Message[]
  tools?: Tool[]
}

/** How a response is to be transported. */
export type Transport = 'sse' | 'websocket' | 'auto'

export type CacheRetention = 'none' | 'short' | 'long'

/** Tokens to think with, per level, for models that count them. */
export type ThinkingBudgets = Partial<Record<'minimal' | 'low' | 'medium' | 'high', number>>

/** Whether adaptive Claude models return their thinking as text, or only its signature. */
export type ThinkingDisplay = 'summarized' | 'omitted'

/** Told about what was wrong and did not end the stream. */
export type OnWarning = (code: string, message: string) => void

/**
 * Which tools the model may or must call: `any` (or `required`) of them, or the one that is named. The objects of all
 * providers are understood, too, such as `{ type: 'function', function: { name } }`; what only one of them knows goes to
 * it as it is.
 */
export type ToolChoice = 'auto' | 'none' | 'any' | 'required' | { readonly name: string } | object

/** The head of a response. */
export interface ResponseFacts {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** Where the response came from. */
  url: string
}

/** What is used of an official client: its raw `post`. */
export interface OfficialClient {
  post(
    path: string,
    options: {
      body: object
      headers: Record<string, string | null>
      query?: Record<string, string>
      signal?: AbortSignal | null
      stream: true
      maxRetries: 0
      fetchOptions: { redirect: 'manual' }
    },
  ): { asResponse(): Promise<Response> }
}

/** Options of every provider. */
export interface StreamOptions {
  /** Left out for models that refuse one: Claude from 4.7 or while it thinks, OpenAI's reasoning models while they think. */
  temperature?: number
  /** Tokens the response may take. Default, also for 0 and NaN: `model.maxTokens`. */
  maxTokens?: number
  /** Ends the stream with reason `aborted`. */
  signal?: AbortSignal
  /** Default: the provider's environment variable, see `getEnvApiKey`. Servers on this machine need none. */
  apiKey?: string
  /** How long a provider should keep its prompt cache. Default: `$DREB_CACHE_RETENTION`, else `short`. */
  cacheRetention?: CacheRetention
  /** Ties requests together for providers that route or cache by session. */
  sessionId?: string
  /** Sees the request body before it is sent, once, and may replace it. */
  onPayload?: (payload: unknown, model: Model) => unknown
  /** Sent last, over everything else. */
  headers?: Record<string, string>
  /** Told once the provider accepted the request, before the body is read. What it throws is a warning. */
  onResponse?: (response: ResponseFacts, model: Model) => void
  /** Told each chunk of the response as it was decoded, before it is normalized. What it throws is a warning. */
  onChunk?: (chunk: unknown, model: Model) => void
  /** Longest wait that a provider's `retry-after` may ask for; beyond it the failure surfaces. 0: no limit. Default 60000. */
  maxRetryDelayMs?: number
  /** Repeats of a request that failed before its first byte. Default 2. */
  maxRetries?: number
  /** A request, or a stream, to which nothing comes for so long has stalled. 0: wait for ever. Default 300000. */
  idleTimeoutMs?: number
  /**
   * Bytes of one event of the response, of one of its lines, or of a response that is no event stream. Beyond it the
   * response fails with `malformed_response`. Default 32 MB.
   */
  maxEventBytes?: number
  /** Bytes that are read of the body of an error; the rest is canceled. Default 64 KB. */
  maxErrorBytes?: number
  /** Milliseconds until the response must be complete, retries included; then it fails with `stream_stalled`. Default: no limit. */
  timeoutMs?: number
  /** Provider metadata; Anthropic reads `user_id`. */
  metadata?: Record<string, unknown>
  onWarning?: OnWarning
  /**
   * An official client to send with, for APIs that have an SDK (OpenAI, Azure, Anthropic). Its base URL, key and headers
   * hold; the headers of the model and of the options are added. Other APIs ignore it.
   */
  client?: OfficialClient
  /** Replaces the global `fetch`: to record, to replay, to route. */
  fetch?: typeof fetch
  toolChoice?: ToolChoice
  /** What becomes of the reasoning of another model when a conversation is handed over. Default `drop`. */
  foreignThinking?: 'drop' | 'label'
  /** Accepted for compatibility; all providers stream over HTTP. */
  transport?: Transport
}

/** Options in the words of this library, the same for all providers. */
export interface SimpleStreamOptions extends StreamOptions {
  /** How much to think. Undefined: not at all, where the model allows it. */
  reasoning?: ThinkingLevel
  thinkingBudgets?: ThinkingBudgets
  thinkingDisplay?: ThinkingDisplay
}

/** Options of one provider; which further keys it knows is in the type its module exports. */
export type ProviderStreamOptions = StreamOptions & Record<string, unknown>
