import { defineApi } from '../apis/api.ts'
import { AIError, errorText } from '../errors/ai-error.ts'
import { errorCodeOfStatus } from '../errors/parse-error.ts'
import type { FrameDecoder, FrameSink } from '../http/frames.ts'
import { retryAfterOf } from '../http/retry-after.ts'
import { decodeSse } from '../http/sse.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions, Tool } from '../options/options.ts'
import type { ProxyAssistantMessageEvent } from './proxy-event.ts'
import { proxyNormalizer } from './proxy-normalizer.ts'

/** The client's side of a proxy, spoken like any other API. */
export const proxyClient = defineApi({
  api: 'proxy',
  normalizer: () => proxyNormalizer,
  body,
  send,
  decode,
  fromSimple: (_model, options) => ({ ...options }),
})

/** What is passed on of the options. Keys, callbacks and the signal are not. */
const forwarded = [
  'temperature',
  'maxTokens',
  'reasoning',
  'thinkingBudgets',
  'thinkingDisplay',
  'cacheRetention',
  'sessionId',
  'headers',
  'metadata',
  'toolChoice',
  'foreignThinking',
  'transport',
  'maxRetryDelayMs',
] as const

function body(model: Model, context: Context, options: ProviderStreamOptions): object {
  const { headers: _, ...shown } = model
  const entries = forwarded.map((key) => [key, options[key]]).filter(([, value]) => value !== undefined)
  return { model: shown, context: plainContext(context), options: Object.fromEntries(entries) }
}

function plainContext({ systemPrompt, messages, tools }: Context): Context {
  return {
    ...(systemPrompt !== undefined && { systemPrompt }),
    messages,
    ...(tools !== undefined && { tools: tools.map(plainTool) }),
  }
}

function plainTool({ name, description, parameters }: Tool): Tool {
  return { name, description, parameters }
}

async function send(_model: Model, content: object, options: ProviderStreamOptions): Promise<Response> {
  const { authToken, proxyUrl, signal } = options
  if (typeof proxyUrl !== 'string' || typeof authToken !== 'string' || proxyUrl === '') {
    throw new AIError('missing_key', 'streamProxy needs the options proxyUrl and authToken')
  }
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(content),
    ...(signal && { signal }),
  }
  const url = `${proxyUrl.replace(/\/+$/, '')}/api/stream`
  // Looked up when it is called, and called through the global: in browsers `fetch` must keep its `this`.
  const response = await (options.fetch ? options.fetch(url, init) : globalThis.fetch(url, init)).catch(unreachable)
  if (!response.ok) throw await refused(response)
  return response
}

function unreachable(error: unknown): never {
  throw new AIError('connection_failed', `No response from the proxy: ${errorText(error)}`, { cause: error })
}

async function refused(response: Response): Promise<AIError> {
  const { status, statusText, headers } = response
  const text = await response.text().catch(() => '')
  const reason = reasonOf(text) ?? `${status} ${statusText}`.trim()
  return new AIError(errorCodeOfStatus(status), `Proxy error: ${reason}`, {
    status,
    retryAfterMs: retryAfterOf(headers),
  })
}

/** What the proxy says itself. Anything else, such as the page of a gateway, is not for people. */
function reasonOf(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown }
    return typeof error === 'string' && error !== '' ? error : undefined
  } catch {
    return undefined
  }
}

const knownTypes: ReadonlySet<string> = new Set<ProxyAssistantMessageEvent['type']>([
  'start',
  'text_start',
  'text_delta',
  'text_end',
  'thinking_start',
  'thinking_delta',
  'thinking_end',
  'toolcall_start',
  'toolcall_delta',
  'toolcall_end',
  'done',
  'error',
])

/** Server-sent events; what a newer server adds is passed over, and said. */
function decode(sink: FrameSink<ProxyAssistantMessageEvent>): FrameDecoder {
  return decodeSse<ProxyAssistantMessageEvent>({
    chunk: (event) => (knownTypes.has(event.type) ? sink.chunk(event) : warn(sink, event)),
    warn: (code, message) => sink.warn(code, message),
    fail: (error) => sink.fail(error),
    done: () => sink.done(),
  })
}

function warn(sink: FrameSink<ProxyAssistantMessageEvent>, event: object): void {
  sink.warn(
    'proxy_unknown_event',
    `The proxy sent an event that is not known here: ${JSON.stringify(event).slice(0, 200)}`,
  )
}
