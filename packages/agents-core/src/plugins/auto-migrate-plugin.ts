import { Agent } from '../agent/agent.ts'
import { isSent } from '../history/format-history.ts'
import { callsOf } from '../history/reconcile.ts'
import { textOf } from '../message/content.ts'
import { Message } from '../message/message.ts'
import { addUsage, sumUsage } from '../message/usage.ts'
import type { AgentLike, AgentPlugin, SendContext } from '../types/agent.ts'
import { toError } from '../types/errors.ts'
import { type MessageLike, MessageStatus, Role, type Usage } from '../types/message.ts'

/** Options of an {@link AutoMigratePlugin}. */
export interface AutoMigrateOptions {
  /** The history is summed up when the newest request had more tokens than this. */
  maxTokens: number
  /** What becomes of the old messages: they stay, but are not sent (`omit`, the default), or are removed (`prune`). */
  strategy?: 'omit' | 'prune' | undefined
  /** What the model is told to write. Default: a handoff document of six sections. */
  instruction?: string | undefined
  /** Sees the whole old history. What it throws is reported and changes nothing. */
  onBeforeMigrate?: ((agent: AgentLike, promptTokens: number) => unknown) | undefined
  /** Sees the new history and the summary. */
  onMigrated?: ((agent: AgentLike, summary: string) => unknown) | undefined
}

const handoffInstruction = `下面是一段对话记录。请写一份交接文档，让接手的助手不看原文也能继续工作。用以下六个小节，没有内容的写“无”：
1. 断点：正在做什么，做到哪一步
2. 已完成
3. 未完成
4. 记忆：用户的偏好、约定、关键事实
5. 文件：涉及的文件、链接与标识
6. 指示：接下来应如何进行
只输出文档本身。`

/**
 * Sums a long history up after a send, with the agent's own client and model, so that the next request is small. If that
 * fails, the history stays as it is and the failure is told as an `error` event. What it costs stays in `sumUsage`.
 */
export class AutoMigratePlugin implements AgentPlugin {
  readonly options: AutoMigrateOptions

  constructor(options: AutoMigrateOptions) {
    this.options = options
  }

  async onAfterSend({ agent, aborted }: SendContext): Promise<void> {
    const promptTokens = agent.lastUsage?.prompt_tokens ?? 0
    if (aborted || promptTokens <= this.options.maxTokens) return
    const { onBeforeMigrate, onMigrated } = this.options
    await guarded(agent, () => onBeforeMigrate?.(agent, promptTokens))
    const summary = await guarded(agent, () => this.#migrate(agent))
    if (summary !== undefined) await guarded(agent, () => onMigrated?.(agent, summary))
  }

  async #migrate(agent: AgentLike): Promise<string> {
    const { strategy = 'omit', instruction = handoffInstruction } = this.options
    const old = agent.messages.filter((message) => !isInstruction(message) && !message.omit)
    const { text, usage } = await summarise(agent, old.filter(isSent), instruction)
    if (strategy === 'omit') omitAll(agent, old, text, usage)
    else prune(agent, text, usage)
    // The figure is that of a history which is no more.
    agent.lastUsage = undefined
    return text
  }
}

/** What is to stay word for word. Histories from elsewhere may have the newer name of the role. */
function isInstruction({ role }: { role: string }): boolean {
  return role === Role.System || role === 'developer'
}

/** What a callback or the model does wrong is told, and does not undo the send that has succeeded. */
async function guarded<T>(agent: AgentLike, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    agent.events.emit('error', toError(error))
    return undefined
  }
}

async function summarise(agent: AgentLike, old: readonly MessageLike[], instruction: string) {
  const { client, model } = agent
  const messages = [Message.System(instruction), Message.User(transcriptOf(old))]
  const writer = new Agent({ client, model, modelConfig: withoutTools(agent.modelConfig), messages })
  await writer.run()
  const last = writer.messages.at(-1)
  const text = textOf(last?.content)
  if (last?.status !== MessageStatus.Completed || text === '')
    throw new Error(`The history could not be summed up: ${text}`)
  return { text, usage: sumUsage(writer.messages) }
}

function withoutTools({ tools: _tools, tool_choice: _choice, ...config }: Record<string, unknown>) {
  return config
}

function transcriptOf(messages: readonly MessageLike[]): string {
  return messages.map(paragraphOf).join('\n\n')
}

function paragraphOf(message: MessageLike): string {
  const { role, name, content } = message
  const called = callsOf(message).map((call) => `[call ${call.function?.name} ${call.function?.arguments}]`)
  return [`<${name ? `${role} ${name}` : role}>`, textOf(content), ...called].join('\n')
}

function omitAll(agent: AgentLike, old: readonly MessageLike[], text: string, usage: Usage): void {
  for (const message of old) message.omit = true
  agent.append(Message.User(text, { subAgentUsage: usage }))
}

/** What the removed messages had cost is carried on. */
function prune(agent: AgentLike, text: string, usage: Usage): void {
  const kept = agent.messages.filter(isInstruction)
  const removed = agent.messages.filter((message) => !isInstruction(message))
  const subAgentUsage = addUsage(usage, sumUsage(removed))
  agent.messages.splice(0, agent.messages.length, ...kept, Message.User(text, { subAgentUsage }))
}
