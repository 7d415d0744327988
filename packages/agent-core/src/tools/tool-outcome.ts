import type { ToolCall, ToolResultMessage } from '@dreb/ai'

import type { AfterToolCallResult } from '../types/agent-hooks.ts'
import type { AgentToolResult } from '../types/agent-tool.ts'

/** What became of a call. */
export interface ToolOutcome {
  result: AgentToolResult
  isError: boolean
}

/** A call that was not run, or that failed: the model reads why. */
export function failedOutcome(text: string): ToolOutcome {
  return { result: { content: [{ type: 'text', text }], details: {} }, isError: true }
}

/** What a tool returned, if it is a result. */
export function outcomeOf(toolName: string, result: AgentToolResult | undefined): ToolOutcome {
  if (result && isContent(result.content)) return { result, isError: false }
  return failedOutcome(`Tool ${toolName} returned no content: a result needs a list of text and images`)
}

/** Tools and hooks are written by many, not all of them in TypeScript. */
function isContent(value: unknown): value is AgentToolResult['content'] {
  return Array.isArray(value) && value.every((block) => typeof block === 'object' && block !== null)
}

/** Each field that is given replaces the old one. That the turn shall end is the tool's own word. */
export function overridden({ result, isError }: ToolOutcome, changes: AfterToolCallResult): ToolOutcome {
  const content: unknown = changes.content ?? result.content
  if (!isContent(content)) return failedOutcome('afterToolCall gave no content: it needs a list of text and images')
  const details: unknown = changes.details ?? result.details
  return {
    result: { ...result, content, ...(details === undefined ? {} : { details }) },
    isError: changes.isError ?? isError,
  }
}

/** The outcome as the model reads it. Its blocks are copies: the tool may keep and change its own. */
export function toolResultMessage({ id, name }: ToolCall, { result, isError }: ToolOutcome): ToolResultMessage {
  const details: unknown = result.details
  return {
    role: 'toolResult',
    toolCallId: id,
    toolName: name,
    content: result.content.map((block) => ({ ...block })),
    ...(details === undefined ? {} : { details }),
    isError,
    timestamp: Date.now(),
  }
}
