import { type AssistantMessage, type ToolCall, validateToolArguments } from '@dreb/ai'

import type { Grace } from '../run/abort-scope.ts'
import { askHook, causeOf } from '../run/call-hook.ts'
import { textOf } from '../run/failed-message.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../types/agent-tool.ts'
import { failedOutcome, type ToolOutcome } from './tool-outcome.ts'

/** A call before its tool is run: ready for it, or answered already. */
export type PreparedCall =
  | { kind: 'ready'; call: ToolCall; tool: AgentTool; args: unknown }
  | { kind: 'answered'; call: ToolCall; outcome: ToolOutcome }

/** What a call gets that an abort forestalled, or that did not come to an end after it. */
export const abortedOutcome: ToolOutcome = failedOutcome('Tool execution was aborted')

/** Finds the tool of a call, checks the arguments, asks whether it may run. Never rejects. */
export async function prepareCall(run: Run, assistantMessage: AssistantMessage, call: ToolCall): Promise<PreparedCall> {
  const answered = (outcome: ToolOutcome): PreparedCall => ({ kind: 'answered', call, outcome })
  const { grace, hooks } = run
  const { signal } = grace
  if (signal.aborted) return answered(abortedOutcome)
  const tool = run.context.tools.find(({ name }) => name === call.name)
  if (!tool) return answered(failedOutcome(`Tool ${call.name} not found`))
  try {
    const args = await checkedArguments(grace, tool, call)
    const refusal = hooks.beforeToolCall && (await refusalOf(run, assistantMessage, call, args))
    if (signal.aborted) return answered(abortedOutcome)
    return refusal === undefined ? { kind: 'ready', call, tool, args } : answered(failedOutcome(refusal))
  } catch (error) {
    return answered(signal.aborted ? abortedOutcome : failedOutcome(reasonOf(error)))
  }
}

/** A Standard Schema brings a validator of its own, which is waited for no longer than a hook. */
function checkedArguments(grace: Grace, tool: AgentTool, call: ToolCall): Promise<unknown> {
  const check = () => validateToolArguments(tool, call)
  return '~standard' in tool.parameters ? askHook(grace, check) : check()
}

async function refusalOf(run: Run, assistantMessage: AssistantMessage, toolCall: ToolCall, args: unknown) {
  const { hooks, grace, context } = run
  const verdict = await askHook(grace, () =>
    hooks.beforeToolCall?.({ assistantMessage, toolCall, args, context }, grace.signal),
  )
  return verdict?.block ? (verdict.reason ?? 'Tool execution was blocked') : undefined
}

/** What a failed check or hook says. */
export function reasonOf(error: unknown): string {
  return textOf(causeOf(error))
}
