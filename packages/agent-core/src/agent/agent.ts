import { AIError, type ImageContent, type Model, streamSimple } from '@dreb/ai'

import { assertLimits } from '../run/assert-config.ts'
import { isSettled, resumePointOf } from '../run/resume-point.ts'
import type { AgentLoopHooks, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import { AgentBase } from './agent-base.ts'
import {
  type AgentOptions,
  assertModel,
  type ExportedAgentState,
  type PromptOptions,
  startState,
} from './agent-options.ts'
import { MessageQueue } from './message-queues.ts'
import { referenceTo } from './model-reference.ts'
import type { Runner } from './runner.ts'
import { StateStore } from './state-store.ts'

const busyPrompt =
  'Agent is already processing a prompt. Use steer() or followUp() to queue messages, or wait for completion.'
const busyContinue = 'Agent is already processing. Wait for completion before continuing.'

/**
 * An agent with a memory: it keeps the conversation, runs tools, can be steered while it works, and notifies listeners.
 *
 * Its methods are bound: they may be taken off the agent, and called through a Proxy around it.
 *
 * @example
 * const agent = new Agent({ initialState: { model: getModel('anthropic', 'claude-sonnet-4-6'), tools } })
 * agent.subscribe((event) => console.log(event.type))
 * await agent.prompt('Hello')
 */
export class Agent extends AgentBase {
  /** Requests responses; what is assigned counts from the next run on. */
  streamFn: StreamFn
  /** Gives the key for a provider; what is assigned counts from the next run on. */
  getApiKey: AgentLoopHooks['getApiKey']

  /**
   * @throws AIError `unknown_model` if the initial state refers to a model that is not registered or is reached in
   *   another way than it says; `invalid_request` for two tools of one name or a `maxTurns` below 1
   */
  constructor(options: AgentOptions = {}) {
    const { initialState = {}, steeringMode, followUpMode, streamFn, getApiKey, ...settings } = options
    assertLimits(settings)
    super({
      store: new StateStore(startState(initialState)),
      settings,
      steering: new MessageQueue(steeringMode ?? 'one-at-a-time', initialState.steering),
      followUps: new MessageQueue(followUpMode ?? 'one-at-a-time', initialState.followUps),
    })
    this.streamFn = streamFn ?? streamSimple
    this.getApiKey = getApiKey
  }

  /**
   * Gives the agent a message and runs it until it has nothing more to do. Resolves also if the run failed or was
   * aborted: look at `state.error`.
   *
   * @throws AIError `agent_busy` while a run is active, `unknown_model` if no model is set, `invalid_request` for two
   *   tools of one name
   */
  prompt(text: string, images?: ImageContent[], options?: PromptOptions): Promise<void>
  prompt(input: string | AgentMessage | AgentMessage[], options?: PromptOptions): Promise<void>
  async prompt(
    input: string | AgentMessage | AgentMessage[],
    images: ImageContent[] | PromptOptions = [],
    options: PromptOptions = {},
  ): Promise<void> {
    assertReady(this.inner, busyPrompt)
    const [attached, { signal }] = Array.isArray(images) ? [images, options] : [[], images]
    return this.inner.run({ ...start(this, signal), origin: 'prompt', prompts: toMessages(input, attached) })
  }

  /**
   * Goes on from the conversation as it is: responds to what is at its end, or, after a complete response, to what is
   * queued. A response at its end that failed or was only half written is skipped; it stays on record. Calls at its end
   * that have no result, because a process ended inside them, get one that says so; they are not run again.
   *
   * @throws AIError `agent_busy`, `unknown_model`, `invalid_request` if there is nothing to respond to
   */
  async continue(options: PromptOptions = {}): Promise<void> {
    assertReady(this.inner, busyContinue)
    const { kind } = resumePointOf(this.state.messages)
    if (kind === 'empty') throw new AIError('invalid_request', 'No messages to continue from')
    const run = start(this, options.signal)
    if (kind !== 'complete') return this.inner.run({ ...run, origin: 'resumed', prompts: [] })
    for (const origin of ['steering', 'followUps'] as const) {
      const prompts = this.inner[origin].take()
      if (prompts.length > 0) return this.inner.run({ ...run, origin, prompts })
    }
    throw new AIError('invalid_request', 'Cannot continue from message role: assistant')
  }

  /**
   * Removes the failed response at the end of the conversation and requests it again.
   *
   * @throws AIError as {@link Agent.continue}, and `invalid_request` if the last response did not fail
   */
  async retry(options: PromptOptions = {}): Promise<void> {
    assertReady(this.inner, busyContinue)
    const { messages } = this.state
    const last = messages.at(-1)
    if (last?.role !== 'assistant' || isSettled(last)) {
      throw new AIError('invalid_request', 'Nothing to retry: the last message is not a response that failed')
    }
    this.replaceMessages(messages.slice(0, -1))
    return this.continue(options)
  }

  /**
   * Puts a message in before the next request; a text is a message of the user. It waits for the tools of the current
   * message; when idle, for a run.
   */
  steer(message: AgentMessage | string): void {
    this.inner.enqueue('steering', toMessage(message))
  }

  /** Queues a message for when the agent would stop; a text is a message of the user. */
  followUp(message: AgentMessage | string): void {
    this.inner.enqueue('followUps', toMessage(message))
  }

  /**
   * Stops what is going on. Providers, tools and hooks have 100 ms to end; then they are not awaited any more. Queued
   * messages stay queued.
   */
  abort(): void {
    for (const { controller } of this.inner.runs) controller.abort()
  }

  /** Resolves when no run is active and all listeners have heard of its end. Do not await it in a listener. */
  async waitForIdle(): Promise<void> {
    const { runs } = this.inner
    while (runs.size > 0) await Promise.all([...runs].map(({ done }) => done))
  }

  /**
   * Forgets the conversation, the error and all queued messages. An active run is aborted; listeners still hear its end,
   * but it changes the state no more.
   */
  reset(): void {
    this.inner.reset()
  }

  /**
   * What is needed to go on later, elsewhere: give it to `initialState`. It holds no secrets but those that messages
   * hold: of the model's headers only the names.
   */
  exportState(): ExportedAgentState {
    const { store } = this.inner
    const { systemPrompt, thinkingLevel } = store.plain
    const model = store.plain.model as Model | undefined
    return {
      systemPrompt,
      ...(model && { model: referenceTo(model) }),
      thinkingLevel,
      messages: [...store.current.messages],
      ...this.inner.queued(),
    }
  }
}

/** What every run of an agent has in common. */
function start({ streamFn, getApiKey }: Agent, signal: AbortSignal | undefined) {
  return { streamFn, getApiKey, signal }
}

function assertReady({ current, store }: Runner, busyText: string): void {
  if (current) throw new AIError('agent_busy', busyText)
  assertModel(store.plain.model)
}

function toMessages(input: string | AgentMessage | AgentMessage[], images: ImageContent[]): AgentMessage[] {
  if (typeof input !== 'string') return Array.isArray(input) ? input : [input]
  return [{ role: 'user', content: [{ type: 'text', text: input }, ...images], timestamp: Date.now() }]
}

function toMessage(input: AgentMessage | string): AgentMessage {
  if (typeof input !== 'string') return input
  return { role: 'user', content: [{ type: 'text', text: input }], timestamp: Date.now() }
}
