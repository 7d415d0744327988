/** Wire formats as pure state machines, and the one fold that grows a message. No SDK, no network. */
export { accumulate, type Draft, type DraftModel, emptyDraft, toEvents } from './message/accumulate.ts'
export { type Delta, type DoneReason, type ErrorDelta, failure, failureOf } from './message/delta.ts'
export { type AssistantMessageEvent, toEvent } from './message/events.ts'
export { parseStreamingJson, PartialJson } from './message/partial-json.ts'
export { anthropic, type AnthropicState } from './normalize/anthropic.ts'
export { bedrock, type BedrockState } from './normalize/bedrock.ts'
export { google, type GoogleState } from './normalize/google.ts'
export { mistral } from './normalize/mistral.ts'
export {
  createOpenAIChatNormalizer,
  openaiChat,
  type OpenAIChatNormalizerOptions,
  type OpenAIChatState,
} from './normalize/openai-chat.ts'
export {
  createOpenAIResponsesNormalizer,
  openaiResponses,
  type OpenAIResponsesNormalizerOptions,
  type OpenAIResponsesState,
} from './normalize/openai-responses.ts'
export { normalize, type Normalizer, type Step } from './normalize/normalizer.ts'
export { vendorError, type FailureFacts, type VendorError } from './normalize/vendor-error.ts'
export type { DecodeFrames, FrameDecoder, FrameSink } from './transport/frames.ts'
export { retryAfterOf } from './transport/retry-after.ts'
export { decodeEventStream } from './transport/event-stream-frames.ts'
export { decodeSse } from './transport/sse.ts'
export type { AnthropicEvent } from './wire/anthropic.ts'
export type { BedrockChunk } from './wire/bedrock.ts'
export type { GoogleChunk } from './wire/google.ts'
export type { MistralChunk } from './wire/mistral.ts'
export type { OpenAIResponsesEvent } from './wire/openai-responses.ts'
export type {
  OpenAIChatChoice,
  OpenAIChatChunk,
  OpenAIChatDelta,
  OpenAIChatToolCallDelta,
  OpenAIChatUsage,
} from './wire/openai-chat.ts'
