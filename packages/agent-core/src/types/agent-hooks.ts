import type { AssistantMessage, ImageContent, Message, Model, TextContent } from '@dreb/ai'

import type { AgentMessage } from './agent-message.ts'
import type { AgentTool, AgentToolCall, AgentToolResult } from './agent-tool.ts'

/** A conversation, and what the model may use in it. */
export interface AgentContext {
  systemPrompt: string
  messages: AgentMessage[]
  tools?: AgentTool[]
}

/** What is given replaces that part from this request on, in the run and in the state of the agent. */
export interface BeforeLlmCallResult {
  messages?: AgentMessage[]
  model?: Model
  /** No two may have the same name. */
  tools?: AgentTool[]
  systemPrompt?: string
}

/**
 * Sees the settled context before each request (not before its retries). It gets copies of the lists: only what it
 * returns counts.
 */
export type BeforeLlmCall = (
  context: AgentContext,
  signal?: AbortSignal,
) => Promise<BeforeLlmCallResult | undefined | void> | BeforeLlmCallResult | undefined | void

/** Prunes or extends what one request holds; the conversation stays as it is. */
export type TransformContext = (
  messages: AgentMessage[],
  signal?: AbortSignal,
) => AgentMessage[] | Promise<AgentMessage[]>

/** Leaves only messages that a model understands. */
export type ConvertToLlm = (messages: AgentMessage[]) => Message[] | Promise<Message[]>

export interface BeforeToolCallContext {
  /** The message that asked; the last of `context.messages`. */
  assistantMessage: AssistantMessage
  toolCall: AgentToolCall
  /** Checked against the tool's schema. */
  // oxlint-disable-next-line typescript/no-explicit-any -- their type is that of whichever tool is called
  args: any
  context: AgentContext
}

export interface BeforeToolCallResult {
  /** The tool is not run; the model reads `reason`. */
  block?: boolean
  reason?: string
}

/** May forbid a call. A throw forbids it, too: its message is the reason. */
export type BeforeToolCall = (
  call: BeforeToolCallContext,
  signal?: AbortSignal,
) => Promise<BeforeToolCallResult | undefined | void> | BeforeToolCallResult | undefined | void

export interface AfterToolCallContext extends BeforeToolCallContext {
  result: AgentToolResult
  isError: boolean
}

/** Each field that is given replaces that of the result as a whole. */
export interface AfterToolCallResult {
  content?: (TextContent | ImageContent)[]
  details?: unknown
  isError?: boolean
}

/** May change the result of a call that was run, also of one that failed. A throw makes it a failure. */
export type AfterToolCall = (
  call: AfterToolCallContext,
  signal?: AbortSignal,
) => Promise<AfterToolCallResult | undefined | void> | AfterToolCallResult | undefined | void
