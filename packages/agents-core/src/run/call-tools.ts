import { errorText } from '@dreb/ai/normalize'

import { callsOf } from '../history/reconcile.ts'
import { callHook } from '../hooks/call-hook.ts'
import { warn } from '../hooks/warn.ts'
import { textOf } from '../message/content.ts'
import { Message } from '../message/message.ts'
import { limitConcurrency } from '../session/limit-concurrency.ts'
import { isDelegating, type Session, type Task } from '../session/session.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import type { ToolCallContext } from '../tools/tool-call-context.ts'
import type { AgentLike, ToolCallContextLike } from '../types/agent.ts'
import { type MessageContent, type MessageLike, MessageStatus, Role, type ToolCall } from '../types/message.ts'
import { announce } from './announce.ts'
import { contextOf, execute, needsValidation, timeoutText, validate } from './execute-call.ts'

/** What a round says about the next one; `done` is a stop because there is nothing to call. */
export type Verdict = 'continue' | 'done' | 'stop'

/** How long an aborted delegation may take to stop and to report what it used, in milliseconds. */
const delegationGraceMs = 100

/** Rounds in a row with equal calls and equal results that are worth a warning. */
const repeatsToWarn = 20

/**
 * Runs the calls of a response, all at once or `maxParallelTools` at a time, and writes their results right behind it.
 *
 * @param isCut the response was cut off by its length
 */
export async function callTools(
  agent: AgentLike,
  session: Session,
  response: MessageLike,
  isCut = false,
): Promise<Verdict> {
  const calls = callsOf(response)
  if (calls.length === 0) return 'done'
  const tasks = startTasks(agent, session, response, calls)
  if (isCut) return refuseCut(agent, session, response, tasks)
  const verdicts = await limitConcurrency(tasks, agent.maxParallelTools, async (task, at) => {
    const verdict = await settleCall(agent, calls[at] ?? {}, task)
    session.endTask(task)
    return verdict
  })
  warnOfRepeats(agent, session, calls, tasks)
  return verdicts.includes('stop') ? 'stop' : 'continue'
}

/** Puts a placeholder for each result right behind the response, in the order of the calls. */
function startTasks(agent: AgentLike, session: Session, response: MessageLike, calls: readonly ToolCall[]): Task[] {
  const results = calls.map((call) =>
    call.id === undefined ? Message.Function(call.function ?? {}) : Message.Tool(call),
  )
  const at = agent.messages.lastIndexOf(response) + 1
  const behind = agent.messages.splice(at)
  for (const message of [...results, ...behind]) agent.messages.push(message)
  // Read back from the list: a reactive proxy around the agent then sees what is written into them.
  return agent.messages.slice(at, at + results.length).map((result) => session.startTask(result))
}

/** Calls of a response that was cut off are never run. The model is told once; if it does it again, the run ends. */
function refuseCut(agent: AgentLike, session: Session, response: MessageLike, tasks: readonly Task[]): Verdict {
  for (const task of tasks) {
    settle(agent, task, agent.texts.cutCall(task.message.name ?? ''), MessageStatus.Completed)
    session.endTask(task)
  }
  const at = agent.messages.lastIndexOf(response)
  const before = agent.messages.slice(0, at).findLast(({ role }) => role === Role.Assistant)
  const isRepeated = before?.finish_reason === response.finish_reason && before?.tool_calls !== undefined
  return isRepeated ? 'stop' : 'continue'
}

async function settleCall(agent: AgentLike, call: ToolCall, task: Task): Promise<Verdict> {
  if (task.isAborted) return 'stop'
  let ctx: ToolCallContext | undefined
  try {
    ctx = contextOf(agent, call, task)
    const work = resultOf(agent, ctx, task)
    const result = await untilAborted(work, task.signal)
    if (result === aborted) await waitForDelegation(ctx, work)
    if (task.isAborted) return 'stop'
    if (result === aborted) return fail(agent, task, timeoutText(agent, call), timeoutText(agent, call))
    settle(agent, task, result, MessageStatus.Completed)
    return ctx.isPreventDefault ? 'stop' : 'continue'
  } catch (error) {
    const reason = errorText(error)
    const verdict = fail(agent, task, reason, agent.texts.toolError(call.function?.name ?? '', reason))
    return ctx?.isPreventDefault ? 'stop' : verdict
  }
}

async function resultOf(agent: AgentLike, ctx: ToolCallContext, task: Task): Promise<MessageContent> {
  const isParsed = ctx.parseError === undefined
  if (needsValidation(ctx)) await validate(agent, ctx)
  const refusal = await callHook(agent, 'onToolCall', ctx)
  if (refusal !== undefined) return refusal
  if (ctx.signal.aborted) return ''
  if (ctx.parseError === undefined) return execute(agent, ctx, task)
  return isParsed ? agent.texts.invalidArguments(ctx.parseError) : agent.texts.parseError(ctx.parseError)
}

/** An outcome that comes after the abort changes nothing. */
function settle(agent: AgentLike, task: Task, content: MessageContent, status: MessageStatus): void {
  if (task.isAborted) return
  task.isSettled = true
  task.message.content = content
  task.message.status = status
  announce(agent, task)
}

/** A failure ends the run, or is told to the model. */
function fail(agent: AgentLike, task: Task, reason: string, told: string): Verdict {
  if (agent.allowJsonParseError) {
    settle(agent, task, told, MessageStatus.Completed)
    return 'continue'
  }
  settle(agent, task, reason, MessageStatus.Error)
  return 'stop'
}

/** A tool that was aborted is not waited for, but a delegation is given a moment: it stops by itself and knows what it used. */
export async function waitForDelegation(ctx: ToolCallContextLike, work: Promise<unknown>): Promise<void> {
  if (!isDelegating(ctx)) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const grace = new Promise((resolve) => (timer = setTimeout(resolve, delegationGraceMs)))
  await Promise.race([work.catch(() => {}), grace])
  clearTimeout(timer)
}

/** A model that gets the same from the same calls again and again will hardly stop by itself. */
function warnOfRepeats(agent: AgentLike, session: Session, calls: readonly ToolCall[], tasks: readonly Task[]): void {
  const signature = calls
    .map(({ function: fn }, at) => [fn?.name, fn?.arguments, textOf(tasks[at]?.message.content)].join('\0'))
    .join('\0')
  const count = signature === session.repeats.signature ? session.repeats.count + 1 : 1
  session.repeats = { signature, count }
  if (count !== repeatsToWarn) return
  const names = calls.map(({ function: fn }) => fn?.name).join(', ')
  warn(agent, { code: 'repeated_call', message: `${names}: equal arguments and equal results ${count} times in a row` })
}
