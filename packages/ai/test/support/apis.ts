import { anthropic } from '#src/apis/anthropic-messages/normalize.ts'
import type { AnthropicEvent } from '#src/apis/anthropic-messages/wire.ts'
import { bedrock } from '#src/apis/bedrock-converse-stream/normalize.ts'
import { google } from '#src/apis/google-generative-ai/normalize.ts'
import type { GoogleChunk } from '#src/apis/google-generative-ai/wire.ts'
import { mistral } from '#src/apis/mistral-conversations/normalize.ts'
import type { MistralChunk } from '#src/apis/mistral-conversations/wire.ts'
import { openaiChat } from '#src/apis/openai-completions/normalize.ts'
import type { OpenAIChatChunk } from '#src/apis/openai-completions/wire.ts'
import { openaiResponses } from '#src/apis/openai-responses/normalize.ts'
import type { OpenAIResponsesEvent } from '#src/apis/openai-responses/wire.ts'
import { decodeEventStream } from '#src/http/event-stream-frames.ts'
import type { DecodeFrames } from '#src/http/frames.ts'
import { decodeSse } from '#src/http/sse.ts'
import type { Model } from '#src/message/model.ts'
import type { Normalizer } from '#src/message/normalizer.ts'
import { describeNormalizer, type ProviderUnderTest, type WireSample } from '#src/testing/conformance.ts'

import {
  anthropicBody,
  anthropicFailure,
  bedrockBody,
  bedrockFailure,
  chatBody,
  chatFailure,
  geminiBody,
  geminiFailure,
  sse,
} from './bodies.ts'
import { eventStreamType } from './event-stream.ts'
import { modelAt } from './model-at.ts'
import { responsesSamples } from './responses-samples.ts'
import { responsesAnswer } from './strict/openai-responses.ts'

/** Where the recorded streams of an API are. */
export interface Recordings {
  folder: string
  extension?: string
  /** Only those of this provider. Default: all. */
  vendor?: string
}

/** One API, and what its conformance suites need to know about it. No module of Node is needed to load this table. */
export interface ApiUnderTest extends Pick<ProviderUnderTest, 'text' | 'contentType'> {
  api: string
  /** A model of this API at that origin; of that provider and id, where a recording names them. */
  model: (origin: string, recording?: { vendor: string; model: string | null }) => Model
  /** A good response whose text is `text`. */
  body: string | Uint8Array
  errorInside: NonNullable<ProviderUnderTest['errorInside']>
  /** Runs the suite of the normalizer and the decoder of this API on samples. */
  describeSamples: (samples: readonly WireSample[]) => void
  /** Samples besides the good response. */
  samples: readonly WireSample[]
  /** The fixtures of this wire format that are samples, too. */
  fixtures?: 'openai-completions' | 'anthropic-messages'
  recordings: Recordings
  /** Recordings that are no samples for the normalizer, and why. */
  exclusions: Readonly<Record<string, string>>
}

const overloaded = { type: 'overloaded_error', message: 'The engine is overloaded' }
const unavailable = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
const crashed = { code: 'server_error', message: 'The model crashed.' }
const throttled = 'Too many tokens, please wait'

const chatProviders: Readonly<Record<string, string>> = { zhipu: 'zai', 'vercel-gateway': 'vercel-ai-gateway' }

function describing<Chunk, State>(
  api: string,
  normalizer: Normalizer<Chunk, State>,
  decode: DecodeFrames<Chunk>,
): (samples: readonly WireSample[]) => void {
  return (samples) => describeNormalizer(api, { normalizer, decode, samples })
}

const gemini = {
  body: geminiBody,
  text: 'Hello there, friend',
  errorInside: { body: geminiFailure(unavailable), message: unavailable.message },
  samples: [],
  recordings: { folder: 'google-generative-ai' },
  exclusions: {
    'google-generative-ai/vertex--unknown-model-citations':
      'Of old, Vertex sent STOP with every chunk: no cut of such a stream can be seen.',
  },
}

const responses = {
  body: responsesAnswer,
  text: 'ok',
  samples: responsesSamples,
  recordings: { folder: 'openai-responses' },
  exclusions: {},
}

