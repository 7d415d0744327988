import { getEnvApiKey } from '../auth/environment.ts'
import { AIError, toAIError } from '../errors/ai-error.ts'
import { emptyDraft, toEvents } from '../message/accumulate.ts'
import { failureOf } from '../message/delta.ts'
import type { AssistantMessageEvent } from '../message/events.ts'
import type { Model } from '../message/model.ts'
import type { Context, SimpleStreamOptions } from '../options/options.ts'
import { streamSimple } from '../stream/stream.ts'
import { proxyEncoder } from './proxy-body.ts'
import { type ProxyOption, type ProxyRequest, readProxyRequest } from './proxy-request.ts'
import { readText } from './read-text.ts'

/** What the server's side of a proxy needs to know. */
export interface ProxyHandlerOptions {
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
  /** Origins of pages whose scripts may ask, for browsers; `*` for all. Default: none but the server's own. */
  allowedOrigins?: readonly string[]
  /** Bytes a request may have. Default 20 MB: pictures are part of it. */
  maxBodyBytes?: number
  /** Told of what went wrong and is not told to the client. */
  onError?: (error: unknown) => void
  /** Asks the model. Default: `streamSimple`. */
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
 * The server's side of `streamProxy`: answers requests to `/api/stream` wherever there are `Request` and `Response`
 * (Node, Bun, Deno, Workers). Keys stay here, and never get into an answer. When the client goes away, the request to
 * the vendor is aborted.
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
  if (!(await options.authorize(tokenOf(request), request))) throw new Refused(401, 'Not authorised')
  const body = await readText(request, options.maxBodyBytes ?? 20_000_000)
  if (body === undefined) throw new Refused(413, 'The request is too large')
  const asked = readProxyRequest(body, options.allowedOptions ?? defaultOptions)
  const model = modelOf(asked, options.models)
  const apiKey = await options.getApiKey?.(model.provider, request)
  const headers = new Headers(cors)
  headers.set('content-type', 'text/event-stream')
  headers.set('cache-control', 'no-cache')
  headers.set('x-accel-buffering', 'no')
  return new Response(answer({ handler: options, asked, model, apiKey }, request.signal), { headers })
}

/** Why a request is not served, in words for the client. */
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
  if (error instanceof AIError && error.code === 'invalid_request') {
    return Response.json({ error: error.message }, { status: 400, headers })
  }
  onError?.(error)
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

/** The body of an answer: the vendor's events, as fast as the client reads them. Who stops reading stops the vendor. */
function answer(exchange: Exchange, client: AbortSignal): ReadableStream<Uint8Array> {
  const upstream = new AbortController()
  const abort = () => upstream.abort()
  if (client.aborted) abort()
  client.addEventListener('abort', abort)
  const events = ask(exchange, upstream.signal)
  const encode = proxyEncoder(secretsOf(exchange))
  const bytes = new TextEncoder()
  const end = () => client.removeEventListener('abort', abort)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next()
      if (!done) return controller.enqueue(bytes.encode(encode(value)))
      end()
      controller.close()
    },
    cancel() {
      end()
      abort()
      void events.return(undefined)
    },
  })
}

/** The vendor's events. What the stream function throws is the last of them. */
async function* ask(exchange: Exchange, signal: AbortSignal): AsyncGenerator<AssistantMessageEvent, undefined> {
  const { handler, asked, model, apiKey } = exchange
  const { streamFn = streamSimple, options, onError } = handler
  const chosen = { ...capped(asked.options, model), ...options, ...(apiKey !== undefined && { apiKey }), signal }
  try {
    yield* streamFn(model, asked.context, chosen)
  } catch (error) {
    onError?.(error)
    yield* toEvents(emptyDraft(model, Date.now()), [failureOf(toAIError(error))])
  }
}

/** A client may ask for less than a model can say, not for more. */
function capped(options: SimpleStreamOptions, { maxTokens }: Model): SimpleStreamOptions {
  return options.maxTokens === undefined ? options : { ...options, maxTokens: Math.min(options.maxTokens, maxTokens) }
}

/** Texts that are keys: the one of the request, that of the environment, and what the model sends in its headers. */
function secretsOf({ handler, model, apiKey }: Exchange): string[] {
  const headers = Object.values({ ...model.headers, ...handler.options?.headers })
  const tokens = headers.flatMap((value) => [value, value.replace(/^\w+ /, '')])
  const known = [apiKey, getEnvApiKey(model.provider), ...tokens]
  return known.filter((secret): secret is string => secret !== undefined && secret.length >= 8)
}
