import { callHook } from '../hooks/call-hook.ts'
import { textOf, toContent } from '../message/content.ts'
import { toError } from '../message/to-error.ts'
import { addUsage, isZeroUsage, noUsage, subtractUsage, sumUsage } from '../message/usage.ts'
import { markDelegating, sessionOf } from '../session/session.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import type { AgentLike, SubAgentContext, ToolCallContextLike } from '../types/agent.ts'
import { AgentBusyError } from '../types/errors.ts'
import { type MessageContent, type MessageLike, MessageStatus, Role, type Usage } from '../types/message.ts'

/** Makes the agent of a delegation, with the messages it is to work on. */
export type PrepareSubAgent = () => AgentLike | Promise<AgentLike>

/** What a sub-agent does. */
export type SubAgentWork = (subAgent: AgentLike) => Promise<unknown>

const run: SubAgentWork = (subAgent) => subAgent.run()

/**
 * Hands a tool call to another agent. The host's hooks may refuse it; an abort of the host reaches the sub-agent; what
 * the sub-agent used is written on the tool result, however it ended.
 *
 * @returns the content of the sub-agent's last message, or that a call of it waits
 * @throws what kept the sub-agent from finishing
 */
export async function delegate(
  ctx: ToolCallContextLike,
  prepare: PrepareSubAgent,
  work: SubAgentWork = run,
): Promise<MessageContent> {
  markDelegating(ctx)
  const { agent, signal } = ctx
  const subAgent = await untilAborted(Promise.resolve(prepare()), signal)
  if (subAgent === aborted) return ''
  sessionOf(subAgent).host = ctx
  const subCtx: SubAgentContext = { agent, subAgent, toolCallContext: ctx }
  const refusal = await untilAborted(callHook(agent, 'onSubAgentStart', subCtx), signal)
  if (refusal === aborted || signal.aborted) return ''
  if (refusal !== undefined) return refusal
  await runWithin(subCtx, signal, work)
  return resultOf(subCtx)
}

async function runWithin(subCtx: SubAgentContext, signal: AbortSignal, work: SubAgentWork): Promise<void> {
  const { subAgent, toolCallContext } = subCtx
  const before = sumUsage(subAgent.messages)
  const abort = () => subAgent.abort()
  let isOwnRun = true
  signal.addEventListener('abort', abort)
  try {
    await work(subAgent)
  } catch (error) {
    // What an agent spends that is busy with something else is not this call's.
    isOwnRun = !(error instanceof AgentBusyError)
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    if (isOwnRun) account(toolCallContext, spentBy(subAgent, before))
    await end(subCtx)
  }
}

/** A sub-agent may have forgotten messages, or been used before: what it spent in this run is what counts. */
function spentBy(subAgent: AgentLike, before: Usage): Usage {
  return sessionOf(subAgent).spent ?? subtractUsage(sumUsage(subAgent.messages), before)
}

function account({ agent, resultMessage }: ToolCallContextLike, used: Usage): void {
  if (isZeroUsage(used)) return
  resultMessage.subAgentUsage = addUsage(resultMessage.subAgentUsage ?? noUsage, used)
  sessionOf(agent).spend(used)
}

/** A hook that fails when the work is done does not undo it. */
async function end(subCtx: SubAgentContext): Promise<void> {
  try {
    await callHook(subCtx.agent, 'onSubAgentEnd', subCtx)
  } catch (error) {
    subCtx.agent.events.emit('error', toError(error))
  }
}

function resultOf({ agent, subAgent, toolCallContext }: SubAgentContext): MessageContent {
  const session = sessionOf(subAgent)
  if (session.isWaiting) return wait(agent, subAgent, toolCallContext)
  const last: MessageLike | undefined = subAgent.messages.at(-1)
  if (toolCallContext.signal.aborted) return toContent(last?.content) // the host has stopped, too: nobody reads it
  if (session.limit) throw session.limit
  if (session.isAborted || last?.status === MessageStatus.Aborted)
    throw new Error(agent.texts.subAgentStopped(lastWords(subAgent)))
  if (last?.role === Role.Assistant && last.status === MessageStatus.Error) throw new Error(textOf(last.content))
  return toContent(last?.content)
}

/** What a sub-agent that was stopped had said last. */
function lastWords({ messages }: AgentLike): string {
  const isSpoken = ({ role, content }: MessageLike) => role === Role.Assistant && textOf(content) !== ''
  return textOf(messages.findLast(isSpoken)?.content)
}

/** The host stops, too, and keeps the conversation of the sub-agent until the call is decided. */
function wait(agent: AgentLike, subAgent: AgentLike, ctx: ToolCallContextLike): string {
  ctx.preventDefault()
  ctx.resultMessage.waiting = true
  ctx.resultMessage.subAgentMessages = subAgent.messages
  sessionOf(agent).isWaiting = true
  return agent.texts.waitingCall
}
