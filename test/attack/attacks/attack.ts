import type { ErrorCode, StopReason, StreamOptions } from '@dreb/ai'

import type { Serve } from '../server/attack-server.ts'
import type { Wire, WireEvent } from '../wires/wire.ts'

/** How a stream ended: by its stop reason, or, where that is `error`, by the code. */
export type Ending = Exclude<StopReason, 'error'> | ErrorCode

/** What a server does to a client, and what must hold. A row of a table; `runAttack` holds what must always hold. */
export interface Attack {
  /** A sentence about the server. */
  name: string
  serve: Serve
  /** The endings that are right. */
  ends: readonly Ending[]
  /** The wires it can be tried on. Default: all. */
  on?: (wire: Wire) => boolean
  /** Options of the request. Default: no retries, an idle timeout of 5 seconds. */
  options?: StreamOptions & Record<string, unknown>
  /** Milliseconds in which the stream must have settled. Default 6,000. */
  deadlineMs?: number
  /** The text of the message, where it is known. */
  text?: string
  /** Must stand in the error message. */
  says?: string
  /** The server must not have been able to send more than this many bytes. */
  maxSent?: number
  /** Requests that the server must have seen. Default 1. */
  requests?: number | 'any'
  /** A warning of this code must have been given. */
  warns?: string
}

/** Wires of server-sent events. */
export function onSse({ framing }: Wire): boolean {
  return framing === 'sse'
}

/** Wires of AWS frames. */
export function onFrames({ framing }: Wire): boolean {
  return framing === 'frames'
}

/** Gemini repeats its end mark and sends parts after it, so only the end of the body ends its responses. */
export function onGemini({ api }: Wire): boolean {
  return api.startsWith('google')
}

/** Whatever a broken response ends as, it is one of these. */
export const brokenEnds: readonly Ending[] = ['stream_dropped', 'malformed_response', 'connection_failed']

/** What is allowed where a response is odd but has its end mark. */
export const oddEnds: readonly Ending[] = [
  ...(['stop', 'toolUse', 'length'] as const),
  ...brokenEnds,
  ...(['server_error', 'content_filter', 'unexpected'] as const),
]

/** Turns every value of an event, from the inside out. */
export function mapValues(event: WireEvent, change: (value: unknown, key: string) => unknown): WireEvent {
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value))
      return change(
        value.map((item) => walk(item, key)),
        key,
      )
    if (typeof value !== 'object' || value === null) return change(value, key)
    return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)])), key)
  }
  return { ...event, data: walk(event.data, '') }
}
