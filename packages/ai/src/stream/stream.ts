import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { AssistantMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions, SimpleStreamOptions, StreamOptions } from '../options/options.ts'
import { apiProviderOf } from './api-providers.ts'

/**
 * Asks a model and streams its answer.
 *
 * @param options in the words of the model's API; see {@link streamSimple} for those that are the same everywhere.
 * @returns events; every failure is the last of them.
 * @throws AIError `unknown_api`, at once
 *
 * @example
 * for await (const event of stream(getModel('openai', 'gpt-4o'), { messages })) {
 *   if (event.type === 'text_delta') process.stdout.write(event.delta)
 * }
 */
export function stream(
  model: Model,
  context: Context,
  options?: StreamOptions | ProviderStreamOptions,
): AssistantMessageEventStream {
  return apiProviderOf(model).stream(model, context, { ...options })
}

/** The whole answer of {@link stream}. A failure is a message, too: look at `stopReason`. */
export async function complete(
  model: Model,
  context: Context,
  options?: StreamOptions | ProviderStreamOptions,
): Promise<AssistantMessage> {
  return stream(model, context, options).result()
}

/** Asks a model with options that mean the same for every provider, e.g. `reasoning: 'high'`. */
export function streamSimple(
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
): AssistantMessageEventStream {
  return apiProviderOf(model).streamSimple(model, context, options)
}

/** The whole answer of {@link streamSimple}. */
export async function completeSimple(
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
): Promise<AssistantMessage> {
  return streamSimple(model, context, options).result()
}
