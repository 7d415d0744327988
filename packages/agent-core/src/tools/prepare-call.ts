import { type AssistantMessage, type ToolCall, validateToolArguments, errorText } from '@dreb/ai'

import type { Run } from '../run/run.ts'
import type { AgentTool } from '../types/agent-tool.ts'
import { abortedOutcome, failedOutcome, type ToolOutcome } from './tool-outcome.ts'

/** A call before its tool is run: ready for it, or answered already. */
export type PreparedCall = ReadyCall | { kind: 'answered'; call: ToolCall; outcome: ToolOutcome }

/** A call whose tool may be run. */
export interface ReadyCall {
  kind: 'ready'
  call: ToolCall
  tool: AgentTool
  args: unknown
}

/** Checks the arguments of a call and asks `beforeToolCall` whether it may run. Never rejects. */
export async function prepareCall(
  run: Run,
  assistantMessage: AssistantMessage,
  call: ToolCall,
  tool: AgentTool | undefined,
): Promise<PreparedCall> {
  const answered = (outcome: ToolOutcome): PreparedCall => ({ kind: 'answered', call, outcome })
  try {
    const args = await run.scope.step(() => (tool ? validateToolArguments(tool, call) : undefined))
    if (!tool) return answered(notFound(call.name, run.context.tools))
    const refusal = await refusalOf(run, assistantMessage, call, args)
    return refusal === undefined ? { kind: 'ready', call, tool, args } : answered(failedOutcome(refusal))
  } catch (error) {
    return answered(run.scope.aborted ? abortedOutcome : failedOutcome(errorText(error)))
  }
}

async function refusalOf(run: Run, assistantMessage: AssistantMessage, toolCall: ToolCall, args: unknown) {
  const { config, scope, context } = run
  const { beforeToolCall } = config
  if (!beforeToolCall) return undefined
  const verdict = await scope.step(() => beforeToolCall({ assistantMessage, toolCall, args, context }, scope.signal))
  return verdict?.block ? (verdict.reason ?? 'Tool execution was blocked') : undefined
}

const mostNames = 50

function notFound(name: string, tools: readonly AgentTool[]): ToolOutcome {
  const names = tools.slice(0, mostNames).map((tool) => tool.name)
  const list = `${names.join(', ')}${tools.length > mostNames ? ', …' : ''}`
  return failedOutcome(`Tool ${name} not found`, names.length === 0 ? 'There are no tools' : `Known tools: ${list}`)
}
