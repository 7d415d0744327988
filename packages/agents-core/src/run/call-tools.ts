import { callsOf } from '../history/reconcile.ts'
import { toContent } from '../message/content.ts'
import { Message } from '../message/message.ts'
import { isDelegating, type Session, type Task } from '../session/session.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import { ToolCallContext } from '../tools/tool-call-context.ts'
import type { AgentLike } from '../types/agent.ts'
import { toError } from '../types/errors.ts'
import { type MessageLike, type MessageContent, MessageStatus, Role, type ToolCall } from '../types/message.ts'

/** What a round says about the next one. */
export type Verdict = 'continue' | 'stop'

/** How long an aborted delegation may take to stop and to say what it used, in milliseconds. */
const delegationGraceMs = 100

/**
 * Runs the calls of an answer, all at once, and writes their results right behind it.
 *
 * @param isCut the answer was cut off by its length
 */
export async function callTools(
  agent: AgentLike,
  session: Session,
  answer: MessageLike,
  isCut = false,
): Promise<Verdict> {
  const calls = callsOf(answer)
  if (calls.length === 0) return 'stop'
  const results = calls.map((call) =>
    call.id === undefined ? Message.Function(call.function ?? {}) : Message.Tool(call),
  )
  agent.messages.splice(agent.messages.indexOf(answer) + 1, 0, ...results)
  const tasks = results.map((result) => session.startTask(result))
  if (isCut) return refuseCut(agent, session, answer, tasks)
  const verdicts = await Promise.all(
    tasks.map((task, at) => settleCall(agent, calls[at] ?? {}, task).finally(() => session.endTask(task))),
  )
  return verdicts.includes('stop') ? 'stop' : 'continue'
}

/** Calls of an answer that was cut off are never run. The model is told once; if it does it again, the run ends. */
function refuseCut(agent: AgentLike, session: Session, answer: MessageLike, tasks: readonly Task[]): Verdict {
  for (const task of tasks) {
    settle(task, agent.texts.cutCall(task.message.name ?? ''), MessageStatus.Completed)
    session.endTask(task)
  }
  const before = agent.messages.slice(0, agent.messages.indexOf(answer)).findLast(({ role }) => role === Role.Assistant)
  const isRepeated = before?.finish_reason === answer.finish_reason && before?.tool_calls !== undefined
  return isRepeated ? 'stop' : 'continue'
}

async function settleCall(agent: AgentLike, call: ToolCall, task: Task): Promise<Verdict> {
  let ctx: ToolCallContext | undefined
  try {
    ctx = contextOf(agent, call, task)
    const work = resultOf(agent, ctx)
    const result = await untilAborted(work, task.signal)
    if (result === aborted) return await leave(ctx, work)
    settle(task, result, MessageStatus.Completed)
    return ctx.isPreventDefault ? 'stop' : 'continue'
  } catch (error) {
    return fail(agent, task, call, toError(error)) === 'stop' || ctx?.isPreventDefault ? 'stop' : 'continue'
  }
}

function contextOf(agent: AgentLike, call: ToolCall, task: Task): ToolCallContext {
  const tool = agent.tools.find((one) => one.type === 'function' && one.function.name === call.function?.name)
  const { allowJsonParseError } = agent
  return new ToolCallContext({
    agent,
    tool_call: call,
    tool,
    resultMessage: task.message,
    allowJsonParseError,
    signal: task.signal,
  })
}

async function resultOf(agent: AgentLike, ctx: ToolCallContext): Promise<MessageContent> {
  const refusal = await agent.dispatchHook('onToolCall', ctx)
  if (refusal !== undefined) return refusal
  if (ctx.signal.aborted) return ''
  if (ctx.parseError !== undefined) return agent.texts.parseError(ctx.parseError)
  if (!ctx.tool) return unknownTool(agent, ctx.tool_call)
  return toContent(await ctx.tool.exec(ctx))
}

async function unknownTool(agent: AgentLike, toolCall: ToolCall): Promise<string> {
  const availableTools = agent.tools.map((tool) => tool.function.name)
  const answer = await agent.dispatchHook('onUnknownTool', { agent, toolCall, availableTools })
  return answer ?? agent.texts.unknownTool(toolCall.function?.name ?? '', availableTools)
}

/** An outcome that comes after the abort changes nothing. */
function settle(task: Task, content: MessageContent, status: MessageStatus): void {
  if (task.isAborted) return
  task.isSettled = true
  task.message.content = content
  task.message.status = status
}

function fail(agent: AgentLike, task: Task, call: ToolCall, error: Error): Verdict {
  if (!agent.allowJsonParseError) {
    settle(task, error.message, MessageStatus.Error)
    return 'stop'
  }
  settle(task, agent.texts.toolError(call.function?.name ?? '', error.message), MessageStatus.Completed)
  return 'continue'
}

/** An aborted tool is left to itself, but a delegation is given a moment: it stops by itself and knows what it used. */
async function leave(ctx: ToolCallContext, work: Promise<unknown>): Promise<Verdict> {
  if (!isDelegating(ctx)) return 'stop'
  let timer: ReturnType<typeof setTimeout> | undefined
  const grace = new Promise((resolve) => (timer = setTimeout(resolve, delegationGraceMs)))
  await Promise.race([work.catch(() => {}), grace])
  clearTimeout(timer)
  return 'stop'
}
