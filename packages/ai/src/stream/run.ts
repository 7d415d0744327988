import { toAIError } from '../errors.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions } from '../message/options.ts'
import type { Provider } from '../providers/provider.ts'
import { AssistantMessageEventStream } from './event-stream.ts'
import { Receiver } from './receiver.ts'

/** Gives a provider, loading its code (and its SDK) when it is first asked for. */
export type LoadProvider = () => Promise<Provider>

/**
 * Asks a model. The stream is handed out at once; from then on nothing is thrown: every failure, and abort at any
 * moment, is its last event.
 */
export function runStream(
  load: LoadProvider,
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
    // What only a request needs is loaded with the provider, so that importing the library stays small.
    const [provider, { exchange }] = await Promise.all([load(), import('./exchange.ts')])
    await exchange(provider, model, context, options(provider), { receiver, stream, signal })
  }
}
