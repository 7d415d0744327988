import type { Model, StreamOptions } from '@dreb/ai'

/** One event of a provider's stream. `done` is the bare `[DONE]`; `exception` is an exception frame of AWS. */
export interface WireEvent {
  kind?: 'event' | 'done' | 'exception'
  /** The name of the event, where the protocol has one. */
  name?: string
  data: unknown
}

/** A tool call as a wire opens it; `index` counts the calls of a response. */
export interface WireCall {
  index: number
  id: string
  name: string
}

/** A provider's wire format, as far as an attack needs it: well-formed responses from parts. */
export interface Wire {
  api: string
  framing: 'sse' | 'frames'
  contentType: string
  model: (origin: string) => Model
  /** What a request needs besides an `apiKey`. */
  options?: StreamOptions & Record<string, unknown>
  begin: WireEvent[]
  openText: WireEvent[]
  text: (delta: string) => WireEvent
  closeText: WireEvent[]
  openCall: (call: WireCall) => WireEvent[]
  /** One fragment of arguments: text, or whatever a broken server puts there. `undefined`: the field is missing. */
  argument: (fragment: unknown, call: WireCall) => WireEvent
  closeCall: (call: WireCall) => WireEvent[]
  finish: (reason: 'stop' | 'toolUse') => WireEvent[]
  error: (message: string) => WireEvent
  /** The body of a response to a request that did not ask for a stream. */
  plainResponse: (text: string) => object
  encode: (event: WireEvent) => Uint8Array
  /** Bytes that keep a connection alive and say nothing. */
  keepAlive: Uint8Array
  /** Bytes that begin an event which never ends. */
  endless: Uint8Array
}

/** The events of a response that says `text`, one event per part. */
export function textResponse(wire: Wire, ...text: string[]): WireEvent[] {
  const deltas = text.map((part) => wire.text(part))
  return [...wire.begin, ...wire.openText, ...deltas, ...wire.closeText, ...wire.finish('stop')]
}

/** The events of a response that calls a tool, its arguments in these fragments. */
export function callResponse(wire: Wire, name: string, ...fragments: unknown[]): WireEvent[] {
  return [...openCallResponse(wire, name, ...fragments), ...wire.closeCall(callOf(name)), ...wire.finish('toolUse')]
}

/** The same, up to the last fragment of the arguments. */
export function openCallResponse(wire: Wire, name: string, ...fragments: unknown[]): WireEvent[] {
  const call = callOf(name)
  return [...wire.begin, ...wire.openCall(call), ...fragments.map((fragment) => wire.argument(fragment, call))]
}

function callOf(name: string): WireCall {
  return { index: 0, id: 'call_00000001', name }
}

/** The bytes of these events, one after another. */
export function encodeAll(wire: Wire, events: readonly WireEvent[]): Uint8Array {
  return Buffer.concat(events.map((event) => wire.encode(event)))
}

/** A model for tests, at that address. */
export function modelAt(baseUrl: string, facts: Pick<Model, 'api' | 'provider'> & Partial<Model>): Model {
  return {
    id: 'test-model',
    name: 'Test model',
    baseUrl,
    reasoning: false,
    input: ['text'],
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    contextWindow: 200_000,
    maxTokens: 8192,
    ...facts,
  }
}
