import { type AssistantMessage, type AssistantMessageEvent, stream } from '@dreb/ai'
import type { ProviderStreamOptions } from '@dreb/ai'

import type { AttackServer } from '../server/attack-server.ts'
import type { Wire } from '../wires/wire.ts'

/** What a caller saw of a stream. */
export interface Seen {
  events: AssistantMessageEvent[]
  warnings: { code: string; message: string }[]
  /** Undefined: it did not settle in time. */
  result: AssistantMessage | undefined
  /** Milliseconds from the request to the end, and from the abort to the end. */
  tookMs: number
}

/** One request, and how long may pass until it has settled. */
export interface Request {
  server: AttackServer
  wire: Wire
  options: ProviderStreamOptions
  deadlineMs: number
}

const context = {
  messages: [{ role: 'user' as const, content: 'Hello', timestamp: 1 }],
  tools: [{ name: 'act', description: 'Acts', parameters: { type: 'object', properties: { a: { type: 'number' } } } }],
}

/** Sends a request and reads the stream to its end, or until the deadline. */
export async function observe({ server, wire, options, deadlineMs }: Request): Promise<Seen> {
  const seen: Seen = { events: [], warnings: [], result: undefined, tookMs: 0 }
  const started = performance.now()
  const onWarning = (code: string, message: string) => void seen.warnings.push({ code, message })
  const events = stream(wire.model(server.origin), context, { ...wire.options, ...options, onWarning })
  const reading = (async () => {
    for await (const event of events) seen.events.push(event)
    return events.result()
  })()
  seen.result = await within(deadlineMs, reading)
  seen.tookMs = performance.now() - started
  return seen
}

/** The value of a promise, or undefined when the time is up. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)))
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether a condition holds soon. */
export async function soon(condition: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs
  while (!condition()) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return true
}
