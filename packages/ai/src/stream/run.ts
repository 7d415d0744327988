import type { Provider } from '../apis/api.ts'
import { toAIError } from '../errors/ai-error.ts'
import { type ErrorDelta, failure, failureOf } from '../message/delta.ts'
import { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions } from '../options/options.ts'
import type { exchange } from './exchange.ts'
import type { Receiver } from './pipeline.ts'

/** Gives a provider, loading its code (and its SDK) when it is first asked for. */
export type LoadProvider = () => Promise<Provider>

/** All that a request needs beyond what importing this library loads. */
export interface Machinery {
  provider: Provider
  exchange: typeof exchange
  Receiver: typeof Receiver
}

/**
 * Loads the machinery with the first request. Later ones get what was loaded: asking the module loader anew for every
 * turn of an agent costs as much as reading its answer. A load that failed is tried again by the next request.
 */
export function loadOnce(load: LoadProvider): () => Promise<Machinery> {
  let loading: Promise<Machinery> | undefined
  const begin = async (): Promise<Machinery> => {
    const code = Promise.all([import('./exchange.ts'), import('./pipeline.ts')])
    const [provider, [{ exchange }, { Receiver }]] = await Promise.all([load(), code])
    return { provider, exchange, Receiver }
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
 */
export function runStream(
  load: () => Promise<Machinery>,
  model: Model,
  context: Context,
  options: (provider: Provider) => ProviderStreamOptions,
  signal: AbortSignal | undefined,
): AssistantMessageEventStream {
  const stream = new AssistantMessageEventStream()
  // Until the machinery is there, nothing has come, and the stream can fail by itself.
  let receiver: Receiver | undefined
  const fail = (failed: ErrorDelta) => (receiver ? receiver.apply([failed]) : stream.fail(model, failed))
  const abort = () => fail(failure('aborted', 'Request was aborted'))
  if (signal?.aborted) {
    abort()
    return stream
  }
  signal?.addEventListener('abort', abort)
  void drive()
    .catch((error: unknown) => fail(failureOf(toAIError(error))))
    .finally(() => signal?.removeEventListener('abort', abort))
  return stream

  async function drive(): Promise<void> {
    const { provider, exchange, Receiver } = await load()
    if (signal?.aborted) return
    receiver = new Receiver(model, stream)
    await exchange(provider, model, context, options(provider), { receiver, stream, signal })
  }
}
