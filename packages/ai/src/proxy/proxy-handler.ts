import { secretsOf } from '../auth/secrets.ts'
import { AIError, toAIError } from '../errors/ai-error.ts'
import { type Redact, redactError, redactorOf } from '../errors/redact.ts'
import { readLimited } from '../http/read-limited.ts'
import { emptyDraft, toEvents } from '../message/accumulate.ts'
import { failureOf } from '../message/delta.ts'
import type { AssistantMessageEvent } from '../message/events.ts'
import type { Model } from '../message/model.ts'
import type { Context, SimpleStreamOptions } from '../options/options.ts'
import { streamSimple } from '../stream/stream.ts'
import { callSafely } from '../values/call-safely.ts'
import { proxyEncoder } from './proxy-body.ts'
import { type ProxyLimits, type ProxyOption, type ProxyRequest, readProxyRequest } from './proxy-request.ts'

/** What the server's side of a proxy needs to know. */
export interface ProxyHandlerOptions extends ProxyLimits {
  /** The models that may be used. A client names one by its id; address, headers and prices are those given here. */
  models: readonly Model[]
  /** Whether a request is served. `token` is the bearer token, if there is one. A throw refuses, too. */
  authorize: (token: string | undefined, request: Request) => boolean | Promise<boolean>
  /** The key for a provider. Default: the provider's environment variable. */
  getApiKey?: (provider: string, request: Request) => string | undefined | Promise<string | undefined>
  /** Options a client may choose. Default: all but `metadata` and `foreignThinking`. */
  allowedOptions?: readonly ProxyOption[]
  /** Options of every request, over those of the client. */
  options?: Omit<SimpleStreamOptions, 'signal' | 'apiKey'>
  /** Origins of pages whose scripts may send requests, for browsers; `*` for all. Default: none but the server's own. */
  allowedOrigins?: readonly string[]
  /** Bytes a request may have. Default 20 MB: images are part of it. */
  maxBodyBytes?: number
  /** Gets what went wrong and is not shown to the client. What it throws is ignored. */
  onError?: (error: unknown) => void
  /** Calls the model. Default: `streamSimple`. */
  streamFn?: (model: Model, context: Context, options: SimpleStreamOptions) => AsyncIterable<AssistantMessageEvent>
}

const defaultOptions: readonly ProxyOption[] = [
  'temperature',
  'maxTokens',
  'reasoning',
  'thinkingBudgets',
  'thinkingDisplay',
  'cacheRetention',
  'sessionId',
  'toolChoice',
]

/**
 * The server's side of `streamProxy`: serves requests to `/api/stream` wherever there are `Request` and `Response`
 * (Node, Bun, Deno, Workers). Keys stay here, and never get into a response. When the client goes away, the request to
 * the provider is aborted.
 *
 * @example
 * const handle = createProxyHandler({ models: [getModel('openai', 'gpt-4o')], authorize: (token) => isKnown(token) })
 * Bun.serve({ fetch: handle })
 */
export function createProxyHandler(options: ProxyHandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const cors = corsHeaders(request, options.allowedOrigins ?? [])
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
    try {
      return await serve(request, options, cors)
    } catch (error) {
      return refusal(error, options, cors)
    }
  }
}

async function serve(request: Request, options: ProxyHandlerOptions, cors: Headers): Promise<Response> {
  if (request.method !== 'POST') throw new Refused(405, 'Use POST')
  if (!(await options.authorize(tokenOf(request), request))) throw new Refused(401, 'Not authorized')
  const asked = readRequest(await bodyOf(request, options.maxBodyBytes ?? defaultBodyBytes), options)
  const model = modelOf(asked, options.models)
  const apiKey = await options.getApiKey?.(model.provider, request)
  const headers = new Headers(cors)
  headers.set('content-type', 'text/event-stream')
  headers.set('cache-control', 'no-cache')
  headers.set('x-accel-buffering', 'no')
  return new Response(respond({ handler: options, asked, model, apiKey }, request.signal), { headers })
}

