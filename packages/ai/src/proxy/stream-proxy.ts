import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions, SimpleStreamOptions } from '../options/options.ts'
import { loadOnce, runStream } from '../stream/run.ts'

/**
 * Options of {@link streamProxy}: those of the provider layer, and where the proxy is. Both of these are needed; they
 * are optional in the type so that `streamProxy` is a stream function like any other. A request without them fails with
 * `missing_key` and says so.
 */
export interface ProxyStreamOptions extends SimpleStreamOptions {
  /** Identifies the client to the proxy; sent as a bearer token. */
  authToken?: string
  /** Base URL of the proxy, e.g. `https://example.com`; requests go to `/api/stream` below it. */
  proxyUrl?: string
}

/**
 * Calls a model through a proxy that holds the keys: a stream function for browsers. The server's side of it is
 * `createProxyHandler` of `@dreb/ai/proxy`.
 *
 * What can be written as JSON is sent: model, context, options. `apiKey`, callbacks and the headers of the model stay
 * here. Every failure is the last event of the stream; a connection that breaks is a dropped stream.
 *
 * @example
 * new Agent({ streamFn: (model, context, options) => streamProxy(model, context, { ...options, authToken, proxyUrl }) })
 */
export function streamProxy(model: Model, context: Context, options: ProxyStreamOptions): AssistantMessageEventStream {
  // A body for the proxy is not a provider's.
  const { onPayload: _, ...rest } = options
  const settings: ProviderStreamOptions = { ...rest }
  return runStream(loadClient, model, context, settings, () => settings)
}

const loadClient = loadOnce(async () => (await import('./proxy-client.ts')).proxyClient)
