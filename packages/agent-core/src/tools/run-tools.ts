import { type AssistantMessage, type ToolCall, toolCallsOf, type ToolResultMessage, errorText } from '@dreb/ai'

import { emitMessage } from '../run/emit-message.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../types/agent-tool.ts'
import { executeCall } from './execute-call.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { type PreparedCall, prepareCall, type ReadyCall } from './prepare-call.ts'
import type { NoteCall } from './repeated-calls.ts'
import { abortedOutcome, failedOutcome, overridden, type ToolOutcome, toolResultMessage } from './tool-outcome.ts'

/** What the calls of one message came to. */
export interface ToolRound {
  /** In the order of the calls. */
  toolResults: ToolResultMessage[]
  /** The model is to see the results. False without calls, and if one of the tools ended the turn. */
  wantsResponse: boolean
}

/** The calls of one message, and what they are run with. */
interface Round {
  run: Run
  message: AssistantMessage
  tools: ReadonlyMap<string, AgentTool>
  noteCall: NoteCall
}

/** Runs the calls of a message. Every call gets its result; ends and results come in the order of the calls. */
export async function runTools(run: Run, message: AssistantMessage, noteCall: NoteCall): Promise<ToolRound> {
  const toolResults: ToolResultMessage[] = []
  let endsTurn = false
  const tools = new Map(run.context.tools.map((tool) => [tool.name, tool]))
  const round = { run, message, tools, noteCall }
  for (const batch of batchesOf(round)) {
    for (const { result, endTurn } of await runBatch(round, batch)) {
      toolResults.push(result)
      endsTurn ||= endTurn
    }
  }
  return { toolResults, wantsResponse: toolResults.length > 0 && !endsTurn }
}

/** A process ended inside these calls: they get a result, but are not run again, for they may have taken effect. */
export async function answerOpenCalls(run: Run, calls: readonly ToolCall[]): Promise<void> {
  const text = 'Tool execution was interrupted: it is unknown whether it took effect'
  for (const call of calls) await emitMessage(run, toolResultMessage(call, failedOutcome(text)))
}

/** Calls that may run at the same time. One that must run alone is a batch of its own. */
function batchesOf({ run, message, tools }: Round): ToolCall[][] {
  const batches: ToolCall[][] = []
  let open: ToolCall[] | undefined
  for (const call of toolCallsOf(message)) {
    const alone = (tools.get(call.name)?.toolExecution ?? run.config.toolExecution) === 'sequential'
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
async function runBatch(round: Round, calls: readonly ToolCall[]): Promise<Finished[]> {
  const { run, message, tools } = round
  const prepared: PreparedCall[] = []
  for (const call of calls) {
    await run.emit({ type: 'tool_execution_start', toolCallId: call.id, toolName: call.name, args: call.arguments })
    prepared.push(await prepareCall(run, message, call, tools.get(call.name)))
  }
  const limit = limitConcurrency(run.config.maxParallelTools ?? Number.POSITIVE_INFINITY)
  const running = prepared.map((call) => limit(() => executeCall(run, call)))
  const finished: Finished[] = []
  try {
    for (const [index, call] of prepared.entries()) {
      finished.push(await finish(round, call, await (running[index] ?? abortedOutcome)))
    }
  } finally {
    // Also if the sink has failed: no tool outlives its run.
    await Promise.all(running)
  }
  return finished
}

async function finish({ run, message, noteCall }: Round, prepared: PreparedCall, ran: ToolOutcome): Promise<Finished> {
  const { call } = prepared
  const outcome = prepared.kind === 'ready' ? await reviewed(run, message, prepared, ran) : ran
  const { result, isError } = outcome
  noteCall(call, outcome)
  await run.emit({ type: 'tool_execution_end', toolCallId: call.id, toolName: call.name, result, isError })
  const toolResult = await emitMessage(run, toolResultMessage(call, outcome))
  return { result: toolResult, endTurn: result.endTurn === true }
}

/** Lets `afterToolCall` change the outcome. Its failure is that of the call: it may have had something to hide. */
async function reviewed(run: Run, message: AssistantMessage, call: ReadyCall, ran: ToolOutcome): Promise<ToolOutcome> {
  const { config, scope, context } = run
  const { afterToolCall } = config
  if (!afterToolCall || ran === abortedOutcome) return ran
  const review = { assistantMessage: message, toolCall: call.call, args: call.args, context, ...ran }
  try {
    const changes = await scope.finish(() => afterToolCall(review, scope.signal))
    return changes ? overridden(ran, changes) : ran
  } catch (error) {
    return failedOutcome(errorText(error))
  }
}
