import type { ApiAdapter } from './api.ts'

/** The built-in APIs. Their code, and the SDK they use, is loaded with the first request. */
export const builtInApis: Readonly<Record<string, () => Promise<ApiAdapter>>> = {
  'openai-completions': async () => (await import('./openai-completions/adapter.ts')).openaiCompletions,
  'openai-responses': async () => (await import('./openai-responses/adapter.ts')).openaiResponses,
  'azure-openai-responses': async () => (await import('./azure-openai-responses/adapter.ts')).azureOpenAIResponses,
  'anthropic-messages': async () => (await import('./anthropic-messages/adapter.ts')).anthropicMessages,
  'bedrock-converse-stream': async () => (await import('./bedrock-converse-stream/adapter.ts')).bedrockConverseStream,
  'google-generative-ai': async () => (await import('./google-generative-ai/adapter.ts')).googleGenerativeAI,
  'mistral-conversations': async () => (await import('./mistral-conversations/adapter.ts')).mistralConversations,
  'google-vertex': async () => (await import('./google-vertex/adapter.ts')).googleVertex,
}
