import type { ApiAdapter } from '../apis/api.ts'
import { AIError } from '../errors/ai-error.ts'
import { toRequestError } from '../http/request-error.ts'
import { withRetry } from '../http/with-retry.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { Model } from '../message/model.ts'
import type { Context, StreamOptions } from '../options/options.ts'
import { callSafely } from './call-safely.ts'
import type { ResponsePipeline } from './pipeline.ts'
import { readBody } from './read-body.ts'
import { cancelBody, withTimeout } from './with-timeout.ts'

const defaultIdleTimeoutMs = 300_000

/** Where the response goes. */
export interface Exchange {
  pipeline: ResponsePipeline
  stream: AssistantMessageEventStream
}

/**
 * Sends one request and reads its response to the end.
 *
 * @throws what went wrong before the first byte; afterwards every failure is the pipeline's
 */
export async function exchange(
  adapter: ApiAdapter,
  model: Model,
  context: Context,
  options: StreamOptions,
  { pipeline, stream }: Exchange,
): Promise<void> {
  const { signal, idleTimeoutMs = defaultIdleTimeoutMs, onResponse, onWarning } = options
  const response = await request(adapter, model, context, options, idleTimeoutMs)
  if (pipeline.isDone) return cancelBody(response)
  if (onResponse) callSafely('onResponse', () => onResponse(factsOf(response), model), onWarning)
  if (!response.body) throw new AIError('malformed_response', 'The response has no body')
  await readBody(response.body, pipeline, { stream, signal, idleTimeoutMs })
}

function factsOf({ status, headers, url }: Response) {
  return { status, headers: Object.fromEntries(headers), url }
}

async function request(
  adapter: ApiAdapter,
  model: Model,
  context: Context,
  options: StreamOptions,
  idleTimeoutMs: number,
): Promise<Response> {
  const { signal, maxRetries = 2, maxRetryDelayMs = 60_000, onPayload } = options
  const built = adapter.body(model, context, options)
  const replaced = await onPayload?.(built, model)
  const body = (replaced as object | undefined) ?? built
  const send = async (limited: AbortSignal): Promise<Response> => {
    try {
      return await adapter.send(model, body, { ...options, signal: limited })
    } catch (error) {
      throw toRequestError(error, model.provider)
    }
  }
  const attempt = () => withTimeout(idleTimeoutMs, signal, send)
  return withRetry(attempt, { retries: maxRetries, maxDelayMs: maxRetryDelayMs, signal })
}
