import type { ApiAdapter } from '../apis/api.ts'
import { AIError, toAIError } from '../errors/ai-error.ts'
import { maxTimerMs } from '../http/sleep.ts'
import { failedMessage, failureOf } from '../message/delta.ts'
import { AssistantMessageEventStream } from '../message/event-stream.ts'
import { toEvent } from '../message/events.ts'
import { emptyMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import type { Context, StreamOptions } from '../options/options.ts'
import { callSafely, warnSafely } from './call-safely.ts'
import type { exchange } from './exchange.ts'
import { deadlineError } from './idle-timeout.ts'
import type { ResponsePipeline } from './pipeline.ts'

/** Gives an adapter, loading its code (and its SDK) when it is first asked for. */
export type LoadApi = () => Promise<ApiAdapter>

/** All that a request needs beyond what importing this library loads. */
export interface LoadedApi {
  adapter: ApiAdapter
  exchange: typeof exchange
  ResponsePipeline: typeof ResponsePipeline
}

/**
 * Loads the code of an API with the first request. Later ones get what was loaded: asking the module loader anew for
 * every turn of an agent costs as much as reading its response. A load that failed is tried again by the next request.
 */
export function loadOnce(load: LoadApi): () => Promise<LoadedApi> {
  let loading: Promise<LoadedApi> | undefined
  const begin = async (): Promise<LoadedApi> => {
    const code = Promise.all([import('./exchange.ts'), import('./pipeline.ts')])
    const [adapter, [{ exchange }, { ResponsePipeline }]] = await Promise.all([load(), code])
    return { adapter, exchange, ResponsePipeline }
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
  given: StreamOptions,
  optionsFor: (adapter: ApiAdapter) => StreamOptions,
): AssistantMessageEventStream {
  const stream = new AssistantMessageEventStream()
  // Until the code is there, nothing has come, and the failure is all there is of the message.
  let pipeline: ResponsePipeline | undefined
  const fail = (error: AIError) => (pipeline ? pipeline.fail(error) : pushFailure(stream, model, error))
  const limits = limitsOf(given, fail)
  if (limits.signal?.aborted) return stream

  void drive()
    .catch((error: unknown) => fail(toAIError(error)))
    .finally(limits.release)
  return stream

  async function drive(): Promise<void> {
    const { adapter, exchange, ResponsePipeline } = await load()
    if (limits.signal?.aborted) return
    const options = settled(adapter, model, { ...optionsFor(adapter), ...(limits.signal && { signal: limits.signal }) })
    pipeline = new ResponsePipeline(model, stream, wireOf(adapter, model, options))
    await exchange(adapter, model, context, options, { pipeline, stream })
  }
}

function pushFailure(stream: AssistantMessageEventStream, model: Model, error: AIError): void {
  const failure = failureOf(error)
  const event = toEvent(failure, failedMessage(emptyMessage(model, Date.now()), failure))
  if (event) stream.push(event)
}

/** What the caller left open is settled once per request; the parts behind it read no environment. */
function settled(adapter: ApiAdapter, model: Model, options: StreamOptions): StreamOptions {
  const { onWarning } = options
  const safe = onWarning ? { ...options, onWarning: warnSafely(onWarning) } : options
  return adapter.resolve?.(model, safe) ?? safe
}

function wireOf(adapter: ApiAdapter, model: Model, options: StreamOptions) {
  const { onChunk, onWarning } = options
  const tap = onChunk && ((chunk: unknown) => callSafely('onChunk', () => onChunk(chunk, model), onWarning))
  return { decode: adapter.decode, normalizer: adapter.normalizer(model, options), onChunk: tap, onWarning }
}

interface Limits {
  /** Fires when the caller aborts and when the time is up. */
  signal: AbortSignal | undefined
  release: () => void
}

/** The caller's signal and the total deadline. Either fails the stream at once, whatever is being waited for. */
function limitsOf({ signal, timeoutMs = 0 }: StreamOptions, fail: (error: AIError) => void): Limits {
  const isLimited = timeoutMs > 0 && timeoutMs <= maxTimerMs
  const ended = isLimited ? new AbortController() : undefined
  const end = (error: AIError) => {
    fail(error)
    ended?.abort(error)
  }
  const onAbort = () => end(new AIError('aborted', 'Request was aborted'))
  const timer = isLimited ? setTimeout(() => end(deadlineError(timeoutMs)), timeoutMs) : undefined
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort)
  return {
    signal: ended?.signal ?? signal,
    release() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}
