import { addUsage } from '../message/usage.ts'
import type { AgentLike, AgentPlugin, AgentTask, SendContext, ToolCallContextLike } from '../types/agent.ts'
import { AgentBusyError } from '../types/errors.ts'
import { type MessageLike, MessageStatus, type Usage } from '../types/message.ts'

/** One response or one tool call in flight. */
export class Task implements AgentTask {
  readonly message: MessageLike
  readonly #controller = new AbortController()
  /** Its outcome stands: an abort leaves the message alone. */
  isSettled = false

  constructor(message: MessageLike) {
    this.message = message
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isAborted(): boolean {
    return this.#controller.signal.aborted
  }

  abort(): void {
    this.#controller.abort()
  }
}

/** What an agent knows of its run in progress. */
export class Session {
  /** Every task of the run. */
  readonly all = new Set<Task>()
  /** The tasks in flight. */
  readonly inFlight = new Set<Task>()
  isAborted = false
  /** What the run has used so far, sub-agents included. */
  spent: Usage | undefined
  /** How many of the agent's plugins have been initialised. */
  #initialised = 0
  #initialising: Promise<void> = Promise.resolve()
  #phase: 'idle' | 'sending' | 'running' = 'idle'
  #ctx: SendContext | undefined

  /** Initialises the plugins that have not been yet; a second call waits for the first. */
  initialise(plugins: readonly AgentPlugin[]): Promise<void> {
    const initialising = this.#initialising.then(() => this.#initialiseRest(plugins))
    this.#initialising = initialising.catch(() => {}) // told to who asked; whoever asks next tries again
    return initialising
  }

  /** A `send` begins. @throws AgentBusyError */
  startSending(ctx: SendContext): void {
    this.#begin('sending', ctx)
  }

  /** A `run` begins: that of the `send` in progress, or one of its own. @throws AgentBusyError */
  startRunning(ctx: SendContext): void {
    if (this.#phase === 'sending' && this.#ctx === ctx) this.#phase = 'running'
    else this.#begin('running', ctx)
  }

  /** What began with this context is over. */
  leave(ctx: SendContext): void {
    if (this.#ctx !== ctx) return
    this.#phase = 'idle'
    this.#ctx = undefined
    this.all.clear()
    this.inFlight.clear()
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

  /** Marks what is in flight as aborted, then tells it. Nothing is remembered when nothing runs. */
  abort(): void {
    if (this.#phase === 'idle' || this.isAborted) return
    this.isAborted = true
    const open = [...this.inFlight]
    for (const task of open) if (!task.isSettled) task.message.status = MessageStatus.Aborted
    for (const task of open) task.abort()
  }

  async #initialiseRest(plugins: readonly AgentPlugin[]): Promise<void> {
    while (this.#initialised < plugins.length) {
      await plugins[this.#initialised]?.onInit?.()
      this.#initialised += 1
    }
  }

  #begin(phase: 'sending' | 'running', ctx: SendContext): void {
    if (this.#phase !== 'idle') throw new AgentBusyError()
    this.#phase = phase
    this.#ctx = ctx
    this.isAborted = false
    this.spent = undefined
  }
}

// Kept beside the agents and not on them, so that `AgentLike` is the shape that contexts promise and nothing more.
const sessions = new WeakMap<object, Session>()

/** The session of an agent. */
export function sessionOf(agent: Pick<AgentLike, 'messages'>): Session {
  const known = sessions.get(agent)
  if (known) return known
  const session = new Session()
  sessions.set(agent, session)
  return session
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
