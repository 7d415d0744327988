import type { AgentEvent } from '../types/agent-event.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import { type AgentState, plainChangesOf } from './agent-state.ts'

/**
 * The state of an agent. It grows in place, and a snapshot is made only when somebody looks, so that a run costs what
 * its events cost, however long the conversation and however many calls are pending.
 */
export class StateStore {
  #plain: Omit<AgentState, 'messages' | 'pendingToolCalls'>
  #messages: AgentMessage[]
  #pending: Set<string>
  #seenMessages: AgentMessage[] | undefined
  #seenPending: Set<string> | undefined
  #seen: AgentState | undefined

  constructor({ messages, pendingToolCalls, ...plain }: AgentState) {
    this.#plain = plain
    this.#messages = [...messages]
    this.#pending = new Set(pendingToolCalls)
  }

  /** A frozen snapshot: the same object until something changes. */
  get current(): AgentState {
    this.#seenMessages ??= Object.freeze([...this.#messages]) as AgentMessage[]
    this.#seenPending ??= new Set(this.#pending)
    const lists = { messages: this.#seenMessages, pendingToolCalls: this.#seenPending }
    this.#seen ??= Object.freeze({ ...this.#plain, ...lists })
    return this.#seen
  }

  /** The part of the state that does not grow, without making a snapshot. */
  get plain(): Readonly<Omit<AgentState, 'messages' | 'pendingToolCalls'>> {
    return this.#plain
  }

  set({ messages, pendingToolCalls, ...plain }: Partial<AgentState>): void {
    this.#seen = undefined
    Object.assign(this.#plain, plain)
    if (messages) {
      this.#messages = [...messages]
      this.#seenMessages = undefined
    }
    if (pendingToolCalls) {
      this.#pending = new Set(pendingToolCalls)
      this.#seenPending = undefined
    }
  }

  append(message: AgentMessage): void {
    this.#messages.push(message)
    this.#seenMessages = this.#seen = undefined
  }

  /** What an event changes: the same as `reduceAgent`. */
  follow(event: AgentEvent): void {
    if (event.type === 'message_update') return this.#stream(event.message)
    if (event.type === 'message_end') this.append(event.message)
    if (event.type === 'tool_execution_start') this.#changePending(event.toolCallId, 'add')
    if (event.type === 'tool_execution_end') this.#changePending(event.toolCallId, 'delete')
    this.set(plainChangesOf(event))
  }

  /** What `set` would do, without making anything: this comes with every fragment of a response. */
  #stream(message: AgentMessage): void {
    this.#plain.streamMessage = message
    this.#seen = undefined
  }

  #changePending(id: string, change: 'add' | 'delete'): void {
    this.#pending[change](id)
    this.#seenPending = undefined
  }
}
