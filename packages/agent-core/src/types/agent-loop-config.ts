import type { AssistantMessageEvent, Context, Model, SimpleStreamOptions } from '@dreb/ai'

import type { AfterToolCall, BeforeLlmCall, BeforeToolCall, ConvertToLlm, TransformContext } from './agent-hooks.ts'
import type { AgentMessage } from './agent-message.ts'
import type { ToolExecutionMode } from './agent-tool.ts'

type ErrorEvent = Extract<AssistantMessageEvent, { type: 'error' }>

/**
 * An event of a stream function. Its `error` needs no `code` and no `retryable`: without them it is final, unless its
 * text says that the stream was dropped.
 */
export type StreamFnEvent =
  | Exclude<AssistantMessageEvent, { type: 'error' }>
  | (Omit<ErrorEvent, 'code' | 'retryable'> & Partial<Pick<ErrorEvent, 'code' | 'retryable'>>)

/**
 * Requests a response of a model. Failures should be the last event of the stream; what is thrown anyway is treated
 * alike. A stream that ends without `done` or `error` was dropped.
 */
export type StreamFn = (
  model: Model,
  context: Context,
  options: SimpleStreamOptions,
) => AsyncIterable<StreamFnEvent> | Promise<AsyncIterable<StreamFnEvent>>

/** Gives the key for a provider; undefined: use what is configured. */
export type GetApiKey = (provider: string) => string | undefined | Promise<string | undefined>

/** What is added to the loop around the requests. */
export interface AgentLoopHooks {
  beforeLlmCall?: BeforeLlmCall | undefined
  transformContext?: TransformContext | undefined
  /** The key for a provider, asked for before every request and every repetition of one. */
  getApiKey?: GetApiKey | undefined
  /** Asked before every request but the first of a run; false ends the run. */
  shouldContinue?: (() => boolean) | undefined
  /** Messages to put in before the next request; asked at the start of a run and after each turn. */
  getSteeringMessages?: () => AgentMessage[] | Promise<AgentMessage[]>
  /** Messages that start another turn; asked when the run would end. */
  getFollowUpMessages?: () => AgentMessage[] | Promise<AgentMessage[]>
  beforeToolCall?: BeforeToolCall | undefined
  afterToolCall?: AfterToolCall | undefined
}

/** How often things are done, and how long they may take. */
export interface AgentLoopLimits {
  /**
   * Turns a run may take. Default 2,000; `Infinity`: no limit. A run that would take more ends with a response that
   * failed with the code `turn_limit`; `continue` goes on from there.
   */
  maxTurns?: number
  /** Repetitions of a request whose stream was dropped or failed for a passing reason. Default 3; 0: none. */
  streamRetries?: number
  /** Milliseconds before the first of them; each next wait is twice as long. Default 1000. */
  streamRetryBaseDelayMs?: number
  /** Repetitions of a request whose response hit the output limit, with the same limit. Default 2; 0: none. */
  lengthRetries?: number
  /** Default `parallel`. */
  toolExecution?: ToolExecutionMode
  /** Tools that run at the same time. Default: no limit. */
  maxParallelTools?: number
  /** Milliseconds a tool call may take. Default: no limit. */
  toolTimeoutMs?: number
}

/** Everything a run needs besides the conversation. Options of the provider layer are passed on to the stream function. */
export interface AgentLoopConfig extends SimpleStreamOptions, AgentLoopHooks, AgentLoopLimits {
  model: Model
  convertToLlm: ConvertToLlm
}
