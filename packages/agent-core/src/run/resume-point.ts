import { type AssistantMessage, type ToolCall, toolCallsOf } from '@dreb/ai'

import type { AgentMessage } from '../types/agent-message.ts'

/**
 * Where a conversation goes on.
 *
 * - `empty`: nothing in it counts.
 * - `unanswered`: it ends in what a model is to respond to.
 * - `open`: the last response has calls without results, e.g. after the process was killed inside a tool.
 * - `complete`: the last response is complete and calls nothing.
 */
export type ResumePoint = { kind: 'empty' | 'unanswered' | 'complete' } | { kind: 'open'; calls: ToolCall[] }

/** Responses that failed or were only half written do not count: they are never sent. */
export function resumePointOf(messages: readonly AgentMessage[]): ResumePoint {
  const answered = new Map<string, number>()
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as AgentMessage
    if (message.role === 'toolResult') answered.set(message.toolCallId, (answered.get(message.toolCallId) ?? 0) + 1)
    else if (message.role !== 'assistant') return { kind: 'unanswered' }
    else if (isSettled(message)) return pointAfter(message, answered)
  }
  return { kind: answered.size > 0 ? 'unanswered' : 'empty' }
}

function pointAfter(message: AssistantMessage, answered: Map<string, number>): ResumePoint {
  const calls = toolCallsOf(message)
  const hasResults = answered.size > 0
  const open = calls.filter(({ id }) => {
    const left = answered.get(id) ?? 0
    if (left > 0) answered.set(id, left - 1)
    return left === 0
  })
  if (open.length > 0) return { kind: 'open', calls: open }
  return { kind: hasResults ? 'unanswered' : 'complete' }
}

/** Whether a response ended as promised. One that was saved while it was being written has no reason why it stopped. */
export function isSettled({ stopReason, content }: AssistantMessage): boolean {
  const hasEnded = stopReason === 'stop' || stopReason === 'toolUse' || stopReason === 'length'
  return hasEnded && Array.isArray(content)
}
