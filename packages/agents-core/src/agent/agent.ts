import { formatMessages, formatTools } from '../history/format-history.ts'
import { dispatchGate, dispatchHook } from '../hooks/dispatch-hook.ts'
import { EventBus } from '../hooks/event-bus.ts'
import { textOf } from '../message/content.ts'
import { Message } from '../message/message.ts'
import { runGroup } from '../run/run.ts'
import { sessionOf } from '../session/session.ts'
import type {
  AgentLike,
  AgentEvents,
  AgentPlugin,
  AgentTask,
  HookContexts,
  HookName,
  SendContext,
  WireMessage,
} from '../types/agent.ts'
import type { Bus } from '../types/bus.ts'
import { type MessageLike, type MessageContent, MessageStatus, type ToolDefine, type Usage } from '../types/message.ts'
import { AgentContext } from './agent-context.ts'

/**
 * An agent on an OpenAI client: it sends messages, streams the answers, runs the tools that the model calls, and goes on
 * until the model is done. Extend it with plugins, watch it through events.
 *
 * @example
 * const agent = new Agent({ client: new OpenAI(), model: 'gpt-4o', tools: [weather] })
 * agent.events.on('chunk', (chunk) => process.stdout.write(chunk.choices[0]?.delta.content ?? ''))
 * await agent.send('What is the weather in Rome?')
 */
export class Agent extends AgentContext implements AgentLike {
  readonly events: Bus<AgentEvents> = new EventBus<AgentEvents>()
  readonly plugins: AgentPlugin[] = []
  lastUsage?: Usage | undefined

  get innerLoopsTasks(): ReadonlySet<AgentTask> {
    return sessionOf(this).all
  }

  get innerLoopTasks(): ReadonlySet<AgentTask> {
    return sessionOf(this).inFlight
  }

  get isHasPendingMessage(): boolean {
    return this.messages.some(({ status }) => status === MessageStatus.Pending || status === MessageStatus.Writing)
  }

  /** Registers a plugin, at any time: it is asked from the next hook on. */
  use(plugin: AgentPlugin): this {
    this.plugins.push(plugin)
    return this
  }

  /** Calls `onInit` of the plugins that have not been initialised yet, one after the other, whoever else asks for it. */
  init(): Promise<void> {
    return sessionOf(this).initialise(this.plugins)
  }

  /**
   * Says something and drives the agent until it has answered. Failures of the provider and aborts do not reject: they are
   * on the last message (`Error`, `Aborted`).
   *
   * @returns `this.messages`
   * @throws HookRejectionError when a hook refuses; whatever a hook throws
   * @throws AgentBusyError while a `send` or `run` is active
   */
  async send(content: MessageContent): Promise<MessageLike[]> {
    const ctx = sendContext(this, textOf(content))
    const session = sessionOf(this)
    session.startSending(ctx)
    try {
      await dispatchGate(this, 'onBeforeSend', ctx)
      this.append(Message.User(content))
      await this.run(ctx)
    } finally {
      session.leave(ctx)
    }
    await this.dispatchHook('onAfterSend', ctx)
    return this.messages
  }

  /**
   * Answers what stands in `messages`: requests and tool calls until the model is done. Rejects like {@link Agent.send}.
   *
   * @returns `this.messages`
   */
  async run(ctx: SendContext = sendContext(this, '')): Promise<MessageLike[]> {
    const session = sessionOf(this)
    session.startRunning(ctx)
    try {
      await runGroup(this, ctx)
    } finally {
      session.leave(ctx)
    }
    return this.messages
  }

  /** Ends the run in progress: `send` resolves soon, nothing is left pending, no further request is made. */
  abort(): void {
    sessionOf(this).abort()
  }

  /** Emits the event of a hook and asks the plugins; the first string that one answers is returned. */
  dispatchHook<Hook extends HookName>(hook: Hook, ctx: HookContexts[Hook]): Promise<string | undefined> {
    return dispatchHook(this, hook, ctx)
  }

  /** The messages as they are sent: finished and not omitted, and of their fields only those that a model is to see. */
  formatHistory(): WireMessage[] {
    return formatMessages(this.messages)
  }

  /** The tools as they are sent; undefined where there are none. */
  formatTools(): ToolDefine[] | undefined {
    return formatTools(this.tools)
  }
}

function sendContext(agent: AgentLike, content: string): SendContext {
  return {
    agent,
    content,
    get messages() {
      return agent.messages.slice()
    },
  }
}
