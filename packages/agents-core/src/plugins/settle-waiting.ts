import { errorText } from '@dreb/ai/normalize'

import { isSent } from '../history/format-history.ts'
import { reconcileAbortedToolRounds } from '../history/reconcile.ts'
import { Message } from '../message/message.ts'
import { unfreezeMessages } from '../message/unfreeze-messages.ts'
import { waitForDelegation } from '../run/call-tools.ts'
import { contextOf, execute, timeoutText, validate } from '../run/execute-call.ts'
import { type Session, sessionOf, type Task } from '../session/session.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import type { AgentLike, DelegatingTool, ToolArguments, ToolCallContextLike, ToolLike } from '../types/agent.ts'
import { type MessageContent, type MessageLike, MessageStatus, Role, type ToolCall } from '../types/message.ts'
import { type ApprovalRequest, type CallPlace, idOf, locate } from './approval-request.ts'

/** A decision that is carried out. */
export interface Settlement {
  request: ApprovalRequest
  decision:
    | { type: 'allow' }
    | { type: 'deny'; reason?: string | undefined }
    | { type: 'edit'; arguments: ToolArguments }
  deniedText(this: void, name: string, reason: string | undefined): string
  /** Whether other calls are pending within a delegation. */
  isPending(this: void, delegation: string): boolean
}

/**
 * Writes the result of a call that waited, wherever it stands: runs its tool (or not), lets the sub-agents go on that it
 * stands in, and gives their results to their hosts.
 *
 * @param path from a call of `agent` down to the call that waited
 * @param above the delegations that `agent` itself stands in
 */
export async function settleWaiting(
  agent: AgentLike,
  path: readonly CallPlace[],
  settlement: Settlement,
  above: readonly CallPlace[] = [],
): Promise<void> {
  unfreezeMessages(agent)
  const [place, ...deeper] = path
  const found = place && locate(agent.messages, place, settlement.request)
  if (!found) throw new RangeError(`Call ${settlement.request.id} is gone from the conversation`)
  const session = sessionOf(agent)
  const task = session.startTask(found.result)
  found.result.status = MessageStatus.Pending
  const content = await contentOf(agent, found.call, task, (ctx) =>
    deeper.length === 0
      ? perform(agent, ctx, task, settlement)
      : resume(ctx, found.result, deeper, settlement, [...above, place]),
  )
  session.endTask(task)
  if (task.isAborted) reconcileAbortedToolRounds(agent.messages, agent)
  else write(agent, found.result, content)
  agent.events.emit('message-done', found.result)
}

/** Waits for the result of a call, no longer than until the abort or its time limit. What fails is told to the model. */
async function contentOf(
  agent: AgentLike,
  call: ToolCall,
  task: Task,
  work: (ctx: ToolCallContextLike) => Promise<MessageContent>,
): Promise<MessageContent> {
  delete task.message.waiting
  try {
    const ctx = contextOf(agent, call, task)
    const working = work(ctx)
    const content = await untilAborted(working, task.signal)
    if (content === aborted) await waitForDelegation(ctx, working)
    return content === aborted ? timeoutText(agent, call) : content
  } catch (error) {
    return agent.texts.toolError(call.function?.name ?? '', errorText(error))
  }
}

async function perform(
  agent: AgentLike,
  ctx: ToolCallContextLike,
  task: Task,
  { decision, deniedText }: Settlement,
): Promise<MessageContent> {
  if (decision.type === 'deny') return deniedText(ctx.function_call.name ?? '', decision.reason)
  if (decision.type === 'edit') edit(ctx, decision.arguments)
  await validate(agent, ctx)
  if (ctx.parseError !== undefined) return agent.texts.invalidArguments(ctx.parseError)
  return execute(agent, ctx, task)
}

/** Lets a sub-agent go on with its conversation, unless further calls of it wait. */
async function resume(
  ctx: ToolCallContextLike,
  result: MessageLike,
  path: readonly CallPlace[],
  settlement: Settlement,
  within: readonly CallPlace[],
): Promise<MessageContent> {
  const { tool, agent } = ctx
  if (!isDelegatingTool(tool)) return agent.texts.unknownTool(ctx.function_call.name ?? '', [])
  const messages = result.subAgentMessages ?? []
  delete result.subAgentMessages
  return tool.resume(ctx, messages, async (subAgent) => {
    const session = sessionOf(subAgent)
    await working(session, () => settleWaiting(subAgent, path, settlement, within))
    if (session.isAborted) return
    session.isWaiting = settlement.isPending(idOf(within))
    if (!session.isWaiting) await goOn(subAgent, session)
  })
}

/** What was spent before counts for the delegation, too. */
async function goOn(subAgent: AgentLike, session: Session): Promise<void> {
  const { spent } = session
  await subAgent.run()
  if (spent) session.spend(spent)
}

async function working(session: Session, work: () => Promise<void>): Promise<void> {
  session.startWork()
  try {
    await work()
  } finally {
    session.endWork()
  }
}

function isDelegatingTool(tool: ToolLike | undefined): tool is DelegatingTool {
  return typeof (tool as Partial<DelegatingTool> | undefined)?.resume === 'function'
}

function write(agent: AgentLike, result: MessageLike, content: MessageContent): void {
  result.content = content
  result.status = MessageStatus.Completed
  if (!result.waiting && isAnswered(agent, result)) agent.append(lateMessage(agent, result, content))
}

/** Whether the model has gone on since: it will not look back for a result in the middle of its conversation. */
function isAnswered({ messages }: AgentLike, result: MessageLike): boolean {
  const at = messages.lastIndexOf(result)
  return messages.slice(at + 1).some((message) => message.role === Role.Assistant && isSent(message))
}

function lateMessage(agent: AgentLike, { name = '' }: MessageLike, content: MessageContent): Message {
  const intro = agent.texts.lateResult(name)
  const whole =
    typeof content === 'string' ? `${intro}\n${content}` : [{ type: 'text' as const, text: intro }, ...content]
  return Message.User(whole, { hidden: true })
}

/** The history says what was run, not what was proposed: the model goes on from there. */
export function edit(ctx: ToolCallContextLike, args: ToolArguments): void {
  ctx.parsedArgs = args
  ctx.function_call.arguments = JSON.stringify(args)
}
