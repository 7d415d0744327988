import { Fifo } from '../run/fifo.ts'
import type { AgentMessage } from '../types/agent-message.ts'

/** How many messages are taken at a time. */
export type QueueMode = 'one-at-a-time' | 'all'

/** What is queued, oldest first. */
export interface QueuedMessages {
  steering: AgentMessage[]
  followUps: AgentMessage[]
}

/** Hears of every change of the queues. It may return anything; nothing waits for it. */
export type QueueListener = (queued: QueuedMessages) => unknown

/** Messages that wait for their turn. */
export class MessageQueue {
  readonly #messages: Fifo<AgentMessage>
  mode: QueueMode

  constructor(mode: QueueMode, messages: readonly AgentMessage[] = []) {
    this.mode = mode
    this.#messages = new Fifo(messages)
  }

  get isEmpty(): boolean {
    return this.#messages.size === 0
  }

  push(message: AgentMessage): void {
    this.#messages.push(message)
  }

  /** Removes what the mode allows: the oldest message, or all. */
  take(): AgentMessage[] {
    return this.#messages.take(this.mode === 'all' ? this.#messages.size : 1)
  }

  clear(): void {
    this.#messages.clear()
  }

  /** What waits, oldest first; a copy. */
  list(): AgentMessage[] {
    return this.#messages.list()
  }
}
