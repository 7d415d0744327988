import type { OnWarning } from '@dreb/ai'

import { runAgentLoop, runAgentLoopContinue } from '../loop/agent-loop.ts'
import { checkedReplacement, onlyStandard } from '../model/prepare-context.ts'
import { frozenMessage } from '../run/freeze-message.ts'
import type { AgentEvent } from '../types/agent-event.ts'
import type { BeforeLlmCall } from '../types/agent-hooks.ts'
import type { AgentLoopConfig, GetApiKey, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import { ActiveRun } from './active-run.ts'
import type { AgentSettings } from './agent-options.ts'
import { idle } from './agent-state.ts'
import { Listeners, reportFailure } from './listeners.ts'
import type { MessageQueue, QueuedMessages, QueueListener } from './message-queues.ts'
import type { StateStore } from './state-store.ts'

/**
 * What a run begins with: new messages, those that `continue` took from a queue, or, `resumed`, the conversation as it
 * is.
 */
export type Origin = 'prompt' | 'steering' | 'followUps' | 'resumed'

/** One run as the agent asks for it. */
export interface RunRequest {
  origin: Origin
  prompts: readonly AgentMessage[]
  signal: AbortSignal | undefined
  streamFn: StreamFn
  getApiKey: GetApiKey | undefined
}

/** What an agent is made of. */
export interface RunnerParts {
  store: StateStore
  settings: AgentSettings
  steering: MessageQueue
  followUps: MessageQueue
}

/** The inside of an agent: its state, settings, queues and listeners, and the runs that work with them. */
export class Runner {
  readonly store: StateStore
  readonly settings: AgentSettings
  readonly steering: MessageQueue
  readonly followUps: MessageQueue
  readonly listeners = new Listeners()
  readonly queueListeners = new Set<QueueListener>()
  /** The run that the state follows. */
  current: ActiveRun | undefined
  /** All runs that are not over: also one that was reset, and one whose `agent_end` is still being delivered. */
  readonly runs = new Set<ActiveRun>()

  constructor({ store, settings, steering, followUps }: RunnerParts) {
    this.store = store
    this.settings = settings
    this.steering = steering
    this.followUps = followUps
  }

  async run(request: RunRequest): Promise<void> {
    const run = this.#begin(request)
    const { systemPrompt, tools } = this.store.plain
    const context = { systemPrompt, messages: this.store.current.messages, tools }
    const config = this.#configOf(run, request)
    const { signal } = run.controller
    const sink = (event: AgentEvent) => this.#follow(run, event)
    try {
      if (request.origin === 'resumed') await runAgentLoopContinue(context, config, sink, signal, request.streamFn)
      else await runAgentLoop(run.accepted.list(), context, config, sink, signal, request.streamFn)
    } finally {
      if (this.current === run) this.#free()
      this.runs.delete(run)
      run.end()
    }
  }

  /** What is queued, with what the current run has taken but not put into the conversation yet. */
  queued(): QueuedMessages {
    const accepted = this.current?.accepted.list() ?? []
    return { steering: [...accepted, ...this.steering.list()], followUps: this.followUps.list() }
  }

  enqueue(name: keyof QueuedMessages, message: AgentMessage): void {
    this[name].push(message)
    this.#notifyQueues()
  }

  clearQueues(...names: (keyof QueuedMessages)[]): void {
    const full = names.filter((name) => !this[name].isEmpty)
    for (const name of full) this[name].clear()
    if (full.length > 0) this.#notifyQueues()
  }

  /** Forgets the conversation. An active run is aborted and followed no more. */
  reset(): void {
    this.current?.controller.abort()
    this.current = undefined
    this.store.set({ ...idle(), messages: [], error: undefined })
    this.clearQueues('steering', 'followUps')
  }

  #begin({ origin, prompts, signal }: RunRequest): ActiveRun {
    // Frozen copies: what was put in or restored is converted once and stays the caller's.
    const run = new ActiveRun(prompts.map(frozenMessage), this.settings.onWarning, signal)
    this.store.set({ messages: this.store.current.messages.map(frozenMessage) })
    this.current = run
    this.runs.add(run)
    if (origin === 'steering' || origin === 'followUps') this.#notifyQueues()
    return run
  }

  /** One event of a run: first the state, then the listeners. */
  #follow(run: ActiveRun, event: AgentEvent): void | Promise<void> {
    if (this.current === run) {
      if (event.type === 'message_end' && event.message === run.accepted.first()) run.accepted.take()
      this.store.follow(event)
      if (event.type === 'agent_end') this.#free()
    }
    return this.listeners.notify(event, run.delivery)
  }

  /** The agent takes prompts again. */
  #free(): void {
    this.current = undefined
    this.store.set(idle())
  }

  /** The settings as they are now, for one run; only `beforeLlmCall` and the queues are read when they are needed. */
  #configOf(run: ActiveRun, { origin, getApiKey }: RunRequest): AgentLoopConfig {
    const { settings, steering, followUps } = this
    const { model, thinkingLevel } = this.store.plain
    const beforeLlmCall = () => this.#beforeLlmCallOf(run)
    // What `continue` took from the queue was this turn's share.
    let isServed = origin === 'steering'
    return {
      ...settings,
      convertToLlm: settings.convertToLlm ?? onlyStandard,
      model,
      ...(thinkingLevel === 'off' ? {} : { reasoning: thinkingLevel }),
      getApiKey,
      get beforeLlmCall() {
        return beforeLlmCall()
      },
      getSteeringMessages: () => {
        if (!isServed) return this.#takeFrom(steering, run)
        isServed = false
        return []
      },
      getFollowUpMessages: () => this.#takeFrom(followUps, run),
    }
  }

  #takeFrom(queue: MessageQueue, run: ActiveRun): AgentMessage[] {
    // A run that was reset leaves the queues to the next one.
    if (this.current !== run) return []
    const taken = queue.take().map(frozenMessage)
    for (const message of taken) run.accepted.push(message)
    if (taken.length > 0) this.#notifyQueues()
    return taken
  }

  #beforeLlmCallOf(run: ActiveRun): BeforeLlmCall | undefined {
    const { beforeLlmCall } = this.settings
    if (!beforeLlmCall) return undefined
    return async (context, signal) => {
      const given = await beforeLlmCall(context, signal)
      if (!given || run.controller.signal.aborted) return undefined
      const replaced = checkedReplacement(given)
      if (this.current === run) this.store.set(replaced)
      return replaced
    }
  }

  #notifyQueues(): void {
    const { queueListeners, settings } = this
    if (queueListeners.size === 0) return
    const queued = { steering: this.steering.list(), followUps: this.followUps.list() }
    for (const listener of Array.from(queueListeners)) notify(listener, queued, settings.onWarning)
  }
}

function notify(listener: QueueListener, queued: QueuedMessages, onWarning: OnWarning | undefined): void {
  // Async, so that one that throws and one that rejects fail alike.
  const call = async () => listener(queued)
  void call().catch((error: unknown) => reportFailure(error, onWarning))
}
