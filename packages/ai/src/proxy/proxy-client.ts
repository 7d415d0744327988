import { defineApi } from '../apis/api.ts'
import { urlSecrets } from '../auth/secrets.ts'
import { AIError } from '../errors/ai-error.ts'
import { errorCodeOfStatus } from '../errors/parse-error.ts'
import { type Redact, redactError, redactorOf } from '../errors/redact.ts'
import { assertSendableHeaders, assertSendableUrl } from '../http/check-request.ts'
import type { FrameDecoder, FrameSink } from '../http/frames.ts'
import { readLimited } from '../http/read-limited.ts'
import { refuseRedirect } from '../http/redirects.ts'
import { errorBodyTimeoutMs, toRequestError } from '../http/request-error.ts'
import { retryAfterOf } from '../http/retry-after.ts'
import { decodeSse } from '../http/sse.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions, Tool } from '../options/options.ts'
import { tryParseJson, isRecord } from '../values/json.ts'
import { defaultLimits, type ResponseLimits } from '../values/limits.ts'
import { textOf } from '../values/text.ts'
import { withoutTrailingSlashes } from '../values/trailing-slashes.ts'
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

/** How errors name the proxy. */
const proxyName = 'The proxy'

async function send(_model: Model, content: object, options: ProviderStreamOptions): Promise<Response> {
  const { authToken, proxyUrl, signal } = options
  if (typeof proxyUrl !== 'string' || typeof authToken !== 'string' || proxyUrl === '') {
    throw new AIError('missing_key', 'streamProxy needs the options proxyUrl and authToken')
  }
  const url = `${withoutTrailingSlashes(proxyUrl)}/api/stream`
  const clean = redactorOf([authToken, ...urlSecrets(proxyUrl)])
  // In a browser the address may be relative to the page.
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) assertSendableUrl(url, 'the proxy', 'proxyUrl')
  const headers = { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' }
  assertSendableHeaders(headers)
  const body = JSON.stringify(content)
  const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual', ...(signal && { signal }) }
  // Looked up when it is called, and called through the global: in browsers `fetch` must keep its `this`.
  const response = await (options.fetch ? options.fetch(url, init) : globalThis.fetch(url, init)).catch(
    (error: unknown) => {
      throw unreachable(error, clean)
    },
  )
  refuseRedirect(response, url, proxyName)
  if (!response.ok) throw redactError(await refused(response, signal), clean)
  return response
}

function unreachable(error: unknown, clean: Redact): AIError {
  const { code, message, cause } = toRequestError(error, 'the proxy')
  return redactError(new AIError(code, message, { cause }), clean)
}

async function refused(response: Response, signal: AbortSignal | undefined): Promise<AIError> {
  const { status, statusText, headers } = response
  const { maxErrorBytes } = defaultLimits
  const { text } = await readLimited(response.body, { maxBytes: maxErrorBytes, timeoutMs: errorBodyTimeoutMs, signal })
  const reason = reasonOf(text) ?? `${status} ${statusText}`.trim()
  return new AIError(errorCodeOfStatus(status), `Proxy error: ${reason}`, {
    status,
    retryAfterMs: retryAfterOf(headers),
  })
}

/** The error that the proxy itself reports. Anything else, such as the page of a gateway, is not shown. */
function reasonOf(body: string): string | undefined {
  const json = tryParseJson(body)
  const error = isRecord(json) ? json['error'] : undefined
  return typeof error === 'string' && error !== '' ? error : undefined
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

/** Server-sent events; what a newer server adds is ignored, with a warning. */
function decode(sink: FrameSink<ProxyAssistantMessageEvent>, limits?: ResponseLimits): FrameDecoder {
  const chunk = (event: ProxyAssistantMessageEvent): void =>
    isRecord(event) && knownTypes.has(event.type) ? sink.chunk(event) : warn(sink, event)
  return decodeSse<ProxyAssistantMessageEvent>(
    {
      chunk,
      warn: (code, message) => sink.warn(code, message),
      fail: (error) => sink.fail(error),
      done: () => sink.done(),
    },
    limits,
  )
}

function warn(sink: FrameSink<ProxyAssistantMessageEvent>, event: unknown): void {
  sink.warn('proxy_unknown_event', `The proxy sent an event that is not known here: ${textOf(event).slice(0, 200)}`)
}
