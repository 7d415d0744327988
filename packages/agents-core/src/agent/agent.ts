import { formatMessages, formatTools, requireUniqueNames } from '../history/format-history.ts'
import { callHook, dispatchHook } from '../hooks/call-hook.ts'
import { EventBus } from '../hooks/event-bus.ts'
import { warn } from '../hooks/warn.ts'
import { textOf } from '../message/content.ts'
import { Message } from '../message/message.ts'
import { runGroup } from '../run/run.ts'
import { onAbort } from '../session/on-abort.ts'
import { attachSession, rawAgent, sessionOf } from '../session/session.ts'
import type {
  AgentContextOptions,
  AgentEvents,
  AgentLike,
  AgentPlugin,
  AgentTask,
  HookContexts,
  HookName,
  RunOptions,
  SendContext,
  WireMessage,
} from '../types/agent.ts'
import type { Bus } from '../types/bus.ts'
import type { ChatClient } from '../types/client.ts'
import { type MessageContent, type MessageLike, MessageStatus, type ToolDefine, type Usage } from '../types/message.ts'
import type { QueueSizes } from '../types/queue.ts'
import { AgentContext } from './agent-context.ts'

/**
 * An agent on an OpenAI client: it sends messages, streams the responses, runs the tools that the model calls, and goes
 * on until the model is done. Extend it with plugins, watch it through events. It works inside the proxies of Vue, MobX
 * and immer, too.
 *
 * @example
 * const agent = new Agent({ client: new OpenAI(), model: 'gpt-4o', tools: [weather] })
 * agent.events.on('chunk', (chunk) => process.stdout.write(chunk.choices[0]?.delta.content ?? ''))
 * await agent.send('What is the weather in Rome?')
 */
export class Agent<Client extends ChatClient = ChatClient> extends AgentContext<Client> implements AgentLike {
  readonly events: Bus<AgentEvents> = new EventBus<AgentEvents>()
  readonly plugins: AgentPlugin[] = []
  lastUsage?: Usage | undefined

  /** @throws as {@link AgentContext} */
  constructor(options: AgentContextOptions<Client>) {
    super(options)
    attachSession(this)
  }

  get innerLoopsTasks(): ReadonlySet<AgentTask> {
    return sessionOf(this).all
  }

  get innerLoopTasks(): ReadonlySet<AgentTask> {
    return sessionOf(this).inFlight
  }

  get isHasPendingMessage(): boolean {
    return this.messages.some(({ status }) => status === MessageStatus.Pending || status === MessageStatus.Writing)
  }

  /** Registers a plugin, at any time: it is called from the next hook on. */
  use(plugin: AgentPlugin): this {
    this.plugins.push(plugin)
    return this
  }

  /** Calls `onInit` of the plugins that have not been initialized yet, one after the other, however often it is called. */
  init(): Promise<void> {
    return sessionOf(this).initialize(rawAgent(this).plugins)
  }

  /**
   * Says something and drives the agent until it has responded. Failures of the provider, limits and aborts do not
   * reject: they are on the last message (`Error`, `Aborted`) and in the event `error`.
   *
   * @returns `this.messages`
   * @throws HookRejectionError when a hook refuses; whatever a hook throws, as it is
   * @throws AgentBusyError while a `send`, a `run` or work of a plugin is active
   * @throws TypeError when two tools have one name
   */
  async send(content: MessageContent, { signal }: RunOptions = {}): Promise<MessageLike[]> {
    requireUniqueNames(this.tools)
    const ctx = sendContext(this, textOf(content))
    const session = sessionOf(this)
    session.startSending(ctx)
    const stopListening = onAbort(signal, () => session.abort())
    try {
      await callHook(this, 'onBeforeSend', ctx)
      this.events.emit('message-done', this.append(Message.User(content)))
      await this.run(ctx)
    } finally {
      stopListening()
      session.leave(ctx)
    }
    await callHook(this, 'onAfterSend', ctx)
    return this.messages
  }

  /**
   * Responds to what stands in `messages`: requests and tool calls until the model is done. Rejects like
   * {@link Agent.send}.
   *
   * @returns `this.messages`
   */
  async run(ctx: SendContext = sendContext(this, ''), { signal }: RunOptions = {}): Promise<MessageLike[]> {
    requireUniqueNames(this.tools)
    const session = sessionOf(this)
    session.startRunning(ctx)
    const stopListening = onAbort(signal, () => session.abort())
    try {
      await runGroup(this, ctx)
    } finally {
      stopListening()
      session.leave(ctx)
    }
    return this.messages
  }

  /** Ends the run in progress: `send` resolves soon, nothing is left pending, no further request is made. */
  abort(): void {
    sessionOf(this).abort()
  }

  /** Says something to a run in progress: it stands before the next request. Without a run it waits for the next one. */
  steer(content: MessageContent): void {
    enqueue(this, 'steer', content)
  }

  /** Says something when the run in progress is done, which then goes on. Without a run it waits for the next one. */
  followUp(content: MessageContent): void {
    enqueue(this, 'followUp', content)
  }

  /** Emits the event of a hook and calls the plugins; the first string that one returns is returned. */
  dispatchHook<Hook extends HookName>(hook: Hook, ctx: HookContexts[Hook]): Promise<string | undefined> {
    return dispatchHook({ events: this.events, plugins: rawAgent(this).plugins }, hook, ctx)
  }

  /** The messages as they are sent: finished and not omitted, and of their fields only those that a model is to see. */
  formatHistory(): WireMessage[] {
    const { reportedContent } = sessionOf(this)
    const onUnknownContent = (message: MessageLike, type: string) => {
      if (reportedContent.has(message.id)) return
      reportedContent.add(message.id)
      const text = `A message of role ${message.role} holds content of type ${type}, which is sent as what it means or as text`
      warn(this, { code: 'unknown_content', message: text })
    }
    const toolNames = new Set(this.tools.map((tool) => tool.function.name))
    return formatMessages(this.messages, { toolNames, onUnknownContent })
  }

  /** The tools as they are sent; undefined where there are none. */
  formatTools(): ToolDefine[] | undefined {
    return formatTools(this.tools)
  }
}

function enqueue(agent: AgentLike, queue: keyof QueueSizes, content: MessageContent): void {
  const { queues } = sessionOf(agent)
  queues.add(queue, content)
  agent.events.emit('queue', queues.sizes)
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
