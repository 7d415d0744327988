import { AgentContext } from '../agent/agent-context.ts'
import { Agent } from '../agent/agent.ts'
import type { AgentContextOptions, ToolLike, ToolCallContextLike } from '../types/agent.ts'
import { type FunctionDefine, type MessageLike, type MessageContent, Role } from '../types/message.ts'
import { delegate, type SubAgentWork } from './delegate.ts'
import { injectArgs, replaceStringWithValues } from './template.ts'

/** Options of an {@link AgentTool}: those of the sub-agent, and the definition that the model sees. */
export type AgentToolOptions = AgentContextOptions & {
  function: FunctionDefine
  type?: string | undefined
}

/**
 * A sub-agent as a tool. Its messages are a template that must end with a user message; `{{name}}` in their texts is
 * replaced by the argument of that name. Every call runs an agent of its own, and the template never changes.
 */
export class AgentTool extends AgentContext implements ToolLike {
  type: string
  function: FunctionDefine

  static replaceStringWithValues = replaceStringWithValues
  static injectArgs = injectArgs

  /** @throws TypeError without a definition, or when the last message of the template is not the user's */
  constructor(options: AgentToolOptions) {
    requireDefinition(options)
    requireUserLast(options.messages ?? [])
    super(options)
    this.type = options.type ?? 'function'
    this.function = options.function
  }

  /** Options for a sub-agent that shares nothing which one run could spoil for the next. */
  toAgentConfig(): AgentContextOptions {
    const { client, model, allowJsonParseError, abortedToolRoundStrategy, abortedToolRoundReason, texts } = this
    const { maxTurns, toolTimeoutMs, maxParallelTools, onWarning } = this
    return {
      client,
      model,
      modelConfig: { ...this.modelConfig },
      messages: structuredClone(this.messages.map((message) => ({ ...message }))),
      tools: [...this.tools],
      allowJsonParseError,
      abortedToolRoundStrategy,
      abortedToolRoundReason,
      texts,
      maxTurns,
      toolTimeoutMs,
      maxParallelTools,
      onWarning,
    }
  }

  async exec(ctx: ToolCallContextLike): Promise<MessageContent> {
    const messages = () => injectArgs(this.messages, ctx.parsedArgs)
    return delegate(ctx, () => new Agent({ ...this.toAgentConfig(), messages: messages() }))
  }

  /** Goes on with a conversation that a sub-agent of this tool had begun. */
  async resume(ctx: ToolCallContextLike, messages: MessageLike[], work: SubAgentWork): Promise<MessageContent> {
    return delegate(ctx, () => new Agent({ ...this.toAgentConfig(), messages }), work)
  }
}

/** @throws TypeError */
export function requireDefinition({ function: definition }: { function?: FunctionDefine }): void {
  if (!definition) throw new TypeError('An agent tool must have a function')
}

/** A sub-agent responds to what stands last, so that has to be the user's. @throws TypeError */
export function requireUserLast(messages: readonly MessageLike[]): void {
  if (messages.at(-1)?.role !== Role.User)
    throw new TypeError('The messages of an agent tool must end with a user message')
}
