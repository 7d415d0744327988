import type { ModelProfile, ThinkingLevel } from './model-profile.ts'

export type { ThinkingLevel } from './model-profile.ts'

/** Dollars per million tokens. A price that is not given is unknown, which is not the same as free. */
export interface TokenPrices {
  input?: number
  output?: number
  cacheRead?: number
  cacheWrite?: number
  /** A cache entry that is kept for an hour; without it, `cacheWrite`. */
  cacheWrite1h?: number
}

/** Prices of a model. */
export interface ModelCost extends TokenPrices {
  /** Prices that hold for the whole request once its input (cached or not) is larger than `above` tokens. */
  tiers?: (TokenPrices & { above: number })[]
}

/** The built-in wire formats. */
export type KnownApi =
  | 'openai-completions'
  | 'openai-responses'
  | 'azure-openai-responses'
  | 'anthropic-messages'
  | 'bedrock-converse-stream'
  | 'google-generative-ai'
  | 'google-vertex'
  | 'mistral-conversations'

/** A wire format: a built-in one, or the name of one that was registered. */
export type Api = KnownApi | (string & {})

/** What a model can be shown. */
export type InputKind = 'text' | 'image'

/** How to send the key of an Anthropic-compatible host. */
export type AuthMode = 'api-key' | 'bearer'

/** A model and how to reach it. Plain data: build your own for any compatible server. */
export interface Model<Api extends string = string> {
  /** Name in this registry, and on the wire unless there is a `wireModelId`. */
  id: string
  name: string
  /** Wire format, see `getApiProviders`. */
  api: Api
  provider: string
  /** Up to and including the version segment where the provider's own base URL has one. Empty: the provider's own. */
  baseUrl: string
  /** Whether the model can think before it responds. */
  reasoning: boolean
  input: InputKind[]
  cost: ModelCost
  /** Tokens that input and output may take together. */
  contextWindow: number
  /** Tokens that one response may take at most. */
  maxTokens: number
  headers?: Record<string, string>
  /** Sent instead of `id`. */
  wireModelId?: string
  authMode?: AuthMode
  /** Deviations of an OpenAI-compatible server; what is not given follows from the host. */
  compat?: OpenAICompletionsCompat
  /** Id of a model of the same family, whose profile holds for an id that no row knows. */
  like?: string
  /** What the model accepts, where that differs from its family; what is not given follows from the id. */
  profile?: Partial<ModelProfile>
}

/** In which form a Chat Completions server is asked how much to think. */
export type ThinkingFormat =
  | 'openai'
  | 'openrouter'
  | 'zai'
  | 'qwen'
  | 'qwen-chat-template'
  | 'kimi'
  | 'moonshot'
  | 'deepseek'

/** Which providers behind OpenRouter to use, and in which order. */
export interface OpenRouterRouting {
  only?: string[]
  order?: string[]
}

/** Which providers behind the Vercel AI gateway to use, and in which order. */
export interface VercelGatewayRouting {
  only?: string[]
  order?: string[]
}

/** How a server of the Responses API differs from OpenAI. No deviation needs a setting yet. */
export type OpenAIResponsesCompat = Record<string, never>

/** How an OpenAI-compatible server differs from OpenAI. Every field has a default by host (`compatOf`). */
export interface OpenAICompletionsCompat {
  /** Accepts `store`. */
  supportsStore?: boolean
  /** Accepts the role `developer` for the system prompt of reasoning models. */
  supportsDeveloperRole?: boolean
  supportsReasoningEffort?: boolean
  /** The server's own names for levels of thinking; `off` and `auto` (the model decides) may have one, too. */
  reasoningEffortMap?: Partial<Record<ThinkingLevel | 'off' | 'auto', string>>
  /** Accepts `stream_options: { include_usage: true }`. */
  supportsUsageInStreaming?: boolean
  maxTokensField?: 'max_completion_tokens' | 'max_tokens'
  /** A tool result must repeat the tool's name. */
  requiresToolResultName?: boolean
  /** A user message may not follow a tool result directly. */
  requiresAssistantAfterToolResult?: boolean
  /** Reasoning goes back as text. */
  requiresThinkingAsText?: boolean
  /** Every assistant turn must carry `reasoning_content`, if only an empty one. */
  requiresReasoningContent?: boolean
  thinkingFormat?: ThinkingFormat
  /** OpenRouter: which upstream providers to use. */
  openRouterRouting?: OpenRouterRouting
  /** Vercel AI gateway: which upstream providers to use. */
  vercelGatewayRouting?: VercelGatewayRouting
  /** Accepts `strict` on a tool. */
  supportsStrictMode?: boolean
  /** Ends its streams with a `finish_reason`. If not, the end of the body is the end mark. */
  supportsFinishReason?: boolean
  /** Repeats the whole text so far in each delta of a tool call's arguments. */
  cumulativeArguments?: boolean
  /** Puts its reasoning into the text between `<think>` tags; `open`: without the first of them. */
  thinkTags?: boolean | 'open'
  /** Understands Anthropic's `cache_control` marks. */
  supportsCacheControl?: boolean
  /** Legal ids of tool calls: all, at most 40 characters (`openai`), or exactly nine letters and digits (`mistral`). */
  callIds?: 'any' | 'openai' | 'mistral'
  /** Wants `tools`, if only an empty list, as long as the history holds calls. */
  requiresToolsWithHistory?: boolean
}
