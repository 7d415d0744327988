import { AIError, type AssistantMessage, type ToolCall, type ToolResultMessage } from '@dreb/ai'

import { prepareRequest, settleContext } from '../model/prepare-context.ts'
import { isComplete, respond } from '../model/respond.ts'
import { effectiveThinkingLevel } from '../run/effective-thinking-level.ts'
import { emitMessage } from '../run/emit-message.ts'
import { expectList } from '../run/expect-list.ts'
import { abortedMessage, failedMessage } from '../run/failed-message.ts'
import { finishMessage } from '../run/freeze-message.ts'
import type { Run } from '../run/run.ts'
import { watchRepeatedCalls } from '../tools/repeated-calls.ts'
import { answerOpenCalls, runTools, type ToolRound } from '../tools/run-tools.ts'
import type { AgentMessage } from '../types/agent-message.ts'

/** What a run starts with: new messages, or calls that an earlier process left open. */
export interface RunStart {
  prompts: readonly AgentMessage[]
  openCalls?: readonly ToolCall[]
}

/** Runs until nothing is left to respond to. Resolves to the messages of the run; rejects only if `emit` does. */
export async function runLoop(run: Run, { prompts, openCalls = [] }: RunStart): Promise<AgentMessage[]> {
  const { model, emit, config, scope, added } = run
  try {
    const thinkingLevel = effectiveThinkingLevel(model, config.reasoning)
    await emit({ type: 'agent_start', model: { provider: model.provider, id: model.id }, thinkingLevel })
    await startTurn(run)
    await answerOpenCalls(run, openCalls)
    for (const message of prompts) await emitMessage(run, message)
    await runTurns(run).catch((error: unknown) => failTurn(run, error))
    await emit({ type: 'agent_end', messages: added })
    return added
  } finally {
    scope.end()
  }
}

/** Turn after turn, as long as there are results or queued messages to respond to. */
async function runTurns(run: Run): Promise<void> {
  const noteCall = watchRepeatedCalls(run.warn)
  let inbox = await steering(run)
  for (let turn = 0; ; turn++) {
    for (const message of inbox) await emitMessage(run, message)
    if (turn > 0 && !(await mayContinue(run, turn))) return emitRest(run)
    await settleContext(run)
    if (turn > 0) await startTurn(run)
    const response = await respond(run, await run.scope.step(() => prepareRequest(run)))
    const { toolResults, wantsResponse } = isComplete(response) ? await runTools(run, response, noteCall) : noRound
    await endTurn(run, response, toolResults)
    if (!isComplete(response)) return
    inbox = await nextInbox(run, wantsResponse)
    if (!wantsResponse && inbox.length === 0) return
  }
}

const noRound: ToolRound = { toolResults: [], wantsResponse: false }

async function startTurn(run: Run): Promise<void> {
  run.inTurn = true
  await run.emit({ type: 'turn_start' })
}

async function endTurn(run: Run, message: AssistantMessage, toolResults: ToolResultMessage[]): Promise<void> {
  run.inTurn = false
  await run.emit({ type: 'turn_end', message, toolResults })
}

/**
 * A hook failed or gave what cannot be used, the run was aborted between two requests, or took too many turns: the turn
 * gets a response that says so. A sink that failed fails again when it gets that, and so ends the run.
 */
async function failTurn(run: Run, error: unknown): Promise<void> {
  if (!run.inTurn) await startTurn(run)
  const { model, scope } = run
  const message = scope.aborted ? abortedMessage(model) : failedMessage(model, error)
  const finished = await emitMessage(run, finishMessage(message, 0))
  await endTurn(run, finished, [])
}

const defaultMaxTurns = 2_000

/** @throws AIError `turn_limit` when the run has taken as many turns as it may */
async function mayContinue({ config, scope }: Run, turns: number): Promise<boolean> {
  const { shouldContinue, maxTurns = defaultMaxTurns } = config
  const goesOn = shouldContinue ? await scope.step(shouldContinue) : true
  if (goesOn === false || turns < maxTurns) return goesOn !== false
  const text = `Stopped after ${turns} turns (maxTurns): raise maxTurns, or call continue() to go on`
  throw new AIError('turn_limit', text)
}

/** Steering always gets in; follow-ups only when the run would end. */
async function nextInbox(run: Run, wantsResponse: boolean): Promise<readonly AgentMessage[]> {
  const inbox = await steering(run)
  return inbox.length > 0 || wantsResponse ? inbox : poll(run, 'getFollowUpMessages')
}

function steering(run: Run): Promise<readonly AgentMessage[]> {
  return poll(run, 'getSteeringMessages')
}

/** After an abort queues are left alone: what is in them waits for the next run. */
async function poll({ config, scope }: Run, name: QueueHook): Promise<readonly AgentMessage[]> {
  const queue = config[name]
  if (!queue || scope.aborted) return []
  return expectList(await scope.finish(queue), name, 'messages')
}

type QueueHook = 'getSteeringMessages' | 'getFollowUpMessages'

/** No further request is made, but what was queued meanwhile is on record. */
async function emitRest(run: Run): Promise<void> {
  for (let rest = await steering(run); rest.length > 0; rest = await steering(run)) {
    for (const message of rest) await emitMessage(run, message)
  }
}
