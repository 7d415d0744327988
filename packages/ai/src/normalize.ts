/** Wire formats as pure state machines, and the one fold that grows a message. No SDK, no network. */
export { accumulate, type Draft, type DraftModel, emptyDraft, toEvents } from './message/accumulate.ts'
export { type Delta, type DoneReason, type ErrorDelta, failure, failureOf } from './message/delta.ts'
export { type AssistantMessageEvent, toEvent } from './message/events.ts'
export { parseStreamingJson, PartialJson } from './message/partial-json.ts'
export { anthropic, type AnthropicState } from './apis/anthropic-messages/normalize.ts'
export { bedrock, type BedrockState } from './apis/bedrock-converse-stream/normalize.ts'
export { google, type GoogleState } from './apis/google-generative-ai/normalize.ts'
export { mistral } from './apis/mistral-conversations/normalize.ts'
export {
  createOpenAIChatNormalizer,
  openaiChat,
  type OpenAIChatNormalizerOptions,
  type OpenAIChatState,
} from './apis/openai-completions/normalize.ts'
export {
  createOpenAIResponsesNormalizer,
  openaiResponses,
  type OpenAIResponsesNormalizerOptions,
  type OpenAIResponsesState,
} from './apis/openai-responses/normalize.ts'
export { normalize, type Normalizer, type Step } from './message/normalizer.ts'
export { errorText } from './errors/ai-error.ts'
export { parseError, type ErrorFacts, type ProviderError } from './errors/parse-error.ts'
export type { DecodeFrames, FrameDecoder, FrameSink } from './http/frames.ts'
export { retryAfterOf } from './http/retry-after.ts'
export { decodeEventStream } from './http/event-stream-frames.ts'
export { decodeSse } from './http/sse.ts'
export type { AnthropicEvent } from './apis/anthropic-messages/wire.ts'
export type { BedrockChunk } from './apis/bedrock-converse-stream/wire.ts'
export type { GoogleChunk } from './apis/google-generative-ai/wire.ts'
export type { MistralChunk } from './apis/mistral-conversations/wire.ts'
export type { OpenAIResponsesEvent } from './apis/openai-responses/wire.ts'
export type {
  OpenAIChatChoice,
  OpenAIChatChunk,
  OpenAIChatDelta,
  OpenAIChatToolCallDelta,
  OpenAIChatUsage,
} from './apis/openai-completions/wire.ts'
