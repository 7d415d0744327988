import type { Model } from '@dreb/ai'

import { assertDistinctNames } from '../run/assert-config.ts'
import type { AgentEventSink } from '../types/agent-event.ts'
import type { AfterToolCall, BeforeLlmCall, BeforeToolCall } from '../types/agent-hooks.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { AgentTool, ToolExecutionMode } from '../types/agent-tool.ts'
import type { ThinkingLevel } from '../types/thinking-level.ts'
import type { AgentSettings } from './agent-options.ts'
import type { AgentState } from './agent-state.ts'
import { bindMembers } from './bind-members.ts'
import type { QueueListener, QueueMode } from './message-queues.ts'
import { Runner, type RunnerParts } from './runner.ts'

/** The part of an agent that is set and read: its state, its settings, its queues, its listeners. */
export abstract class AgentBase {
  /** Not enumerable, so that whoever prints or stores an agent does not get its headers. */
  declare protected readonly inner: Runner

  protected constructor(parts: RunnerParts) {
    Object.defineProperty(this, 'inner', { value: new Runner(parts) })
    bindMembers(this)
  }

  /** What the agent knows and does right now: a snapshot, the same object until something changes. */
  get state(): AgentState {
    return this.inner.store.current
  }

  /**
   * Listens to the events of all runs. Listeners are called in the order they came, after the state has changed. What
   * one returns is ignored, but a promise is awaited before the run goes on; one that fails is reported as the warning
   * `listener_error` and changes nothing.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: AgentEventSink): () => void {
    return this.inner.listeners.add(listener)
  }

  /**
   * Listens to the queues: called at once, with what is queued, whenever a message is queued, taken or dropped, also
   * between runs. What a run has taken and not yet put into the conversation counts as queued in `exportState()`, so a
   * state that is saved here holds every message once. Nothing waits for the listener.
   *
   * @returns a function that ends the subscription
   */
  onQueueChange(listener: QueueListener): () => void {
    this.inner.queueListeners.add(listener)
    return () => void this.inner.queueListeners.delete(listener)
  }

  // What follows counts from the next run on, but for the queues and `beforeLlmCall`, which count at once.

  /** What the model is told before the conversation. */
  setSystemPrompt(systemPrompt: string): void {
    this.inner.store.set({ systemPrompt })
  }

  /** The model that is asked. */
  setModel(model: Model): void {
    this.inner.store.set({ model })
  }

  /** How much the model may reason; `off` asks for none. */
  setThinkingLevel(level: ThinkingLevel): void {
    this.inner.store.set({ thinkingLevel: level })
  }

  /**
   * The tools that the model may call.
   *
   * @throws AIError `invalid_request` for two tools of one name
   */
  setTools(tools: AgentTool[]): void {
    assertDistinctNames(tools)
    this.inner.store.set({ tools })
  }

  /** Replaces the conversation by a copy of the list. */
  replaceMessages(messages: readonly AgentMessage[]): void {
    this.inner.store.set({ messages: [...messages] })
  }

  /** Adds a message at the end of the conversation; makes no request. */
  appendMessage(message: AgentMessage): void {
    this.inner.store.append(message)
  }

  /** Forgets the conversation, but neither the error nor what is queued. */
  clearMessages(): void {
    this.inner.store.set({ messages: [] })
  }

  /** Whether the calls of one message run at the same time; a tool may say otherwise for itself. */
  get toolExecution(): ToolExecutionMode {
    return this.inner.settings.toolExecution ?? 'parallel'
  }

  /** See {@link Agent.toolExecution}. */
  setToolExecution(mode: ToolExecutionMode): void {
    this.inner.settings.toolExecution = mode
  }

  /** Called before each request; may replace messages, model, tools and system prompt. */
  setBeforeLlmCall(hook: BeforeLlmCall | undefined): void {
    this.inner.settings.beforeLlmCall = hook
  }

  /** Called before each tool call; may refuse it. */
  setBeforeToolCall(hook: BeforeToolCall | undefined): void {
    this.inner.settings.beforeToolCall = hook
  }

  /** Called with each result before the model sees it; may change it. */
  setAfterToolCall(hook: AfterToolCall | undefined): void {
    this.inner.settings.afterToolCall = hook
  }

  /** Asked before every request but the first of a run; `false` ends the run. */
  setShouldContinue(hook: (() => boolean) | undefined): void {
    this.inner.settings.shouldContinue = hook
  }

  /** How many steering messages go into one turn: the oldest, or all. */
  getSteeringMode(): QueueMode {
    return this.inner.steering.mode
  }

  /** See {@link Agent.getSteeringMode}. */
  setSteeringMode(mode: QueueMode): void {
    this.inner.steering.mode = mode
  }

  /** How many follow-ups start the next turn: the oldest, or all. */
  getFollowUpMode(): QueueMode {
    return this.inner.followUps.mode
  }

  /** See {@link Agent.getFollowUpMode}. */
  setFollowUpMode(mode: QueueMode): void {
    this.inner.followUps.mode = mode
  }

  /** Whether a steering message or a follow-up waits. */
  hasQueuedMessages(): boolean {
    return !this.inner.steering.isEmpty || !this.inner.followUps.isEmpty
  }

  /** Drops the steering messages that wait. */
  clearSteeringQueue(): void {
    this.inner.clearQueues('steering')
  }

  /** Drops the follow-ups that wait. */
  clearFollowUpQueue(): void {
    this.inner.clearQueues('followUps')
  }

  /** Drops all that waits. */
  clearAllQueues(): void {
    this.inner.clearQueues('steering', 'followUps')
  }

  /** Ties the requests of a conversation together for providers that cache by session. */
  get sessionId(): string | undefined {
    return this.inner.settings.sessionId
  }

  set sessionId(sessionId: string | undefined) {
    assign(this.inner.settings, 'sessionId', sessionId)
  }

  /** Tokens of reasoning per level, for models that take a number. */
  get thinkingBudgets(): AgentSettings['thinkingBudgets'] {
    return this.inner.settings.thinkingBudgets
  }

  set thinkingBudgets(budgets: AgentSettings['thinkingBudgets']) {
    assign(this.inner.settings, 'thinkingBudgets', budgets)
  }

  /** Whether adaptive Claude models return their thinking as text, or only its signature. */
  get thinkingDisplay(): AgentSettings['thinkingDisplay'] {
    return this.inner.settings.thinkingDisplay
  }

  set thinkingDisplay(display: AgentSettings['thinkingDisplay']) {
    assign(this.inner.settings, 'thinkingDisplay', display)
  }

  /** The longest wait, in milliseconds, that a provider may ask for before a retry; 0 is no limit, undefined 60,000. */
  get maxRetryDelayMs(): number | undefined {
    return this.inner.settings.maxRetryDelayMs
  }

  set maxRetryDelayMs(ms: number | undefined) {
    assign(this.inner.settings, 'maxRetryDelayMs', ms)
  }

  /** Kept for compatibility: all providers stream over HTTP. */
  get transport(): NonNullable<AgentSettings['transport']> {
    return this.inner.settings.transport ?? 'sse'
  }

  /** See {@link Agent.transport}. */
  setTransport(transport: NonNullable<AgentSettings['transport']>): void {
    this.inner.settings.transport = transport
  }
}

function assign<Key extends keyof AgentSettings>(
  settings: AgentSettings,
  key: Key,
  value: AgentSettings[Key] | undefined,
): void {
  if (value === undefined) delete settings[key]
  else settings[key] = value
}
