import type { Model, SimpleStreamOptions } from '@dreb/ai'

import type { Attempt } from '../model/model-request.ts'
import type { AgentEventSink } from '../types/agent-event.ts'
import type { AgentLoopConfig, AgentLoopHooks, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { AgentTool } from '../types/agent-tool.ts'
import type { Grace } from './abort-scope.ts'

/** What a run works with, and the conversation it grows. */
export interface Run {
  readonly config: AgentLoopConfig
  readonly hooks: AgentLoopHooks
  /** What of the configuration is meant for the provider layer. */
  readonly options: SimpleStreamOptions
  readonly streamFn: StreamFn
  /** Asks the model, retries included. */
  readonly attempt: Attempt
  readonly emit: AgentEventSink
  readonly grace: Grace
  /** What the model sees. `messages` grows, and is replaced by `beforeLlmCall`. */
  readonly context: { readonly systemPrompt: string; messages: AgentMessage[]; readonly tools: AgentTool[] }
  model: Model
  /** All messages of this run, in order. */
  readonly added: AgentMessage[]
  /** Whether a `turn_start` waits for its `turn_end`. */
  inTurn: boolean
}

/** Takes a message that has ended into the conversation. */
export function keep(run: Run, message: AgentMessage): void {
  run.context.messages.push(message)
  run.added.push(message)
}
