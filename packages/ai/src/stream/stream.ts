import type { OptionsOf } from '../apis/options-by-api.ts'
import { builtInApis } from '../apis/registry.ts'
import { AIError } from '../errors/ai-error.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { AssistantMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import type { Context, ProviderStreamOptions, SimpleStreamOptions, StreamOptions } from '../options/options.ts'
import { globalRegistry } from '../values/global-registry.ts'
import { type LoadApi, loadOnce, runStream } from './run.ts'

/** One API, as `stream` and `streamSimple` call it. */
export interface ApiProvider {
  api: string
  stream(model: Model, context: Context, options?: ProviderStreamOptions): AssistantMessageEventStream
  streamSimple(model: Model, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream
}

/** An API by its name. Without a provider it is the built-in one, and each copy of this package uses its own code for it. */
interface Registration {
  provider?: ApiProvider
  sourceId?: string | undefined
}

const own: ReadonlyMap<string, ApiProvider> = new Map(
  Object.entries(builtInApis).map(([api, load]) => [api, checked(createApiProvider(api, load))]),
)
const registered = globalRegistry('api-providers', () => new Map<string, Registration>())
/** What some copy has offered already: a copy that is loaded later does not bring back what was removed. */
const offered = globalRegistry('built-in-apis', () => new Set<string>())
offerBuiltIn()

/** Adds an API, or replaces the one of the same name. `sourceId` groups what an extension brings. */
export function registerApiProvider(provider: ApiProvider, sourceId?: string): void {
  registered.set(provider.api, { provider: checked(provider), sourceId })
}

/** The API of this name, if there is one. */
export function getApiProvider(api: string): ApiProvider | undefined {
  const registration = registered.get(api)
  return registration && (registration.provider ?? own.get(api))
}

/** All APIs, built-in and added. */
export function getApiProviders(): ApiProvider[] {
  return [...registered.keys()].flatMap((api) => getApiProvider(api) ?? [])
}

/** Removes all APIs that were registered under this source. */
export function unregisterApiProviders(sourceId: string): void {
  for (const [api, entry] of registered) if (entry.sourceId === sourceId) registered.delete(api)
}

/** Removes all APIs, the built-in ones too. */
export function clearApiProviders(): void {
  registered.clear()
}

/** Back to the built-in APIs. */
export function resetApiProviders(): void {
  clearApiProviders()
  offered.clear()
  offerBuiltIn()
}

/** The provider of a model's API. */
function apiProviderOf(model: Model): ApiProvider {
  const provider = getApiProvider(model.api)
  if (provider) return provider
  const known = [...registered.keys()].join(', ')
  throw new AIError('unknown_api', `No API provider registered for api: ${model.api}. Registered: ${known}`)
}

/**
 * Adds an API of your own, driven like the built-in ones: loading, retries, abort, timeouts, drops and queueing are done.
 *
 * @param load gives the adapter when it is first asked, e.g. `async () => (await import('./mine.ts')).mine`.
 *
 * @example registerApi('parrot', async () => (await import('./parrot.ts')).parrot)
 */
export function registerApi(api: string, load: LoadApi, sourceId?: string): void {
  registerApiProvider(createApiProvider(api, load), sourceId)
}

/** The stream functions of an API, without registering it. */
export function createApiProvider(api: string, load: LoadApi): ApiProvider {
  const loaded = loadOnce(load)
  return {
    api,
    stream: (model, context, options = {}) => runStream(loaded, model, context, options, () => options),
    streamSimple: (model, context, options = {}) =>
      runStream(loaded, model, context, options, (adapter) => adapter.fromSimple(model, options)),
  }
}

function offerBuiltIn(): void {
  for (const api of own.keys()) {
    if (!offered.has(api)) registered.set(api, {})
    offered.add(api)
  }
}

function checked(provider: ApiProvider): ApiProvider {
  const { api } = provider
  const check = (model: Model) => {
    if (model.api !== api) throw new TypeError(`Mismatched api: ${model.api} expected ${api}`)
  }
  return {
    api,
    stream: (model, context, options) => (check(model), provider.stream(model, context, options)),
    streamSimple: (model, context, options) => (check(model), provider.streamSimple(model, context, options)),
  }
}

/** A function that asks a model, as {@link stream} and {@link streamSimple} do: the events end with `done` or `error`. */
export type StreamFunction<Options = StreamOptions> = (
  model: Model,
  context: Context,
  options?: Options,
) => AssistantMessageEventStream

/**
 * Asks a model and streams its response.
 *
 * @param options of the model's API; see {@link streamSimple} for those that are the same everywhere. For a model of
 * {@link getModel} an option that its API does not have does not compile.
 * @returns events; every failure is the last of them.
 * @throws AIError `unknown_api`, at once
 *
 * @example
 * for await (const event of stream(getModel('openai', 'gpt-4o'), { messages })) {
 *   if (event.type === 'text_delta') process.stdout.write(event.delta)
 * }
 */
export function stream<Api extends string>(
  model: Model<Api>,
  context: Context,
  options?: OptionsOf<Api>,
): AssistantMessageEventStream {
  return apiProviderOf(model).stream(model, context, { ...options })
}

/** The whole response of {@link stream}. A failure is a message, too: look at `stopReason`. */
export async function complete<Api extends string>(
  model: Model<Api>,
  context: Context,
  options?: OptionsOf<Api>,
): Promise<AssistantMessage> {
  return stream(model, context, options).result()
}

/** Asks a model with options that mean the same for every provider, e.g. `reasoning: 'high'`. */
export function streamSimple(
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
): AssistantMessageEventStream {
  return apiProviderOf(model).streamSimple(model, context, options)
}

/** The whole response of {@link streamSimple}. */
export async function completeSimple(
  model: Model,
  context: Context,
  options?: SimpleStreamOptions,
): Promise<AssistantMessage> {
  return streamSimple(model, context, options).result()
}
