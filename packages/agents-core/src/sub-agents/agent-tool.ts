import { AgentContext } from '../agent/agent-context.ts'
import { Agent } from '../agent/agent.ts'
import type { AgentContextOptions, ToolLike, ToolCallContextLike } from '../types/agent.ts'
import { type FunctionDefine, type MessageLike, type MessageContent, Role } from '../types/message.ts'
import { delegate } from './delegate.ts'
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
    }
  }

  async exec(ctx: ToolCallContextLike): Promise<MessageContent> {
    return delegate(ctx, () => {
      const messages = injectArgs(this.messages, ctx.parsedArgs)
      return new Agent({ ...this.toAgentConfig(), messages })
    })
  }
}

/** @throws TypeError */
export function requireDefinition({ function: definition }: { function?: FunctionDefine }): void {
  if (!definition) throw new TypeError('An agent tool must have a function')
}

/** A sub-agent answers what stands last, so that has to be a question. @throws TypeError */
export function requireUserLast(messages: readonly MessageLike[]): void {
  if (messages.at(-1)?.role !== Role.User)
    throw new TypeError('The messages of an agent tool must end with a user message')
}
