import type { AssistantMessage, AssistantMessageEvent, ToolResultMessage } from '@dreb/ai'

import type { AgentMessage } from './agent-message.ts'
import type { AgentToolResult } from './agent-tool.ts'
import type { ThinkingLevel } from './thinking-level.ts'

/** The events of an assistant message while it streams: all but the first and the last. */
export type AssistantUpdateEvent = Exclude<AssistantMessageEvent, { type: 'start' | 'done' | 'error' }>

/** A failed attempt is thrown away and the request is made again: so is an open assistant message. */
export interface StreamRetryEvent {
  type: 'stream_retry'
  /** 1 for the first retry. */
  attempt: number
  maxAttempts: number
  /** Why. */
  error: string
  /** What is thrown away, if anything of it was shown. */
  discardedPartial?: AssistantMessage
}

/** The response hit its limit and is requested again: an open assistant message is void. */
export interface LengthRetryEvent {
  type: 'length_retry'
  /** 1 for the first retry. */
  attempt: number
  maxAttempts: number
  /** The output limit in tokens, the same for every attempt. */
  maxTokens: number
  /** What is thrown away, if anything of it was shown. */
  discardedPartial?: AssistantMessage
}

/**
 * What happens in a run, in order: `agent_start`, turns, `agent_end`. A turn is one response of the model and the
 * results of the tools it called. Messages that arrive complete have a `message_start` and a `message_end` and nothing between.
 */
export type AgentEvent =
  | {
      type: 'agent_start'
      model: { provider: string; id: string }
      /** The level that the model will really use. */
      thinkingLevel: ThinkingLevel
    }
  /** `messages`: all that the run added, in order. */
  | { type: 'agent_end'; messages: AgentMessage[] }
  | { type: 'turn_start' }
  /** `toolResults`: in the order of the calls. */
  | { type: 'turn_end'; message: AssistantMessage; toolResults: ToolResultMessage[] }
  | { type: 'message_start'; message: AgentMessage }
  /** `message` is a snapshot after `assistantMessageEvent`. */
  | { type: 'message_update'; message: AssistantMessage; assistantMessageEvent: AssistantUpdateEvent }
  /** `message` is frozen: the object that the conversation keeps. */
  | { type: 'message_end'; message: AgentMessage }
  | StreamRetryEvent
  | LengthRetryEvent
  /** `args`: as the model wrote them. */
  | { type: 'tool_execution_start'; toolCallId: string; toolName: string; args: Record<string, unknown> }
  | {
      type: 'tool_execution_update'
      toolCallId: string
      toolName: string
      args: Record<string, unknown>
      partialResult: AgentToolResult
    }
  | { type: 'tool_execution_end'; toolCallId: string; toolName: string; result: AgentToolResult; isError: boolean }

/** Receives the events of a run. It may return anything; a promise is awaited before the run goes on. */
export type AgentEventSink = (event: AgentEvent) => unknown
