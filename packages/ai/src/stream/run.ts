import { toAIError } from '../errors.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions } from '../message/options.ts'
import type { Provider } from '../providers/provider.ts'
import { AssistantMessageEventStream } from './event-stream.ts'
import type { exchange } from './exchange.ts'
import { Receiver } from './receiver.ts'

/** Gives a provider, loading its code (and its SDK) when it is first asked for. */
export type LoadProvider = () => Promise<Provider>

/** All that a request needs beyond what importing this library loads. */
export interface Machinery {
  provider: Provider
  exchange: typeof exchange
}

/**
 * Loads the machinery with the first request. Later ones get what was loaded: asking the module loader anew for every
 * turn of an agent costs as much as reading its answer. A load that failed is tried again by the next request.
 */
export function loadOnce(load: LoadProvider): () => Promise<Machinery> {
  let loading: Promise<Machinery> | undefined
  const begin = async (): Promise<Machinery> => {
    const [provider, { exchange }] = await Promise.all([load(), import('./exchange.ts')])
    return { provider, exchange }
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
  const receiver = new Receiver(model, stream)
  const abort = () => receiver.abort()
  if (signal?.aborted) {
    abort()
    return stream
  }
  signal?.addEventListener('abort', abort)
  void drive()
    .catch((error: unknown) => receiver.fail(toAIError(error)))
    .finally(() => signal?.removeEventListener('abort', abort))
  return stream

  async function drive(): Promise<void> {
    const { provider, exchange } = await load()
    await exchange(provider, model, context, options(provider), { receiver, stream, signal })
  }
}
