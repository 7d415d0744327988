import { Agent } from '../agent/agent.ts'
import { isSent } from '../history/format-history.ts'
import { callsOf } from '../history/reconcile.ts'
import { textOf } from '../message/content.ts'
import { Message } from '../message/message.ts'
import { toError } from '../message/to-error.ts'
import { addUsage, sumUsage } from '../message/usage.ts'
import { withoutToolOptions } from '../request/request-body.ts'
import { onAbort } from '../session/on-abort.ts'
import { rawAgent, sessionOf } from '../session/session.ts'
import type { AgentLike, AgentPlugin, SendContext } from '../types/agent.ts'
import { type MessageLike, MessageStatus, Role, type Usage } from '../types/message.ts'

/** Options of an {@link AutoMigratePlugin}. */
export interface AutoMigrateOptions {
  /** The history is summed up when the newest request had more tokens than this. */
  maxTokens: number
  /** What becomes of the old messages: they stay, but are not sent (`omit`, the default), or are removed (`prune`). */
  strategy?: 'omit' | 'prune' | undefined
  /** What the model is told to write. Default: the agent's text `handoff`, a document of six sections. */
  instruction?: string | undefined
  /** Sees the whole old history. What it throws is reported and changes nothing. */
  onBeforeMigrate?: ((agent: AgentLike, promptTokens: number) => unknown) | undefined
  /** Sees the new history and the summary. */
  onMigrated?: ((agent: AgentLike, summary: string) => unknown) | undefined
}

/**
 * Sums a long history up after a send, with the agent's own client and model, so that the next request is small. The
 * agent is busy meanwhile, and `abort()` ends it. If it fails, the history stays as it is and the failure is an `error`
 * event. While a call waits for a decision it does nothing. What it costs stays in `sumUsage`.
 */
export class AutoMigratePlugin implements AgentPlugin {
  readonly options: AutoMigrateOptions

  constructor(options: AutoMigrateOptions) {
    this.options = options
  }

  async onAfterSend({ agent, aborted }: SendContext): Promise<void> {
    const promptTokens = agent.lastUsage?.prompt_tokens ?? 0
    if (aborted || promptTokens <= this.options.maxTokens || hasWaitingCall(agent)) return
    const { onBeforeMigrate, onMigrated } = this.options
    await guarded(agent, () => onBeforeMigrate?.(agent, promptTokens))
    const summary = await guarded(agent, () => migrate(agent, this.options))
    if (summary !== undefined) await guarded(agent, () => onMigrated?.(agent, summary))
  }
}

function hasWaitingCall({ messages }: AgentLike): boolean {
  return messages.some(({ waiting, omit }) => waiting && !omit)
}

/** What a callback or the model does wrong is reported, and does not undo the send that has succeeded. */
async function guarded<T>(agent: AgentLike, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    agent.events.emit('error', toError(error))
    return undefined
  }
}

/** @returns the summary; undefined after an abort */
async function migrate(
  agent: AgentLike,
  { strategy = 'omit', instruction = agent.texts.handoff }: AutoMigrateOptions,
): Promise<string | undefined> {
  const old = agent.messages.filter((message) => !isInstruction(message))
  const summary = await summarize(agent, old.filter(isSent), instruction)
  if (!summary) return undefined
  if (strategy === 'omit') omitAll(agent, old, summary)
  else prune(agent, old, summary)
  // The figure is that of a history which is no more.
  agent.lastUsage = undefined
  return summary.text
}

/** What is to stay word for word. Histories from elsewhere may have the newer name of the role. */
function isInstruction({ role }: { role: string }): boolean {
  return role === Role.System || role === 'developer'
}

interface Summary {
  text: string
  usage: Usage
}

async function summarize(
  agent: AgentLike,
  old: readonly MessageLike[],
  instruction: string,
): Promise<Summary | undefined> {
  const writer = writerOf(agent, old, instruction)
  const session = sessionOf(agent)
  session.startWork()
  const task = session.startTask(Message.Assistant())
  const stopListening = onAbort(task.signal, () => writer.abort())
  try {
    await writer.run()
  } finally {
    stopListening()
    session.endWork()
  }
  return task.isAborted ? undefined : summaryOf(writer)
}

function writerOf(agent: AgentLike, old: readonly MessageLike[], instruction: string): Agent {
  const { response_format: _, ...modelConfig } = withoutToolOptions(agent.modelConfig)
  const messages = [Message.System(instruction), Message.User(transcriptOf(old))]
  return new Agent({ client: rawAgent(agent).client, model: agent.model, modelConfig, messages, texts: agent.texts })
}

function summaryOf(writer: Agent): Summary {
  const last = writer.messages.at(-1)
  const text = textOf(last?.content)
  if (last?.status !== MessageStatus.Completed || text === '')
    throw new Error(`The history could not be summed up: ${text || 'the model wrote no text'}`)
  return { text, usage: sumUsage(writer.messages) }
}

function transcriptOf(messages: readonly MessageLike[]): string {
  return messages.map(paragraphOf).join('\n\n')
}

function paragraphOf(message: MessageLike): string {
  const { role, name, content } = message
  const called = callsOf(message).map((call) => `[call ${call.function?.name} ${call.function?.arguments}]`)
  return [`<${name ? `${role} ${name}` : role}>`, textOf(content), ...called].join('\n')
}

/** The summary takes the place of the old messages: what came meanwhile stands behind it. */
function omitAll(agent: AgentLike, old: readonly MessageLike[], { text, usage }: Summary): void {
  for (const message of old) message.omit = true
  const last = old.at(-1)
  const at = last === undefined ? agent.messages.length : agent.messages.lastIndexOf(last) + 1
  agent.messages.splice(at, 0, Message.User(text, { subAgentUsage: usage }))
}

/** What the removed messages had cost is carried on. */
function prune(agent: AgentLike, old: readonly MessageLike[], { text, usage }: Summary): void {
  const removed = new Set(old)
  const at = agent.messages.findIndex((message) => removed.has(message))
  const before = agent.messages.slice(0, Math.max(at, 0))
  const behind = agent.messages.slice(Math.max(at, 0)).filter((message) => !removed.has(message))
  const [kept, later] = [behind.filter(isInstruction), behind.filter((message) => !isInstruction(message))]
  const summary = Message.User(text, { subAgentUsage: addUsage(usage, sumUsage(old)) })
  agent.messages.splice(0, agent.messages.length, ...before, ...kept, summary, ...later)
}
