import type { ProviderStreamOptions, StreamOptions } from '../options/options.ts'
import type { AnthropicOptions } from './anthropic-messages/options.ts'
import type { BedrockOptions } from './bedrock-converse-stream/options.ts'
import type { GoogleOptions, GoogleVertexOptions } from './google-generative-ai/options.ts'
import type { MistralOptions } from './mistral-conversations/options.ts'
import type { OpenAICompletionsOptions } from './openai-completions/options.ts'
import type { AzureOpenAIResponsesOptions, OpenAIResponsesOptions } from './openai-responses/options.ts'

/** The options of each built-in API. Extend it (`declare module`) with those of an API of your own. */
export interface OptionsByApi {
  'openai-completions': OpenAICompletionsOptions
  'openai-responses': OpenAIResponsesOptions
  'azure-openai-responses': AzureOpenAIResponsesOptions
  'anthropic-messages': AnthropicOptions
  'bedrock-converse-stream': BedrockOptions
  'google-generative-ai': GoogleOptions
  'google-vertex': GoogleVertexOptions
  'mistral-conversations': MistralOptions
}

/** The options of a model's API. Where the API is not known when this is compiled, any option may be given. */
export type OptionsOf<Api extends string> = Api extends keyof OptionsByApi
  ? OptionsByApi[Api]
  : StreamOptions | ProviderStreamOptions
