import { AIError, toAIError } from '../errors.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions } from '../message/options.ts'
import type { Provider } from '../providers/provider.ts'
import { toRequestError } from '../transport/request-error.ts'
import { withRetry } from '../transport/with-retry.ts'
import { AssistantMessageEventStream } from './event-stream.ts'
import { readBody } from './read-body.ts'
import { Receiver, WireReceiver } from './receiver.ts'

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
    const provider = await load()
    const resolved = options(provider)
    const response = await request(provider, model, context, resolved)
    if (receiver.settled) return void response.body?.cancel().catch(() => {})
    if (!response.body) throw new AIError('malformed_response', 'The response has no body')
    const wire = new WireReceiver(provider.normalizer(model, resolved), receiver)
    const { decode } = provider
    const { onWarning, idleTimeoutMs = 300_000 } = resolved
    await readBody(response.body, { decode, wire, receiver, stream, signal, onWarning, idleTimeoutMs })
  }
}

async function request(
  provider: Provider,
  model: Model,
  context: Context,
  options: ProviderStreamOptions,
): Promise<Response> {
  const { signal, maxRetries = 2, maxRetryDelayMs = 60_000, onPayload } = options
  const built = provider.buildPayload(model, context, options)
  const replaced = await onPayload?.(built, model)
  const payload = (replaced as object | undefined) ?? built
  const send = () =>
    provider.send(model, payload, options).catch((error: unknown) => {
      throw toRequestError(error, model.provider)
    })
  return withRetry(send, { retries: maxRetries, maxDelayMs: maxRetryDelayMs, signal })
}
