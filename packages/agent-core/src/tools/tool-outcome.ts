import type { ToolCall, ToolResultMessage } from '@dreb/ai'

import { knownContent } from '../run/known-content.ts'
import type { AfterToolCallResult } from '../types/agent-hooks.ts'
import type { AgentToolResult } from '../types/agent-tool.ts'

/** What became of a call. */
export interface ToolOutcome {
  result: AgentToolResult
  isError: boolean
}

/** What a call gets that an abort forestalled, or that did not end in time after it. */
export const abortedOutcome: ToolOutcome = failedOutcome('Tool execution was aborted')

/** A call that was not run, or that failed: the model reads why. */
export function failedOutcome(...texts: string[]): ToolOutcome {
  return { result: { content: texts.map((text) => ({ type: 'text', text })), details: {} }, isError: true }
}

const noContent = 'a result needs a list of text and images'

/**
 * What a tool returned, if it is a result; also one of an MCP server. Blocks of other kinds become text where they have
 * one and are reported to `onUnknown`.
 */
export function outcomeOf(toolName: string, result: unknown, onUnknown: (kinds: string[]) => void): ToolOutcome {
  if (!isResult(result)) return failedOutcome(`Tool ${toolName} returned no content: ${noContent}`)
  const { content, unknown } = knownContent(blocksOf(result))
  if (unknown.length > 0) onUnknown(unknown)
  const { structuredContent: _, isError, ...rest } = result
  return { result: { ...rest, content }, isError: isError === true }
}

interface AnyResult extends Omit<AgentToolResult, 'content'> {
  content: unknown[]
  structuredContent?: unknown
}

function isResult(value: unknown): value is AnyResult {
  if (typeof value !== 'object' || value === null) return false
  const { content, structuredContent } = value as Partial<AnyResult>
  return content === undefined ? structuredContent !== undefined : isContent(content)
}

/** Tools and hooks are written by many, not all of them in TypeScript. */
function isContent(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((block) => typeof block === 'object' && block !== null)
}

/** An MCP server may return data alone. */
function blocksOf({ content, structuredContent }: Partial<AnyResult>): unknown[] {
  if (content && (content.length > 0 || structuredContent === undefined)) return content
  return [{ type: 'text', text: JSON.stringify(structuredContent) ?? '' }]
}

/** Each field that is given replaces the old one. That the turn shall end is for the tool alone to say. */
export function overridden({ result, isError }: ToolOutcome, changes: AfterToolCallResult): ToolOutcome {
  const given: unknown = changes.content ?? result.content
  if (!isContent(given)) return failedOutcome('afterToolCall gave no content: it needs a list of text and images')
  const { content } = knownContent(given)
  const details: unknown = changes.details ?? result.details
  return {
    result: { ...result, content, ...(details === undefined ? {} : { details }) },
    isError: changes.isError ?? isError,
  }
}

/** The outcome as the model reads it. */
export function toolResultMessage({ id, name }: ToolCall, { result, isError }: ToolOutcome): ToolResultMessage {
  const details: unknown = result.details
  return {
    role: 'toolResult',
    toolCallId: id,
    toolName: name,
    content: result.content,
    ...(details === undefined ? {} : { details }),
    isError,
    timestamp: Date.now(),
  }
}
