import type { AgentMessage } from '../types/agent-message.ts'

/** How many messages are taken at a time. */
export type QueueMode = 'one-at-a-time' | 'all'

/** Messages that wait for their turn. */
export class MessageQueue {
  #messages: AgentMessage[]
  mode: QueueMode

  constructor(mode: QueueMode, messages: readonly AgentMessage[] = []) {
    this.mode = mode
    this.#messages = [...messages]
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0
  }

  push(message: AgentMessage): void {
    this.#messages.push(message)
  }

  /** Removes what the mode allows: the oldest message, or all. */
  take(): AgentMessage[] {
    return this.#messages.splice(0, this.mode === 'all' ? this.#messages.length : 1)
  }

  clear(): void {
    this.#messages = []
  }

  /** What waits, oldest first; a copy. */
  list(): AgentMessage[] {
    return [...this.#messages]
  }
}
