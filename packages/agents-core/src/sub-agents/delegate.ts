import { textOf, toContent } from '../message/content.ts'
import { addUsage, isZeroUsage, noUsage, subtractUsage, sumUsage } from '../message/usage.ts'
import { markDelegating, sessionOf } from '../session/session.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import type { AgentLike, SubAgentContext, ToolCallContextLike } from '../types/agent.ts'
import { AgentBusyError, toError } from '../types/errors.ts'
import { type MessageLike, type MessageContent, MessageStatus, Role, type Usage } from '../types/message.ts'

/**
 * Hands a tool call to another agent. The host's hooks may refuse it; an abort of the host reaches the sub-agent; what
 * the sub-agent used is written on the tool result, however it ended.
 *
 * @param prepare makes the sub-agent, with the messages it is to work on
 * @returns the content of the sub-agent's last message
 * @throws what kept the sub-agent from answering
 */
export async function delegate(
  ctx: ToolCallContextLike,
  prepare: () => AgentLike | Promise<AgentLike>,
): Promise<MessageContent> {
  markDelegating(ctx)
  const { agent, signal } = ctx
  const subAgent = await untilAborted(Promise.resolve(prepare()), signal)
  if (subAgent === aborted) return ''
  const subCtx: SubAgentContext = { agent, subAgent, toolCallContext: ctx }
  const refusal = await untilAborted(agent.dispatchHook('onSubAgentStart', subCtx), signal)
  if (refusal === aborted || signal.aborted) return ''
  if (refusal !== undefined) return refusal
  await runWithin(subCtx, signal)
  return answerOf(subAgent)
}

async function runWithin(subCtx: SubAgentContext, signal: AbortSignal): Promise<void> {
  const { subAgent, toolCallContext } = subCtx
  const before = sumUsage(subAgent.messages)
  const abort = () => subAgent.abort()
  let isOwnRun = true
  signal.addEventListener('abort', abort)
  try {
    await subAgent.run()
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
    await subCtx.agent.dispatchHook('onSubAgentEnd', subCtx)
  } catch (error) {
    subCtx.agent.events.emit('error', toError(error))
  }
}

function answerOf({ messages }: AgentLike): MessageContent {
  const last: MessageLike | undefined = messages.at(-1)
  if (last?.role === Role.Assistant && last.status === MessageStatus.Error) throw new Error(textOf(last.content))
  return toContent(last?.content)
}
