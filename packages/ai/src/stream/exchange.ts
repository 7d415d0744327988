import type { ApiAdapter } from '../apis/api.ts'
import { secretsOf } from '../auth/secrets.ts'
import { AIError } from '../errors/ai-error.ts'
import { type Redact, redactorOf } from '../errors/redact.ts'
import { toRequestError } from '../http/request-error.ts'
import { withRetry } from '../http/with-retry.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { Model } from '../message/model.ts'
import type { Context, StreamOptions } from '../options/options.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { observe, warnSafely } from './observe.ts'
import { ResponsePipeline, type Wire } from './pipeline.ts'
import { readBody } from './read-body.ts'
import { cancelBody, withTimeout } from './with-timeout.ts'

const defaultIdleTimeoutMs = 300_000

/** One request and its response. */
export class Exchange {
  readonly #adapter: ApiAdapter
  readonly #model: Model
  readonly #options: StreamOptions
  readonly #stream: AssistantMessageEventStream
  readonly #pipeline: ResponsePipeline
  readonly #deadline: Deadline

  /** @throws whatever the adapter throws for options that it cannot settle */
  constructor(adapter: ApiAdapter, model: Model, given: StreamOptions, stream: AssistantMessageEventStream) {
    const options = settled(adapter, model, given)
    this.#adapter = adapter
    this.#model = model
    this.#stream = stream
    this.#pipeline = new ResponsePipeline(model, stream, wireOf(adapter, model, options))
    this.#deadline = startDeadline(options, (error) => this.fail(error))
    this.#options = this.#deadline.signal ? { ...options, signal: this.#deadline.signal } : options
  }

  /** Ends the message as a failure, whatever is being waited for. */
  fail(error: AIError): void {
    this.#pipeline.fail(error)
  }

  /**
   * Sends the request and reads the response to its end.
   *
   * @throws what went wrong before the first byte; afterwards every failure is an event
   */
  async run(context: Context): Promise<void> {
    try {
      await this.#read(await this.#request(context))
    } finally {
      this.#deadline.stop()
    }
  }

  async #read(response: Response): Promise<void> {
    const { signal, onResponse, onWarning, idleTimeoutMs = defaultIdleTimeoutMs } = this.#options
    if (this.#pipeline.isDone) return cancelBody(response)
    if (onResponse) observe('onResponse', () => onResponse(factsOf(response), this.#model), onWarning)
    if (!response.body) throw new AIError('malformed_response', 'The response has no body')
    await readBody(response.body, this.#pipeline, { stream: this.#stream, signal, idleTimeoutMs })
  }

  async #request(context: Context): Promise<Response> {
    const { signal, maxRetries = 2, maxRetryDelayMs = 60_000, idleTimeoutMs = defaultIdleTimeoutMs } = this.#options
    const body = await this.#body(context)
    const attempt = () => withTimeout(idleTimeoutMs, signal, (limited) => this.#send(body, limited))
    return withRetry(attempt, { retries: maxRetries, maxDelayMs: maxRetryDelayMs, signal })
  }

  async #body(context: Context): Promise<object> {
    const built = this.#adapter.body(this.#model, context, this.#options)
    const replaced = await this.#options.onPayload?.(built, this.#model)
    return (replaced as object | undefined) ?? built
  }

  async #send(body: object, signal: AbortSignal): Promise<Response> {
    try {
      return await this.#adapter.send(this.#model, body, { ...this.#options, signal })
    } catch (error) {
      throw toRequestError(error, this.#model.provider)
    }
  }
}

/** What the caller left open is settled once per request; the parts behind it read no environment. */
function settled(adapter: ApiAdapter, model: Model, options: StreamOptions): StreamOptions {
  const { onWarning } = options
  const safe = onWarning ? { ...options, onWarning: warnSafely(onWarning) } : options
  return adapter.resolve?.(model, safe) ?? safe
}

function wireOf(adapter: ApiAdapter, model: Model, options: StreamOptions): Wire {
  const { onChunk, onWarning } = options
  return {
    decode: adapter.decode,
    normalizer: adapter.normalizer(model, options),
    onChunk: onChunk && ((chunk) => observe('onChunk', () => onChunk(chunk, model), onWarning)),
    onWarning,
    limits: options,
    clean: lazily(() => redactorOf(secretsOf({ model, options }))),
  }
}

/** Most requests have nothing to clean, so the secrets are looked for with the first text that leaves. */
function lazily(make: () => Redact): Redact {
  let clean: Redact | undefined
  return (text) => (clean ??= make())(text)
}

function factsOf({ status, headers, url }: Response) {
  return { status, headers: Object.fromEntries(headers), url }
}
