import { type AssistantMessage, type ToolCall, toolCallsOf, type ToolResultMessage } from '@dreb/ai'

import { askHook } from '../run/call-hook.ts'
import { say } from '../run/emit-message.ts'
import type { Run } from '../run/run.ts'
import { executeCall } from './execute-call.ts'
import { atMost } from './limit-concurrency.ts'
import { abortedOutcome, type PreparedCall, prepareCall, reasonOf } from './prepare-call.ts'
import { failedOutcome, overridden, type ToolOutcome, toolResultMessage } from './tool-outcome.ts'

/** What the calls of one message came to. */
export interface ToolRound {
  /** In the order of the calls. */
  toolResults: ToolResultMessage[]
  /** The model is to see the results. False without calls, and if one of the tools ended the turn. */
  wantsAnswer: boolean
}

/** Runs the calls of a message. Every call gets its result; ends and results come in the order of the calls. */
export async function runTools(run: Run, message: AssistantMessage): Promise<ToolRound> {
  const toolResults: ToolResultMessage[] = []
  let endsTurn = false
  for (const batch of batchesOf(run, toolCallsOf(message))) {
    for (const { result, endTurn } of await runBatch(run, message, batch)) {
      toolResults.push(result)
      endsTurn ||= endTurn
    }
  }
  return { toolResults, wantsAnswer: toolResults.length > 0 && !endsTurn }
}

/** Calls that may run at the same time. One that must run alone is a batch of its own. */
function batchesOf({ config, context }: Run, calls: readonly ToolCall[]): ToolCall[][] {
  const isAlone = ({ name }: ToolCall): boolean => {
    const tool = context.tools.find((candidate) => candidate.name === name)
    return (tool?.toolExecution ?? config.toolExecution) === 'sequential'
  }
  const batches: ToolCall[][] = []
  let open: ToolCall[] | undefined
  for (const call of calls) {
    const alone = isAlone(call)
    if (open && !alone) open.push(call)
    else batches.push((open = [call]))
    if (alone) open = undefined
  }
  return batches
}

interface Finished {
  result: ToolResultMessage
  endTurn: boolean
}

/** Prepares all calls one after the other, then runs them together, then finishes them one after the other. */
async function runBatch(run: Run, message: AssistantMessage, calls: readonly ToolCall[]): Promise<Finished[]> {
  const prepared: PreparedCall[] = []
  for (const call of calls) {
    await run.emit({ type: 'tool_execution_start', toolCallId: call.id, toolName: call.name, args: call.arguments })
    prepared.push(await prepareCall(run, message, call))
  }
  const limit = atMost(run.config.maxParallelTools ?? Number.POSITIVE_INFINITY)
  const running = prepared.map((call) => limit(() => executeCall(run, call)))
  const finished: Finished[] = []
  try {
    for (const [index, call] of prepared.entries()) {
      finished.push(await finish(run, message, call, await (running[index] ?? abortedOutcome)))
    }
  } finally {
    // Also if somebody who listens has failed: no tool outlives its run.
    await Promise.all(running)
  }
  return finished
}

async function finish(
  run: Run,
  message: AssistantMessage,
  prepared: PreparedCall,
  ran: ToolOutcome,
): Promise<Finished> {
  const { call } = prepared
  const isReviewed = run.hooks.afterToolCall && prepared.kind === 'ready' && ran !== abortedOutcome
  const { result, isError } = isReviewed ? await reviewed(run, message, prepared, ran) : ran
  await run.emit({ type: 'tool_execution_end', toolCallId: call.id, toolName: call.name, result, isError })
  const toolResult = toolResultMessage(call, { result, isError })
  await say(run, toolResult)
  return { result: toolResult, endTurn: result.endTurn === true }
}

type ReadyCall = Extract<PreparedCall, { kind: 'ready' }>

/** Lets `afterToolCall` change the outcome. Its failure is that of the call: it may have had something to hide. */
async function reviewed(run: Run, message: AssistantMessage, call: ReadyCall, ran: ToolOutcome): Promise<ToolOutcome> {
  const { hooks, grace, context } = run
  const review = { assistantMessage: message, toolCall: call.call, args: call.args, context, ...ran }
  try {
    const changes = await askHook(grace, () => hooks.afterToolCall?.(review, grace.signal))
    return changes ? overridden(ran, changes) : ran
  } catch (error) {
    return failedOutcome(reasonOf(error))
  }
}
