import type { AssistantMessage, Message } from '@dreb/ai'

import type { AgentMessage } from '../types/agent-message.ts'

/** Messages that this module made and froze to the last leaf. */
const frozen = new WeakSet<AgentMessage>()

/**
 * The message as the conversation keeps it: a frozen copy, so that its form for a provider is made once and the caller's
 * object stays the caller's. The same object if it is one already. Messages of the application are kept as they are,
 * and so are the details of tool results: they may be anything.
 */
export function frozenMessage<M extends AgentMessage>(message: M): M {
  if (frozen.has(message) || !isStandard(message)) return message
  const usage = message.role === 'assistant' && { usage: frozenCopy(message.usage) }
  const copy: M = Object.freeze({ ...message, content: frozenCopy(message.content), ...usage })
  frozen.add(copy)
  return copy
}

/** As {@link frozenMessage}, of a response that has ended, with the time it took. */
export function finishMessage(message: AssistantMessage, durationMs: number): AssistantMessage {
  return frozenMessage({ ...message, durationMs })
}

/** Whether a message is of a kind that models understand, and not one the application added. */
export function isStandard(message: AgentMessage): message is Message {
  return message.role === 'user' || message.role === 'assistant' || message.role === 'toolResult'
}

/** Data nested deeper than this is kept by reference. */
const deepest = 200

/**
 * A frozen copy of plain data. What is no plain data of its own (instances of classes, buffers, `Object.prototype`
 * itself) is kept by reference and never frozen.
 */
function frozenCopy<T>(value: T, depth = 0): T {
  if (depth > deepest) return value
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => frozenCopy(item, depth + 1))) as T
  if (!isPlainObject(value)) return value
  const copy = {}
  for (const [key, part] of Object.entries(value)) setOwn(copy, key, frozenCopy(part, depth + 1))
  return Object.freeze(copy) as T
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || value === Object.prototype) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A key may be `__proto__`, which an assignment would not make a property of. */
function setOwn(target: object, key: string, value: unknown): void {
  if (key !== '__proto__') (target as Record<string, unknown>)[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true })
}
