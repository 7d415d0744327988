import type { AssistantMessage, ToolResultMessage } from '@dreb/ai'

import type { ModelRequest } from '../model/model-request.ts'
import { prepareMessages, settleContext } from '../model/prepare-context.ts'
import { respond } from '../model/respond.ts'
import { askForList, askHook, causeOf } from '../run/call-hook.ts'
import { effectiveThinkingLevel } from '../run/effective-thinking-level.ts'
import { say } from '../run/emit-message.ts'
import { abortedMessage, failedMessage } from '../run/failed-message.ts'
import { finishMessage } from '../run/freeze-message.ts'
import type { Run } from '../run/run.ts'
import { runTools, type ToolRound } from '../tools/run-tools.ts'
import type { AgentMessage } from '../types/agent-message.ts'

/** Runs until there is nothing left to answer. Resolves to the messages of the run; rejects only if `emit` does. */
export async function runLoop(run: Run, prompts: readonly AgentMessage[]): Promise<AgentMessage[]> {
  const { model, emit, config, grace, added } = run
  const thinkingLevel = effectiveThinkingLevel(model, config.reasoning)
  try {
    await emit({ type: 'agent_start', model: { provider: model.provider, id: model.id }, thinkingLevel })
    await startTurn(run)
    for (const message of prompts) await say(run, message)
    await runTurns(run).catch((error: unknown) => failTurn(run, error))
    await emit({ type: 'agent_end', messages: added })
    return added
  } finally {
    grace.end()
  }
}

/** Turn after turn, as long as there are results or queued messages to answer. */
async function runTurns(run: Run): Promise<void> {
  let inbox = await steering(run)
  for (let isFirst = true; ; isFirst = false) {
    for (const message of inbox) await say(run, message)
    if (!isFirst && !(await mayContinue(run))) return sayRest(run)
    await settleContext(run)
    if (!isFirst) await startTurn(run)
    const answer = await respond(run, await nextRequest(run))
    const { toolResults, wantsAnswer } = isWhole(answer) ? await runTools(run, answer) : noRound
    await endTurn(run, answer, toolResults)
    if (!isWhole(answer)) return
    inbox = await nextInbox(run, wantsAnswer)
    if (!wantsAnswer && inbox.length === 0) return
  }
}

const noRound: ToolRound = { toolResults: [], wantsAnswer: false }

/** Only a message that was said to its end may have its calls run. */
function isWhole({ stopReason }: AssistantMessage): boolean {
  return stopReason === 'stop' || stopReason === 'toolUse'
}

async function startTurn(run: Run): Promise<void> {
  run.inTurn = true
  await run.emit({ type: 'turn_start' })
}

async function endTurn(run: Run, message: AssistantMessage, toolResults: ToolResultMessage[]): Promise<void> {
  run.inTurn = false
  await run.emit({ type: 'turn_end', message, toolResults })
}

/**
 * A hook failed, gave what can not be used, or was given up after an abort: the turn has an answer that says so. A sink
 * that failed fails again when it is told of it, and so ends the run.
 */
async function failTurn(run: Run, error: unknown): Promise<void> {
  if (!run.inTurn) await startTurn(run)
  const { model, grace } = run
  const message = grace.signal.aborted ? abortedMessage(model) : failedMessage(model, causeOf(error))
  const finished = finishMessage(message, 0)
  await say(run, finished)
  await endTurn(run, finished, [])
}

/** What is asked of the model next. After an abort nothing is prepared, for nothing will be asked. */
async function nextRequest(run: Run): Promise<ModelRequest> {
  const { model, context, grace, streamFn, hooks } = run
  const { systemPrompt, tools } = context
  const messages = grace.signal.aborted ? [] : await prepareMessages(run)
  const maxTokens = run.options.maxTokens || model.maxTokens
  return {
    model,
    context: { systemPrompt, messages, tools },
    options: { ...run.options, maxTokens, signal: grace.signal },
    maxTokens,
    streamFn,
    getApiKey: () => hooks.getApiKey?.(model.provider),
    grace,
  }
}

async function mayContinue({ hooks, grace }: Run): Promise<boolean> {
  const { shouldContinue } = hooks
  if (!shouldContinue || grace.signal.aborted) return true
  return (await askHook(grace, shouldContinue)) !== false
}

/** Steering always gets in; follow-ups only when the run would end. */
async function nextInbox(run: Run, wantsAnswer: boolean): Promise<readonly AgentMessage[]> {
  const inbox = await steering(run)
  return inbox.length > 0 || wantsAnswer ? inbox : poll(run, 'getFollowUpMessages')
}

function steering(run: Run): Promise<readonly AgentMessage[]> {
  return poll(run, 'getSteeringMessages')
}

/** After an abort queues are left alone: what is in them waits for the next run. */
async function poll({ hooks, grace }: Run, name: QueueHook): Promise<readonly AgentMessage[]> {
  const queue = hooks[name]
  return queue && !grace.signal.aborted ? askForList(grace, name, queue) : []
}

type QueueHook = 'getSteeringMessages' | 'getFollowUpMessages'

/** No further request is made, but what was said meanwhile is on record. */
async function sayRest(run: Run): Promise<void> {
  for (let rest = await steering(run); rest.length > 0; rest = await steering(run)) {
    for (const message of rest) await say(run, message)
  }
}