/** The eight built-in APIs. */
export const apis: readonly ApiUnderTest[] = [
  {
    api: 'openai-completions',
    model: (origin, { vendor } = { vendor: 'custom', model: null }) =>
      modelAt(`${origin}/v1`, { api: 'openai-completions', provider: chatProviders[vendor] ?? vendor }),
    body: chatBody,
    text: 'Hello there, friend',
    errorInside: { body: chatFailure(overloaded), message: overloaded.message },
    describeSamples: describing('openai-completions', openaiChat, decodeSse<OpenAIChatChunk>),
    samples: [],
    fixtures: 'openai-completions',
    recordings: { folder: 'openai-completions' },
    exclusions: {},
  },
  {
    api: 'mistral-conversations',
    model: (origin) => modelAt(origin, { api: 'mistral-conversations', provider: 'mistral' }),
    body: chatBody,
    text: 'Hello there, friend',
    errorInside: { body: chatFailure({ message: 'The model is busy' }), message: 'The model is busy' },
    describeSamples: describing('mistral-conversations', mistral, decodeSse<MistralChunk>),
    samples: [],
    // Mistral's streams are recorded with those of Chat Completions.
    recordings: { folder: 'openai-completions', vendor: 'mistral' },
    exclusions: {},
  },
  {
    ...responses,
    api: 'openai-responses',
    model: (origin, { vendor } = { vendor: 'openai', model: null }) =>
      modelAt(`${origin}/v1`, { api: 'openai-responses', provider: vendor }),
    errorInside: {
      body: sse({ type: 'response.failed', response: { status: 'failed', error: crashed } }),
      message: crashed.message,
    },
    describeSamples: describing('openai-responses', openaiResponses, decodeSse<OpenAIResponsesEvent>),
  },
  {
    ...responses,
    api: 'azure-openai-responses',
    model: (origin) =>
      modelAt(`${origin}/openai/v1`, { api: 'azure-openai-responses', provider: 'azure-openai-responses' }),
    errorInside: { body: sse({ type: 'error', ...crashed }), message: crashed.message },
    describeSamples: describing('azure-openai-responses', openaiResponses, decodeSse<OpenAIResponsesEvent>),
  },
  {
    api: 'anthropic-messages',
    model: (origin, { vendor } = { vendor: 'custom', model: null }) =>
      modelAt(origin, { api: 'anthropic-messages', provider: vendor }),
    body: anthropicBody,
    text: 'Hello there',
    errorInside: { body: anthropicFailure(overloaded), message: overloaded.message },
    describeSamples: describing('anthropic-messages', anthropic, decodeSse<AnthropicEvent>),
    samples: [],
    fixtures: 'anthropic-messages',
    recordings: { folder: 'anthropic-messages' },
    exclusions: {},
  },
  {
    ...gemini,
    api: 'google-generative-ai',
    model: (origin, recording) =>
      modelAt(`${origin}/v1beta`, {
        api: 'google-generative-ai',
        provider: 'google',
        id: recording?.model ?? 'gemini-2.5-flash',
      }),
    describeSamples: describing('google-generative-ai', google, decodeSse<GoogleChunk>),
  },
  {
    ...gemini,
    api: 'google-vertex',
    model: (origin, recording) =>
      modelAt(origin, {
        api: 'google-vertex',
        provider: 'google-vertex',
        id: recording?.model ?? 'gemini-2.5-flash',
      }),
    describeSamples: describing('google-vertex', google, decodeSse<GoogleChunk>),
  },
  {
    api: 'bedrock-converse-stream',
    model: (origin, recording) =>
      modelAt(origin, {
        api: 'bedrock-converse-stream',
        provider: 'amazon-bedrock',
        id: recording?.model ?? 'amazon.nova-lite-v1:0',
      }),
    body: bedrockBody,
    text: 'ok',
    contentType: eventStreamType,
    errorInside: { body: bedrockFailure(throttled), message: `Throttling error: ${throttled}` },
    describeSamples: describing('bedrock-converse-stream', bedrock, decodeEventStream),
    samples: [],
    recordings: { folder: 'bedrock-converse', extension: 'bin' },
    exclusions: {},
  },
]
