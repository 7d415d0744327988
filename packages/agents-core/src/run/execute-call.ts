import { callHook } from '../hooks/call-hook.ts'
import { warn } from '../hooks/warn.ts'
import { toResult } from '../message/content.ts'
import { rawAgent, type Task } from '../session/session.ts'
import { checkArguments, needsCheck } from '../tools/check-arguments.ts'
import { ToolCallContext } from '../tools/tool-call-context.ts'
import type { AgentLike, ToolCallContextLike, ToolLike } from '../types/agent.ts'
import type { MessageContent, ToolCall } from '../types/message.ts'

/** What comes before a tool runs: the context of its call. @throws SyntaxError unless `allowJsonParseError` */
export function contextOf(agent: AgentLike, call: ToolCall, task: Task): ToolCallContext {
  const { allowJsonParseError } = agent
  const tool = toolNamed(agent, call.function?.name)
  return new ToolCallContext({
    agent,
    tool_call: call,
    tool,
    resultMessage: task.message,
    allowJsonParseError,
    signal: task.signal,
  })
}

/** The registered tool of a name. */
function toolNamed(agent: AgentLike, name: string | undefined): ToolLike | undefined {
  return rawAgent(agent).tools.find(({ type, function: definition }) => type === 'function' && definition.name === name)
}

/** Whether there is anything to check: a call without does not wait for the validator. */
export function needsValidation({ tool, parsedArgs }: ToolCallContextLike): boolean {
  return tool !== undefined && parsedArgs !== undefined && needsCheck(tool)
}

/**
 * Checks the arguments of a call against the schema of its tool, and puts them into the context as the schema wants them.
 * Arguments that do not fit become the context's `parseError`.
 *
 * @throws Error with that reason unless `allowJsonParseError`
 */
export async function validate(agent: AgentLike, ctx: ToolCallContextLike): Promise<void> {
  const { tool, parsedArgs } = ctx
  if (!tool) return
  const checked = await checkArguments(tool, parsedArgs)
  if (checked.type === 'valid') ctx.parsedArgs = checked.args
  if (checked.type === 'unchecked')
    warn(agent, { code: 'unchecked_arguments', message: `Tool "${tool.function.name}": ${checked.reason}` })
  if (checked.type !== 'invalid') return
  if (!agent.allowJsonParseError) throw new Error(checked.reason)
  ctx.parsedArgs = undefined as never
  ctx.parseError = checked.reason
}

/**
 * Runs the tool of a call whose arguments are as they should be.
 *
 * @throws what the tool throws; an Error when it returns a result that says that it failed
 */
export async function execute(agent: AgentLike, ctx: ToolCallContextLike, task: Task): Promise<MessageContent> {
  const { tool } = ctx
  if (!tool) return unknownTool(agent, ctx.tool_call)
  const limitMs = tool.timeoutMs ?? agent.toolTimeoutMs
  const timer = limitMs === undefined ? undefined : setTimeout(() => task.fire(), limitMs)
  try {
    return toResult(await tool.exec(ctx))
  } finally {
    clearTimeout(timer)
  }
}

/** What the model is told about a tool that took too long. */
export function timeoutText(agent: AgentLike, call: ToolCall): string {
  const name = call.function?.name ?? ''
  return agent.texts.toolTimeout(name, toolNamed(agent, name)?.timeoutMs ?? agent.toolTimeoutMs ?? 0)
}

async function unknownTool(agent: AgentLike, toolCall: ToolCall): Promise<string> {
  const availableTools = agent.tools.map((tool) => tool.function.name)
  const given = await callHook(agent, 'onUnknownTool', { agent, toolCall, availableTools })
  return given ?? agent.texts.unknownTool(toolCall.function?.name ?? '', availableTools)
}
