import type { ApiAdapter } from '../apis/api.ts'
import { AIError, toAIError } from '../errors/ai-error.ts'
import { errorEvent, failedMessage, failureOf } from '../message/delta.ts'
import { AssistantMessageEventStream } from '../message/event-stream.ts'
import { emptyMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import type { Context, StreamOptions } from '../options/options.ts'
import type { Exchange } from './exchange.ts'

/** Gives an adapter, loading its code (and its SDK) when it is first asked for. */
export type LoadApi = () => Promise<ApiAdapter>

/** All that a request needs beyond what importing this library loads. */
export interface LoadedApi {
  adapter: ApiAdapter
  Exchange: typeof Exchange
}

/**
 * Loads the code of an API with the first request. Later ones get what was loaded: asking the module loader anew for
 * every turn of an agent costs as much as reading its response. A load that failed is tried again by the next request.
 */
export function loadOnce(load: LoadApi): () => Promise<LoadedApi> {
  let loading: Promise<LoadedApi> | undefined
  const begin = async (): Promise<LoadedApi> => {
    const [adapter, { Exchange }] = await Promise.all([load(), import('./exchange.ts')])
    return { adapter, Exchange }
  }
  const forget = (error: unknown): never => {
    loading = undefined
    throw error
  }
  return () => (loading ??= begin().catch(forget))
}

/**
 * Asks a model. The stream is handed out at once; from then on nothing is thrown: every failure, and abort at any
 * moment, is its last event.
 *
 * @param optionsFor the options in the words of the API, from the adapter once it is loaded.
 */
export function runStream(
  load: () => Promise<LoadedApi>,
  model: Model,
  context: Context,
  { signal }: StreamOptions,
  optionsFor: (adapter: ApiAdapter) => StreamOptions,
): AssistantMessageEventStream {
  const stream = new AssistantMessageEventStream()
  // Until the code is there, nothing has come, and the failure is all there is of the message.
  let exchange: Exchange | undefined
  const fail = (error: AIError) => (exchange ? exchange.fail(error) : pushFailure(stream, model, error))
  const abort = () => fail(new AIError('aborted', 'Request was aborted'))
  if (signal?.aborted) {
    abort()
    return stream
  }
  signal?.addEventListener('abort', abort)
  void drive()
    .catch((error: unknown) => fail(toAIError(error)))
    .finally(() => signal?.removeEventListener('abort', abort))
  return stream

  async function drive(): Promise<void> {
    const { adapter, Exchange } = await load()
    if (signal?.aborted) return
    exchange = new Exchange(adapter, model, optionsFor(adapter), stream)
    await exchange.run(context)
  }
}

function pushFailure(stream: AssistantMessageEventStream, model: Model, error: AIError): void {
  const failure = failureOf(error)
  stream.push(errorEvent(failure, failedMessage(emptyMessage(model, Date.now()), failure)))
}
