import { AIError, type ImageContent, isFailed, type Model, streamSimple } from '@dreb/ai'

import { runAgentLoop } from '../loop/agent-loop.ts'
import { onlyStandard } from '../model/prepare-context.ts'
import { freezeMessage } from '../run/freeze-message.ts'
import { lastSettled } from '../run/resume-point.ts'
import type { AgentEvent, AgentEventSink } from '../types/agent-event.ts'
import type { AfterToolCall, BeforeLlmCall, BeforeLlmCallResult, BeforeToolCall } from '../types/agent-hooks.ts'
import type { AgentLoopConfig, AgentLoopHooks, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { AgentTool, ToolExecutionMode } from '../types/agent-tool.ts'
import type { ThinkingLevel } from '../types/thinking-level.ts'
import { ActiveRun } from './active-run.ts'
import { type AgentOptions, type AgentSettings, type ExportedAgentState, startState } from './agent-options.ts'
import { type AgentState, changesOf, idle } from './agent-state.ts'
import { Listeners } from './listeners.ts'
import { MessageQueue, type QueueMode } from './message-queue.ts'

const busyPrompt =
  'Agent is already processing a prompt. Use steer() or followUp() to queue messages, or wait for completion.'
const busyContinue = 'Agent is already processing. Wait for completion before continuing.'

/**
 * An agent with a memory: it keeps the conversation, runs tools, can be steered while it works, and tells listeners what
 * happens.
 *
 * @example
 * const agent = new Agent({ initialState: { model: getModel('anthropic', 'claude-sonnet-4-6'), tools } })
 * agent.subscribe((event) => console.log(event.type))
 * await agent.prompt('Hello')
 */
export class Agent {
  /** Asks the model; what is assigned counts from the next run on. */
  streamFn: StreamFn
  /** Gives the key for a provider; what is assigned counts from the next run on. */
  getApiKey: AgentLoopHooks['getApiKey']

  readonly #state: AgentState
  readonly #settings: AgentSettings
  readonly #steering: MessageQueue
  readonly #followUps: MessageQueue
  readonly #listeners = new Listeners()
  /** The run that the state follows. */
  #current: ActiveRun | undefined
  /** All runs that are not over: also one that was reset, and one whose `agent_end` is still being told. */
  readonly #runs = new Set<ActiveRun>()

  /** @throws AIError `unknown_model` if the initial state refers to a model that is not registered */
  constructor(options: AgentOptions = {}) {
    const { initialState = {}, steeringMode, followUpMode, streamFn, getApiKey, ...settings } = options
    this.#state = startState(initialState)
    this.#settings = settings
    this.#steering = new MessageQueue(steeringMode ?? 'one-at-a-time', initialState.steering)
    this.#followUps = new MessageQueue(followUpMode ?? 'one-at-a-time', initialState.followUps)
    this.streamFn = streamFn ?? streamSimple
    this.getApiKey = getApiKey
  }

  /** What the agent knows and does right now: one object, always up to date. */
  get state(): AgentState {
    return this.#state
  }

  /**
   * Listens to the events of all runs. Listeners are called in the order they came, after the state has changed. A
   * promise that one returns is awaited before the run goes on; one that fails is reported as the warning
   * `listener_error` and changes nothing.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: AgentEventSink): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Says something to the agent and runs it until it has nothing more to do. Resolves also if the run failed or was
   * aborted: look at `state.error`.
   *
   * @throws AIError `agent_busy` while a run is active, `unknown_model` if no model is set
   */
  prompt(text: string, images?: ImageContent[]): Promise<void>
  prompt(messages: AgentMessage | AgentMessage[]): Promise<void>
  async prompt(input: string | AgentMessage | AgentMessage[], images: ImageContent[] = []): Promise<void> {
    this.#assertReady(busyPrompt)
    return this.#run(toMessages(input, images))
  }

  /**
   * Goes on from the conversation as it is: answers what is at its end, or, after an answer, what is queued. An answer
   * at its end that failed is passed over; it stays on record.
   *
   * @throws AIError `agent_busy`, `unknown_model`, `invalid_request` if there is nothing to answer
   */
  async continue(): Promise<void> {
    this.#assertReady(busyContinue)
    const last = lastSettled(this.#state.messages)
    if (!last) throw new AIError('invalid_request', 'No messages to continue from')
    if (last.role !== 'assistant') return this.#run([])
    const steered = this.#steering.take()
    if (steered.length > 0) return this.#run(steered, 'steered')
    const followed = this.#followUps.take()
    if (followed.length > 0) return this.#run(followed)
    throw new AIError('invalid_request', 'Cannot continue from message role: assistant')
  }

  /**
   * Removes the failed answer at the end of the conversation and asks again.
   *
   * @throws AIError as {@link Agent.continue}, and `invalid_request` if the last answer did not fail
   */
  async retry(): Promise<void> {
    this.#assertReady(busyContinue)
    const { messages } = this.#state
    const last = messages.at(-1)
    if (last?.role !== 'assistant' || !isFailed(last)) {
      throw new AIError('invalid_request', 'Nothing to retry: the last message is not an answer that failed')
    }
    this.replaceMessages(messages.slice(0, -1))
    return this.continue()
  }

  /** Puts a message in before the next request. It waits for the tools of the current message; when idle, for a run. */
  steer(message: AgentMessage): void {
    this.#steering.push(message)
  }

  /** Queues a message for when the agent would stop. */
  followUp(message: AgentMessage): void {
    this.#followUps.push(message)
  }

  /**
   * Stops what is going on. Providers, tools and hooks have 100 ms to come to an end; then they are not waited for any
   * more. Queued messages stay queued.
   */
  abort(): void {
    for (const { controller } of this.#runs) controller.abort()
  }

  /** Resolves when no run is active and all listeners have heard of its end. Do not await it in a listener. */
  async waitForIdle(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all([...this.#runs].map(({ done }) => done))
  }

  /**
   * Forgets the conversation, the error and all queued messages. An active run is aborted; listeners still hear its end,
   * but it changes the state no more.
   */
  reset(): void {
    this.#current?.controller.abort()
    this.#current = undefined
    Object.assign(this.#state, { ...idle(), messages: [], error: undefined })
    this.clearAllQueues()
  }

  /** What is needed to go on later, elsewhere: give it to `initialState`. */
  exportState(): ExportedAgentState {
    const { systemPrompt, model, thinkingLevel, messages } = this.#state
    return {
      systemPrompt,
      ...(this.#hasModel ? { model: { provider: model.provider, id: model.id } } : {}),
      thinkingLevel,
      messages: [...messages],
      steering: this.#steering.list(),
      followUps: this.#followUps.list(),
    }
  }

  // What follows counts from the next run on, but for the queues and `beforeLlmCall`, which count at once.

  /** What the model is told before the conversation. */
  setSystemPrompt(systemPrompt: string): void {
    this.#state.systemPrompt = systemPrompt
  }

  /** The model that answers. */
  setModel(model: Model): void {
    this.#state.model = model
  }

  /** How much the model may reason; `off` asks for none. */
  setThinkingLevel(level: ThinkingLevel): void {
    this.#state.thinkingLevel = level
  }

  /** The tools that the model may call. */
  setTools(tools: AgentTool[]): void {
    this.#state.tools = tools
  }

  /** Replaces the conversation by a copy of the list. */
  replaceMessages(messages: readonly AgentMessage[]): void {
    this.#state.messages = [...messages]
  }

  /** Adds a message at the end of the conversation; asks nobody. */
  appendMessage(message: AgentMessage): void {
    this.#state.messages = [...this.#state.messages, message]
  }

  /** Forgets the conversation, but neither the error nor what is queued. */
  clearMessages(): void {
    this.#state.messages = []
  }

  /** Whether the calls of one message run at the same time; a tool may say otherwise for itself. */
  get toolExecution(): ToolExecutionMode {
    return this.#settings.toolExecution ?? 'parallel'
  }

  /** See {@link Agent.toolExecution}. */
  setToolExecution(mode: ToolExecutionMode): void {
    this.#settings.toolExecution = mode
  }

  /** Looks at each request before it is sent, and may replace its messages or its model. */
  setBeforeLlmCall(hook: BeforeLlmCall | undefined): void {
    this.#settings.beforeLlmCall = hook
  }

  /** Looks at each call before it runs, and may refuse it. */
  setBeforeToolCall(hook: BeforeToolCall | undefined): void {
    this.#settings.beforeToolCall = hook
  }

  /** Looks at each result before the model sees it, and may change it. */
  setAfterToolCall(hook: AfterToolCall | undefined): void {
    this.#settings.afterToolCall = hook
  }

  /** Asked before every request but the first of a run; `false` ends the run. */
  setShouldContinue(hook: (() => boolean) | undefined): void {
    this.#settings.shouldContinue = hook
  }

  /** How many steering messages go into one turn: the oldest, or all. */
  getSteeringMode(): QueueMode {
    return this.#steering.mode
  }

  /** See {@link Agent.getSteeringMode}. */
  setSteeringMode(mode: QueueMode): void {
    this.#steering.mode = mode
  }

  /** How many follow-ups start the next turn: the oldest, or all. */
  getFollowUpMode(): QueueMode {
    return this.#followUps.mode
  }

  /** See {@link Agent.getFollowUpMode}. */
  setFollowUpMode(mode: QueueMode): void {
    this.#followUps.mode = mode
  }

  /** Whether a steering message or a follow-up waits. */
  hasQueuedMessages(): boolean {
    return !this.#steering.isEmpty || !this.#followUps.isEmpty
  }

  /** Drops the steering messages that wait. */
  clearSteeringQueue(): void {
    this.#steering.clear()
  }

  /** Drops the follow-ups that wait. */
  clearFollowUpQueue(): void {
    this.#followUps.clear()
  }

  /** Drops all that waits. */
  clearAllQueues(): void {
    this.clearSteeringQueue()
    this.clearFollowUpQueue()
  }

  /** Ties the requests of a conversation together for vendors that cache by session. */
  get sessionId(): string | undefined {
    return this.#settings.sessionId
  }

  set sessionId(sessionId: string | undefined) {
    this.#set('sessionId', sessionId)
  }

  /** Tokens of reasoning per level, for models that take a number. */
  get thinkingBudgets(): AgentSettings['thinkingBudgets'] {
    return this.#settings.thinkingBudgets
  }

  set thinkingBudgets(budgets: AgentSettings['thinkingBudgets']) {
    this.#set('thinkingBudgets', budgets)
  }

  /** Whether adaptive Claude models return their thinking as text, or only its signature. */
  get thinkingDisplay(): AgentSettings['thinkingDisplay'] {
    return this.#settings.thinkingDisplay
  }

  set thinkingDisplay(display: AgentSettings['thinkingDisplay']) {
    this.#set('thinkingDisplay', display)
  }

  /** The longest wait, in milliseconds, that a vendor may ask for before a retry; 0 is no limit, undefined 60,000. */
  get maxRetryDelayMs(): number | undefined {
    return this.#settings.maxRetryDelayMs
  }

  set maxRetryDelayMs(ms: number | undefined) {
    this.#set('maxRetryDelayMs', ms)
  }

  /** Kept for compatibility: all providers stream over HTTP. */
  get transport(): NonNullable<AgentSettings['transport']> {
    return this.#settings.transport ?? 'sse'
  }

  /** See {@link Agent.transport}. */
  setTransport(transport: NonNullable<AgentSettings['transport']>): void {
    this.#settings.transport = transport
  }

  #set<Key extends keyof AgentSettings>(key: Key, value: AgentSettings[Key] | undefined): void {
    if (value === undefined) delete this.#settings[key]
    else this.#settings[key] = value
  }

  get #hasModel(): boolean {
    return (this.#state.model as Model | undefined) !== undefined
  }

  #assertReady(busyText: string): void {
    if (this.#current) throw new AIError('agent_busy', busyText)
    if (!this.#hasModel) throw new AIError('unknown_model', 'No model configured')
  }

  async #run(prompts: AgentMessage[], origin?: 'steered'): Promise<void> {
    const run = new ActiveRun(this.#settings.onWarning)
    const { systemPrompt, messages, tools } = this.#state
    // What was restored or put in is converted once, too.
    messages.forEach(freezeMessage)
    const config = this.#configOf(run, origin)
    const context = { systemPrompt, messages, tools }
    this.#current = run
    this.#runs.add(run)
    try {
      await runAgentLoop(
        prompts,
        context,
        config,
        (event) => this.#follow(run, event),
        run.controller.signal,
        this.streamFn,
      )
    } finally {
      if (this.#current === run) this.#end()
      this.#runs.delete(run)
      run.end()
    }
  }

  /** One event of a run: first the state, then the listeners. */
  #follow(run: ActiveRun, event: AgentEvent): void | Promise<void> {
    if (this.#current === run) Object.assign(this.#state, changesOf(this.#state, event))
    if (this.#current === run && event.type === 'agent_end') this.#end()
    return this.#listeners.tell(event, run.hearing)
  }

  /** The agent is free again. */
  #end(): void {
    this.#current = undefined
    Object.assign(this.#state, idle())
  }

  /** The settings as they are now, for one run; only `beforeLlmCall` and the queues are read when they are needed. */
  #configOf(run: ActiveRun, origin: 'steered' | undefined): AgentLoopConfig {
    const { model, thinkingLevel } = this.#state
    const beforeLlmCall = () => this.#beforeLlmCallOf(run)
    let isSteered = origin === 'steered'
    return {
      ...this.#settings,
      convertToLlm: this.#settings.convertToLlm ?? onlyStandard,
      model,
      ...(thinkingLevel === 'off' ? {} : { reasoning: thinkingLevel }),
      getApiKey: this.getApiKey,
      get beforeLlmCall() {
        return beforeLlmCall()
      },
      getSteeringMessages: () => {
        // What `continue` took from the queue was this turn's share.
        if (!isSteered) return this.#steering.take()
        isSteered = false
        return []
      },
      getFollowUpMessages: () => this.#followUps.take(),
    }
  }

  #beforeLlmCallOf(run: ActiveRun): BeforeLlmCall | undefined {
    const { beforeLlmCall } = this.#settings
    if (!beforeLlmCall) return undefined
    return async (context, signal) => {
      const replaced = await beforeLlmCall(context, signal)
      if (replaced && !run.controller.signal.aborted) this.#replace(run, replaced)
      return replaced
    }
  }

  #replace(run: ActiveRun, { messages, model }: BeforeLlmCallResult): void {
    // What is no list fails the turn, and then nothing of the answer counts.
    if (messages && !Array.isArray(messages)) return
    const changes = { ...(messages && { messages: [...messages] }), ...(model && { model }) }
    if (this.#current === run) Object.assign(this.#state, changes)
  }
}

function toMessages(input: string | AgentMessage | AgentMessage[], images: ImageContent[]): AgentMessage[] {
  if (typeof input !== 'string') return Array.isArray(input) ? input : [input]
  return [{ role: 'user', content: [{ type: 'text', text: input }, ...images], timestamp: Date.now() }]
}
