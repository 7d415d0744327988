import type { OptionsOf } from '../apis/options-by-api.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { AssistantMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import type { Context, SimpleStreamOptions, StreamOptions } from '../options/options.ts'
import { apiProviderOf } from './api-providers.ts'

/** A function that asks a model, as {@link stream} and {@link streamSimple} do: the events end with `done` or `error`. */
export type StreamFunction<Options = StreamOptions> = (
  model: Model,
  context: Context,
  options?: Options,
) => AssistantMessageEventStream

/**
 * Asks a model and streams its response.
 *
 * @param options of the model's API; see {@link streamSimple} for those that are the same everywhere. For a model of
 * {@link getModel} an option that its API does not have does not compile.
 * @returns events; every failure is the last of them.
 * @throws AIError `unknown_api`, at once
 *
 * @example
 * for await (const event of stream(getModel('openai', 'gpt-4o'), { messages })) {
 *   if (event.type === 'text_delta') process.stdout.write(event.delta)
 * }
 */
export function stream<Api extends string>(
  model: Model<Api>,
  context: Context,
  options?: OptionsOf<Api>,
): AssistantMessageEventStream {
  return apiProviderOf(model).stream(model, context, { ...options })
}

/** The whole response of {@link stream}. A failure is a message, too: look at `stopReason`. */
export async function complete<Api extends string>(
  model: Model<Api>,
  context: Context,
  options?: OptionsOf<Api>,
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

/** The whole response of {@link streamSimple}. */
export async function completeSimple(
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
): Promise<AssistantMessage> {
  return streamSimple(model, context, options).result()
}
