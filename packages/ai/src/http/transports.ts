import { globalRegistry } from '../values/global-registry.ts'
import { assertSendableHeaders } from './check-request.ts'
import { type SdkRequest, sendThroughClient, type Transport } from './sdk-request.ts'

/** The SDKs whose requests a transport can take over. */
export type SdkName = 'openai' | 'azure' | 'anthropic'

/** The SDKs themselves, loaded when they are first needed. */
const sdks: Readonly<Record<SdkName, () => Promise<Transport>>> = {
  openai: once(async () => (await import('./openai-sdk.ts')).sendThroughOpenAI),
  azure: once(async () => (await import('./openai-sdk.ts')).sendThroughAzure),
  anthropic: once(async () => (await import('./anthropic-sdk.ts')).sendThroughAnthropic),
}

const replacements = globalRegistry('transports', () => new Map<SdkName, Transport>())

/** Sends all requests of an SDK in another way from now on. */
export function replaceTransport(name: SdkName, transport: Transport): void {
  replacements.set(name, transport)
}

/** Back to the SDKs. */
export function restoreTransports(): void {
  replacements.clear()
}

/** Starts loading the SDK beside the code that needs it, so that the first request waits for both together. */
export function preloadTransport(name: SdkName): void {
  if (!replacements.has(name)) void sdks[name]().catch(() => {})
}

/** Sends a request through the caller's client if there is one, else through the SDK or what replaces it. */
export async function sendWith(name: SdkName, request: SdkRequest): Promise<Response> {
  assertSendableHeaders(request.headers)
  if (request.client) return sendThroughClient(request.client, request)
  const transport = replacements.get(name) ?? (await sdks[name]())
  return transport(request)
}

/** A load that failed is tried again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  const forget = (error: unknown): never => {
    loading = undefined
    throw error
  }
  return () => (loading ??= load().catch(forget))
}
