import type { Provider } from '../apis/api.ts'
import { AIError } from '../errors/ai-error.ts'
import { toRequestError } from '../http/request-error.ts'
import { withRetry } from '../http/with-retry.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions } from '../options/options.ts'
import { withTimeout } from './idle-timeout.ts'
import { type Receiver, WireReceiver } from './pipeline.ts'
import { readBody } from './read-body.ts'

const defaultIdleTimeoutMs = 300_000

/** Where the answer goes, and what may cut it short. */
export interface Exchange {
  receiver: Receiver
  stream: AssistantMessageEventStream
  signal: AbortSignal | undefined
}

/** Sends one request and reads its answer to the end. Rejects with what went wrong before the first byte. */
export async function exchange(
  provider: Provider,
  model: Model,
  context: Context,
  options: ProviderStreamOptions,
  { receiver, stream, signal }: Exchange,
): Promise<void> {
  const response = await request(provider, model, context, options)
  if (receiver.settled) return void response.body?.cancel().catch(() => {})
  if (!response.body) throw new AIError('malformed_response', 'The response has no body')
  const wire = new WireReceiver(provider.normalizer(model, options), receiver)
  const { decode } = provider
  const { onWarning, idleTimeoutMs = defaultIdleTimeoutMs } = options
  await readBody(response.body, { decode, wire, receiver, stream, signal, onWarning, idleTimeoutMs })
}

async function request(
  provider: Provider,
  model: Model,
  context: Context,
  options: ProviderStreamOptions,
): Promise<Response> {
  const { signal, maxRetries = 2, maxRetryDelayMs = 60_000, idleTimeoutMs = defaultIdleTimeoutMs, onPayload } = options
  const built = provider.buildPayload(model, context, options)
  const replaced = await onPayload?.(built, model)
  const payload = (replaced as object | undefined) ?? built
  const send = (limited: AbortSignal | undefined) =>
    provider.send(model, payload, limited ? { ...options, signal: limited } : options).catch((error: unknown) => {
      throw toRequestError(error, model.provider)
    })
  const attempt = () => withTimeout(idleTimeoutMs, signal, send)
  return withRetry(attempt, { retries: maxRetries, maxDelayMs: maxRetryDelayMs, signal })
}
