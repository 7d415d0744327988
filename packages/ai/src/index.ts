/** @dreb/ai: one message and one event protocol over every provider's stream, and the requests to match. */
export { apiKeyVariables, getEnvApiKey } from './env.ts'
export { AIError, type AIErrorDetails, type ErrorCode, isTransient } from './errors.ts'
export type { DoneReason } from './message/delta.ts'
export type { AssistantMessageEvent, FinalEvent } from './message/events.ts'
export {
  type AssistantContent,
  type AssistantMessage,
  type ImageContent,
  isFailed,
  type Message,
  type Refusal,
  type StopReason,
  type TextContent,
  type ThinkingContent,
  type ToolCall,
  toolCallsOf,
  type ToolResultMessage,
  type UserMessage,
} from './message/message.ts'
export type {
  AuthMode,
  InputKind,
  Model,
  ModelCost,
  OpenAICompletionsCompat,
  ThinkingFormat,
  ThinkingLevel,
  TokenPrices,
} from './message/model.ts'
export type {
  CacheRetention,
  Context,
  OnWarning,
  ProviderStreamOptions,
  SimpleStreamOptions,
  StreamOptions,
  ThinkingBudgets,
  ThinkingDisplay,
  Tool,
} from './message/options.ts'
export { parseStreamingJson, PartialJson } from './message/partial-json.ts'
export { addUsage, type Cost, costOf, emptyUsage, type TokenCounts, type Usage } from './message/usage.ts'
export { isQwen38OrLater, supportsAdaptiveThinking, supportsMax, supportsXhigh } from './models/families.ts'
export {
  calculateCost,
  findModel,
  findModelInList,
  getModel,
  getModels,
  getProviders,
  isModelAlias,
  type KnownModelId,
  type KnownProvider,
  modelsAreEqual,
  registerModels,
} from './models/models.ts'
export { createOpenAIClient, type OpenAIClientOptions } from './openai-client/create-openai-client.ts'
export { defineProvider, type Provider } from './providers/provider.ts'
export type { AnthropicOptions } from './request/anthropic-messages/options.ts'
export type { BedrockOptions } from './request/bedrock/options.ts'
export type { GoogleOptions, GoogleVertexOptions } from './request/google/options.ts'
export type { MistralOptions } from './request/mistral/options.ts'
export type { OpenAICompletionsOptions } from './request/openai-completions/options.ts'
export type { AzureOpenAIResponsesOptions, OpenAIResponsesOptions } from './request/openai-responses/options.ts'
export { AssistantMessageEventStream, createAssistantMessageEventStream, EventStream } from './stream/event-stream.ts'
export { isContextOverflow, overflowPatterns as getOverflowPatterns } from './stream/overflow.ts'
export {
  type ApiProvider,
  clearApiProviders,
  createApiProvider,
  getApiProvider,
  getApiProviders,
  registerApiProvider,
  resetApiProviders,
  unregisterApiProviders,
} from './stream/registry.ts'
export type { LoadProvider } from './stream/run.ts'
export { complete, completeSimple, stream, streamSimple } from './stream/stream.ts'
export { validateToolArguments, validateToolCall } from './validate/lazy.ts'