const defaultBodyBytes = 20_000_000

async function bodyOf(request: Request, maxBytes: number): Promise<string> {
  const isTooLarge = Number(request.headers.get('content-length') ?? 0) > maxBytes
  const { text, isCut } = isTooLarge ? tooLarge : await readLimited(request.body, { maxBytes })
  if (isCut) throw new Refused(413, 'The request is too large')
  return text
}

const tooLarge = { text: '', isCut: true }

function readRequest(body: string, options: ProxyHandlerOptions): ProxyRequest {
  try {
    return readProxyRequest(body, options.allowedOptions ?? defaultOptions, options)
  } catch (error) {
    throw AIError.is(error) ? new Refused(400, error.message) : error
  }
}

/** Why a request is not served, in a text for the client. */
class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What is not the client's fault is not the client's business. */
function refusal(error: unknown, { onError }: ProxyHandlerOptions, headers: Headers): Response {
  if (error instanceof Refused) return Response.json({ error: error.message }, { status: error.status, headers })
  callSafely(onError, error)
  return Response.json({ error: 'The proxy failed' }, { status: 500, headers })
}

function tokenOf(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

function modelOf({ model: { id, provider } }: ProxyRequest, models: readonly Model[]): Model {
  const model = models.find(
    (candidate) => candidate.id === id && (provider ?? candidate.provider) === candidate.provider,
  )
  if (model) return model
  throw new Refused(404, `Model not available: ${id.slice(0, 100)}`)
}

function corsHeaders(request: Request, allowed: readonly string[]): Headers {
  const origin = request.headers.get('origin')
  if (origin === null || !(allowed.includes('*') || allowed.includes(origin))) return new Headers()
  return new Headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '86400',
    vary: 'origin',
  })
}

/** A request that is served. */
interface Exchange {
  handler: ProxyHandlerOptions
  asked: ProxyRequest
  model: Model
  apiKey: string | undefined
}

/** The body of a response: the provider's events, as fast as the client reads them. Who stops reading stops the provider. */
function respond(exchange: Exchange, client: AbortSignal): ReadableStream<Uint8Array> {
  const upstream = new AbortController()
  const abort = () => upstream.abort()
  if (client.aborted) abort()
  client.addEventListener('abort', abort, { once: true })
  const end = () => client.removeEventListener('abort', abort)
  const clean = redactorOf(secretsIn(exchange))
  const events = ask(exchange, clean, upstream.signal)
  const encode = proxyEncoder(clean)
  const bytes = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await events.next()
        if (!done) return controller.enqueue(bytes.encode(encode(value)))
        controller.close()
      } catch (error) {
        callSafely(exchange.handler.onError, error)
        abort()
        controller.error(new Error('The proxy failed'))
      }
      end()
    },
    cancel() {
      end()
      abort()
      void events.return(undefined).catch(() => {})
    },
  })
}

/** The provider's events. What the stream function throws is the last of them. */
async function* ask(
  exchange: Exchange,
  clean: Redact,
  signal: AbortSignal,
): AsyncGenerator<AssistantMessageEvent, undefined> {
  const { handler, asked, model, apiKey } = exchange
  const { streamFn = streamSimple, options, onError } = handler
  const chosen = { ...capped(asked.options, model), ...options, ...(apiKey !== undefined && { apiKey }), signal }
  try {
    yield* streamFn(model, asked.context, chosen)
  } catch (error) {
    callSafely(onError, error)
    yield* toEvents(emptyDraft(model, Date.now()), [failureOf(redactError(toAIError(error), clean))])
  }
}

/** A client may ask for less than a model can write, not for more. */
function capped(options: SimpleStreamOptions, { maxTokens }: Model): SimpleStreamOptions {
  return options.maxTokens === undefined ? options : { ...options, maxTokens: Math.min(options.maxTokens, maxTokens) }
}

/** All that the request to the provider is sent with. */
function secretsIn({ handler: { options }, model, apiKey }: Exchange): string[] {
  return secretsOf({ model, options: { ...options, apiKey } })
}
