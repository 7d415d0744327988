import { addUsage } from '../message/usage.ts'
import type { AgentLike, AgentPlugin, AgentTask, SendContext, ToolCallContextLike } from '../types/agent.ts'
import { AgentBusyError } from '../types/errors.ts'
import { type MessageLike, MessageStatus, type Usage } from '../types/message.ts'
import { Queues } from './queues.ts'

/** One response or one tool call in flight. */
export class Task implements AgentTask {
  readonly message: MessageLike
  readonly signal: AbortSignal
  /** Aborted by the user; a tool that took too long is not. */
  isAborted = false
  /** Its outcome stands: an abort leaves the message alone. */
  isSettled = false
  /** The event `message-done` has been emitted. */
  isAnnounced = false
  /** Makes the signal fire. */
  readonly fire: () => void

  constructor(message: MessageLike) {
    const controller = new AbortController()
    this.message = message
    this.signal = controller.signal
    this.fire = () => controller.abort()
  }

  abort(): void {
    this.isAborted = true
    this.fire()
  }
}

/** What keeps an agent busy: a `send`, a `run` (its own or that of a send), or work of plugins between them. */
type Phase = 'idle' | 'sending' | 'running' | 'working'

/** What an agent knows of its run in progress. */
export class Session {
  /** Every task of the run. */
  readonly all = new Set<Task>()
  /** The tasks in flight. */
  readonly inFlight = new Set<Task>()
  readonly queues = new Queues()
  /** Ids of messages whose unknown content has been reported. */
  readonly reportedContent = new Set<string>()
  isAborted = false
  /** The run stopped because a call, its own or that of a sub-agent, waits for a decision. */
  isWaiting = false
  /** Why the run ended before its work was done. */
  limit: Error | undefined
  /** What the run has used so far, sub-agents included. */
  spent: Usage | undefined
  /** What the newest round called and got, and in how many rounds in a row. */
  repeats = { signature: '', count: 0 }
  /** The call that this agent works for, if it is a sub-agent. */
  host: ToolCallContextLike | undefined
  /** How many of the agent's plugins have been initialized. */
  private initialized = 0
  private initializing: Promise<void> = Promise.resolve()
  private phase: Phase = 'idle'
  private ctx: SendContext | undefined
  private workers = 0

  /** Initializes the plugins that have not been yet; a second call waits for the first. */
  initialize(plugins: readonly AgentPlugin[]): Promise<void> {
    const initializing = this.initializing.then(() => this.initializeRest(plugins))
    this.initializing = initializing.catch(() => {}) // its caller hears of it; whoever calls next tries again
    return initializing
  }

  /** A `send` begins. @throws AgentBusyError */
  startSending(ctx: SendContext): void {
    this.begin('sending', ctx)
  }

  /** A `run` begins: that of the `send` in progress, or one of its own. @throws AgentBusyError */
  startRunning(ctx: SendContext): void {
    if (this.phase === 'sending' && this.ctx === ctx) this.phase = 'running'
    else this.begin('running', ctx)
  }

  /** What began with this context is over. */
  leave(ctx: SendContext): void {
    if (this.ctx !== ctx) return
    this.ctx = undefined
    this.clear()
  }

  /** A plugin works on the agent between runs, perhaps several at a time. @throws AgentBusyError while a run is active */
  startWork(): void {
    if (this.phase !== 'working') this.begin('working', undefined)
    this.workers += 1
  }

  /** Such work is over. */
  endWork(): void {
    this.workers -= 1
    if (this.workers === 0) this.clear()
  }

  startTask(message: MessageLike): Task {
    const task = new Task(message)
    this.all.add(task)
    this.inFlight.add(task)
    return task
  }

  endTask(task: Task): void {
    this.inFlight.delete(task)
  }

  spend(usage: Usage): void {
    this.spent = addUsage(this.spent, usage)
  }

  /** Marks what is in flight as aborted, then lets its signals fire. Nothing is remembered when nothing runs. */
  abort(): void {
    if (this.phase === 'idle' || this.isAborted) return
    this.isAborted = true
    const open = [...this.inFlight]
    for (const task of open) if (!task.isSettled) task.message.status = MessageStatus.Aborted
    for (const task of open) task.abort()
  }

  private async initializeRest(plugins: readonly AgentPlugin[]): Promise<void> {
    while (this.initialized < plugins.length) {
      await plugins[this.initialized]?.onInit?.()
      this.initialized += 1
    }
  }

  private begin(phase: Phase, ctx: SendContext | undefined): void {
    if (this.phase !== 'idle') throw new AgentBusyError()
    this.phase = phase
    this.ctx = ctx
    this.isAborted = false
    this.isWaiting = false
    this.limit = undefined
    this.repeats = { signature: '', count: 0 }
    this.spent = undefined
  }

  private clear(): void {
    this.phase = 'idle'
    this.all.clear()
    this.inFlight.clear()
  }
}

const sessionKey = Symbol('session')

/** The session of an agent, with the agent as it was made. */
interface Attached {
  readonly session: Session
  readonly agent: AgentLike
}

/**
 * Gives an agent its session. It is kept behind a function on the agent: a reactive proxy (Vue, MobX) wraps objects but
 * not what a function returns, so the agent and all proxies around it share one session.
 */
export function attachSession(agent: AgentLike): void {
  const attached: Attached = { session: new Session(), agent }
  Object.defineProperty(agent, sessionKey, { value: () => attached })
}

/** The session of an agent; agents that are none of ours have one that knows nothing. */
export function sessionOf(agent: Pick<AgentLike, 'messages'>): Session {
  return attachedTo(agent)?.session ?? new Session()
}

/**
 * The agent itself, if a proxy stands for it. Clients, tools and plugins are taken from it: classes of others may have
 * `#private` members, which do not work through a proxy.
 */
export function rawAgent(agent: AgentLike): AgentLike {
  return attachedTo(agent)?.agent ?? agent
}

function attachedTo(agent: object): Attached | undefined {
  return (agent as { [sessionKey]?: () => Attached })[sessionKey]?.()
}

const delegating = new WeakSet<ToolCallContextLike>()

/** Notes that a tool call hands its work to another agent, which obeys the signal: it is worth waiting for. */
export function markDelegating(ctx: ToolCallContextLike): void {
  delegating.add(ctx)
}

/** Whether a tool call was marked by {@link markDelegating}. */
export function isDelegating(ctx: ToolCallContextLike): boolean {
  return delegating.has(ctx)
}
