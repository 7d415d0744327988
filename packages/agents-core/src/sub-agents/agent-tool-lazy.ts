import { Tool } from '../tools/tool.ts'
import type { AgentLike, ToolArguments, ToolCallContextLike } from '../types/agent.ts'
import type { FunctionDefine, MessageContent, MessageLike } from '../types/message.ts'
import { requireDefinition, requireUserLast } from './agent-tool.ts'
import { delegate, type SubAgentWork } from './delegate.ts'
import { injectArgs } from './template.ts'

/** Makes the agent of one call. Make a new one each time: an agent runs one thing at a time. */
export type BuildAgent = (parsedArgs: ToolArguments, ctx: ToolCallContextLike) => AgentLike | Promise<AgentLike>

/** Options of an {@link AgentToolLazy}. */
export interface AgentToolLazyOptions {
  function: FunctionDefine
  buildAgent: BuildAgent
  /** A template that replaces the messages of the built agent. Default: the agent keeps its own. */
  messages?: MessageLike[] | undefined
  type?: string | undefined
}

/** A sub-agent as a tool that is built when it is called, so agents may refer to each other. */
export class AgentToolLazy extends Tool {
  override type: string
  override function: FunctionDefine
  readonly buildAgent: BuildAgent
  readonly messages: MessageLike[] | undefined

  /** @throws TypeError without a definition, or when there is a template that does not end with a user message */
  constructor(options: AgentToolLazyOptions) {
    super()
    requireDefinition(options)
    if (options.messages) requireUserLast(options.messages)
    this.type = options.type ?? 'function'
    this.function = options.function
    this.buildAgent = options.buildAgent
    this.messages = options.messages
  }

  override async exec(ctx: ToolCallContextLike): Promise<MessageContent> {
    return delegate(ctx, async () => {
      const agent = await this.buildAgent(ctx.parsedArgs, ctx)
      if (this.messages) agent.messages = injectArgs(this.messages, ctx.parsedArgs)
      return agent
    })
  }

  /** Goes on with a conversation that a sub-agent of this tool had begun. */
  async resume(ctx: ToolCallContextLike, messages: MessageLike[], work: SubAgentWork): Promise<MessageContent> {
    const prepare = async () => Object.assign(await this.buildAgent(ctx.parsedArgs, ctx), { messages })
    return delegate(ctx, prepare, work)
  }
}
