/** @dreb/ai: one message and one event protocol over every provider's stream, and the requests to match. */
export { apiKeyVariables, getEnvApiKey } from './auth/environment.ts'
export { AIError, type AIErrorDetails, type ErrorCode, errorText, isTransient } from './errors/ai-error.ts'
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
export type { ModelProfile, TemperatureRule, ThinkingControl } from './message/model-profile.ts'
export type {
  Api,
  AuthMode,
  InputKind,
  KnownApi,
  Model,
  ModelCost,
  OpenAICompletionsCompat,
  OpenAIResponsesCompat,
  OpenRouterRouting,
  ThinkingFormat,
  ThinkingLevel,
  TokenPrices,
  VercelGatewayRouting,
} from './message/model.ts'
export type {
  CacheRetention,
  Context,
  OfficialClient,
  OnWarning,
  ProviderStreamOptions,
  ResponseFacts,
  SimpleStreamOptions,
  StreamOptions,
  ThinkingBudgets,
  ThinkingDisplay,
  Tool,
  ToolChoice,
  Transport,
} from './options/options.ts'
export { parseStreamingJson, PartialJson } from './message/partial-json.ts'
export { addUsage, type Cost, costOf, emptyUsage, type TokenCounts, type Usage } from './message/usage.ts'
export {
  calculateCost,
  findModel,
  findModelInList,
  getModel,
  type GetModelOptions,
  getModels,
  getProviders,
  isModelAlias,
  type KnownModelId,
  type KnownProvider,
  modelsAreEqual,
  registerModels,
} from './models/registry.ts'
export { createOpenAIClient } from './openai-client/create-openai-client.ts'
export type { OpenAIClientOptions } from './openai-client/options.ts'
export { type ApiAdapter, defineApi } from './apis/api.ts'
export type { OptionsByApi, OptionsOf } from './apis/options-by-api.ts'
export type { TextSignatureV1 } from './apis/openai-responses/text-signature.ts'
export type { AnthropicOptions } from './apis/anthropic-messages/options.ts'
export type { BedrockOptions } from './apis/bedrock-converse-stream/options.ts'
export type { GoogleOptions, GoogleVertexOptions } from './apis/google-generative-ai/options.ts'
export type { MistralOptions } from './apis/mistral-conversations/options.ts'
export type { OpenAICompletionsOptions } from './apis/openai-completions/options.ts'
export type { AzureOpenAIResponsesOptions, OpenAIResponsesOptions } from './apis/openai-responses/options.ts'
export { AssistantMessageEventStream, createAssistantMessageEventStream, EventStream } from './message/event-stream.ts'
export { isContextOverflow, overflowPatterns as getOverflowPatterns } from './message/context-overflow.ts'
export {
  type ApiProvider,
  clearApiProviders,
  createApiProvider,
  getApiProvider,
  getApiProviders,
  registerApi,
  registerApiProvider,
  resetApiProviders,
  unregisterApiProviders,
} from './stream/stream.ts'
export type { LoadApi } from './stream/run.ts'
export { complete, completeSimple, stream, type StreamFunction, streamSimple } from './stream/stream.ts'
export { validateToolArguments, validateToolCall } from './tools/lazy-validate.ts'
