import type { OpenAI } from 'openai'

import { AIError } from '../errors/ai-error.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { AssistantMessageEvent, FinalEvent } from '../message/events.ts'
import type { AssistantMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import { getModel } from '../models/registry.ts'
import type { SimpleStreamOptions } from '../options/options.ts'
import { streamSimple } from '../stream/stream.ts'
import type { OpenAIClientOptions } from './options.ts'
import { RememberedResponses } from './remembered-responses.ts'
import { toChunks } from './to-chunks.ts'
import { toCompletion } from './to-completion.ts'
import { toContext } from './to-context.ts'
import { leftOut, toOptions } from './to-options.ts'

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParams
type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk
type Completion = OpenAI.Chat.Completions.ChatCompletion

/** What a streaming request resolves to: the part of the official `Stream` that is iterated and aborted. */
export interface ChunkStream extends AsyncIterable<Chunk> {
  /** Aborts the request. */
  controller: AbortController
}

/** The per-request options of the official client that mean something here. */
export interface RequestOptions {
  signal?: AbortSignal | null | undefined
}

/** `chat.completions.create`. Rejects when the request fails before its response; later the iteration throws. */
export type CreateCompletion = (body: Body, options?: RequestOptions) => Promise<ChunkStream | Completion>

/** Makes the `create` of one client. It remembers its responses: what has no place in the chat format is not lost. */
export function createCompletions(model: Model, defaults: OpenAIClientOptions): CreateCompletion {
  const remembered = new RememberedResponses()
  return async (body, { signal } = {}) => {
    const target = body.model === '' || body.model === model.id ? model : getModel(model.provider, body.model)
    const context = toContext(body, target, remembered)
    warnOf(leftOut(body, target), target, defaults)
    const controller = linked(signal)
    const options: SimpleStreamOptions = {
      ...defaults,
      ...toOptions(body, target, defaults),
      signal: controller.signal,
    }
    const events = streamSimple(target, context, options)
    const includeUsage = body.stream === true && body.stream_options?.include_usage === true
    if (body.stream) return open(events, { controller, remembered, includeUsage })
    const message = settled(await lastOf(events).finally(() => controller.abort()))
    return toCompletion(remembered.remember(message))
  }
}

function warnOf(fields: readonly string[], { api }: Model, { onWarning }: OpenAIClientOptions): void {
  if (fields.length > 0)
    onWarning?.('unsupported_option', `Left out, because ${api} has no place for it: ${fields.join(', ')}`)
}

interface Reading {
  controller: AbortController
  remembered: RememberedResponses
  includeUsage: boolean
}

/** Waits for the first event: a request that fails before its response makes `create` reject. */
async function open(events: AssistantMessageEventStream, reading: Reading): Promise<ChunkStream> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (!first.done && first.value.type === 'error') throw failed(first.value, reading)
  const rest = { [Symbol.asyncIterator]: () => iterator }
  return {
    controller: reading.controller,
    [Symbol.asyncIterator]: () => chunksOf(first.done ? [] : [first.value], rest, reading),
  }
}

function failed(event: Extract<FinalEvent, { type: 'error' }>, { controller }: Reading): AIError {
  controller.abort()
  return toAIError(event)
}

async function* chunksOf(
  first: readonly AssistantMessageEvent[],
  rest: AsyncIterable<AssistantMessageEvent>,
  { controller, remembered, includeUsage }: Reading,
): AsyncGenerator<Chunk, undefined> {
  const map = toChunks(includeUsage)
  try {
    for (const event of first) yield* map(event)
    for await (const event of rest) {
      yield* map(event)
      if (event.type === 'done') remembered.remember(event.message)
      if (event.type === 'error' && event.reason === 'error') throw toAIError(event)
    }
  } finally {
    // Whoever stops reading wants no more of it.
    controller.abort()
  }
}

async function lastOf(events: AsyncIterable<AssistantMessageEvent>): Promise<FinalEvent> {
  for await (const event of events) if (event.type === 'done' || event.type === 'error') return event
  throw new AIError('stream_dropped', 'The stream ended without its last event')
}

function settled(event: FinalEvent): AssistantMessage {
  if (event.type === 'done') return event.message
  throw toAIError(event)
}

function toAIError({ error, code, retryable, retryAfterMs }: Extract<FinalEvent, { type: 'error' }>): AIError {
  const { provider, status, errorMessage = code } = error
  return new AIError(code, errorMessage, { retryable, retryAfterMs, status, provider })
}

/** A controller that also fires with the caller's signal. */
function linked(signal: AbortSignal | null | undefined): AbortController {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true, signal: controller.signal })
  return controller
}
