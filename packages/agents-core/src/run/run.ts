import { errorText } from '@dreb/ai/normalize'

import { callsOf, reconcileAbortedToolRounds } from '../history/reconcile.ts'
import { callHook } from '../hooks/call-hook.ts'
import { createId } from '../message/create-id.ts'
import { Message } from '../message/message.ts'
import { toError } from '../message/to-error.ts'
import { unfreezeMessages } from '../message/unfreeze-messages.ts'
import { request } from '../request/request.ts'
import { type Session, sessionOf, type Task } from '../session/session.ts'
import type { AgentLike, SendContext } from '../types/agent.ts'
import { TurnLimitError } from '../types/errors.ts'
import { type MessageLike, MessageStatus, Role } from '../types/message.ts'
import type { RequestOutcome, RequestSuccess } from '../types/request.ts'
import { announce, announceRest } from './announce.ts'
import { callTools, type Verdict } from './call-tools.ts'
import { sayFollowUp, saySteering } from './say-queued.ts'

/** One group of rounds: request, tools, request, … until the model has nothing more to call. */
export async function runGroup(agent: AgentLike, ctx: SendContext): Promise<void> {
  if (agent.messages.length === 0)
    throw new Error('An agent needs at least one message to run: append one, or use send()')
  unfreezeMessages(agent)
  agent.messages.forEach(restore)
  reconcileAbortedToolRounds(agent.messages, agent)
  await openGroup(agent, ctx)
  try {
    await runRounds(agent, sessionOf(agent), ctx)
  } catch (error) {
    await endGroup(agent, ctx).catch(() => {}) // the first failure is the one that counts
    throw error
  }
  await endGroup(agent, ctx)
}

/** A hook may refuse to begin, unless the user has aborted meanwhile: then there is nothing left to refuse. */
async function openGroup(agent: AgentLike, ctx: SendContext): Promise<void> {
  try {
    await callHook(agent, 'onInnerLoopsStart', ctx)
  } catch (error) {
    if (!sessionOf(agent).isAborted) throw error
  }
}

async function endGroup(agent: AgentLike, ctx: SendContext): Promise<void> {
  reconcileAbortedToolRounds(agent.messages, agent)
  announceRest(agent, sessionOf(agent))
  await callHook(agent, 'onInnerLoopsEnd', ctx)
}

/** Makes a message whole that was stored by somebody else, or in the middle of a run that never ended. */
function restore(message: MessageLike): void {
  message.id ||= createId()
  if (message.role !== Role.Tool && message.role !== Role.Function) return
  if (message.status !== MessageStatus.Pending && message.status !== MessageStatus.Writing) return
  message.status = message.content?.length ? MessageStatus.Completed : MessageStatus.Aborted
}

async function runRounds(agent: AgentLike, session: Session, ctx: SendContext): Promise<void> {
  let verdict: Verdict = 'continue'
  if (session.isAborted) session.startTask(receiverOf(agent)).message.status = MessageStatus.Aborted
  for (let turns = 0; verdict === 'continue' && !session.isAborted; turns++) {
    if (turns >= agent.maxTurns) return stopAtLimit(agent, session)
    saySteering(agent, session)
    verdict = await runRound(agent, session, ctx)
    if (verdict === 'done' && !session.isAborted && sayFollowUp(agent, session)) verdict = 'continue'
  }
  if (session.isAborted) ctx.aborted = true
}

function stopAtLimit(agent: AgentLike, session: Session): void {
  session.limit = new TurnLimitError(agent.maxTurns)
  agent.events.emit('error', session.limit)
}

async function runRound(agent: AgentLike, session: Session, ctx: SendContext): Promise<Verdict> {
  const task = session.startTask(receiverOf(agent))
  try {
    await callHook(agent, 'onInnerLoopStart', ctx)
    if (task.isAborted) return 'stop'
    keepListed(agent, task.message)
    const verdict = await respond(agent, session, task)
    if (task.isAborted || task.message.status === MessageStatus.Error) return 'stop'
    task.isSettled = true
    await callHook(agent, 'onInnerLoopEnd', ctx)
    return verdict
  } catch (error) {
    // Of an abort and a refusal at the same time the abort wins: it is what the user did last.
    if (task.isAborted && !task.isSettled) return 'stop'
    if (!task.isSettled) failMessage(agent, task, toError(error))
    throw error
  } finally {
    agent.events.emit('finally')
    session.endTask(task)
  }
}

/** The message that the next response is written to: a placeholder that stands last, or a new one. */
function receiverOf(agent: AgentLike): MessageLike {
  const last = agent.messages.at(-1)
  if (last?.role === Role.Assistant && last.status === MessageStatus.Pending) return last
  const added = agent.append(Message.Assistant())
  // Read back from the list: a reactive proxy around the agent then sees what is written into it.
  return agent.messages.at(-1) ?? added
}

/** A plugin may have replaced the list. */
function keepListed(agent: AgentLike, message: MessageLike): void {
  if (agent.messages.at(-1) !== message && !agent.messages.includes(message)) agent.append(message)
}

async function respond(agent: AgentLike, session: Session, task: Task): Promise<Verdict> {
  const { message } = task
  const outcome = await request(agent, task)
  if (message.usage) session.spend(message.usage)
  if (task.isAborted) return 'stop'
  if (outcome.type !== 'completed') return fail(agent, task, outcome)
  message.status = MessageStatus.Completed
  // A response without calls stands from here on; one with calls is part of a round that an abort can still tear.
  task.isSettled = callsOf(message).length === 0
  agent.events.emit('parsed', message)
  announce(agent, task)
  if (session.isAborted) return 'stop'
  keepListed(agent, message)
  return callTools(agent, session, message, outcome.isCut)
}

function fail(agent: AgentLike, task: Task, outcome: Exclude<RequestOutcome, RequestSuccess>): Verdict {
  const error = outcome.type === 'failed' ? outcome.error : new Error('The request was aborted')
  failMessage(agent, task, error)
  agent.events.emit('error', error)
  return 'stop'
}

function failMessage(agent: AgentLike, task: Task, error: Error): void {
  if (!keepsText(error, task.message)) task.message.content = errorText(error)
  task.message.status = MessageStatus.Error
  task.isSettled = true
  announce(agent, task)
}

/** What a model said when it declined, or until a filter stopped it, is what its user should see. */
function keepsText(error: Error, { content }: MessageLike): boolean {
  const { code } = error as { code?: unknown }
  return (code === 'refusal' || code === 'content_filter') && Boolean(content?.length)
}
