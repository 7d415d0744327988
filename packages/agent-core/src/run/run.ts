import type { Model, OnWarning } from '@dreb/ai'

import type { AgentEvent } from '../types/agent-event.ts'
import type { AgentLoopConfig } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { AgentTool } from '../types/agent-tool.ts'
import type { AbortScope } from './abort-scope.ts'
import type { RequestModel } from './model-request.ts'

/** What a run works with, and the conversation it grows. */
export interface Run {
  readonly config: AgentLoopConfig
  /** One response of the model, retries included. */
  readonly requestModel: RequestModel
  readonly emit: (event: AgentEvent) => void | Promise<void>
  readonly scope: AbortScope
  readonly warn: OnWarning
  /** What the model sees. `messages` grows; `beforeLlmCall` may replace each part. */
  readonly context: { systemPrompt: string; messages: AgentMessage[]; tools: AgentTool[] }
  model: Model
  /** All messages of this run, in order. */
  readonly added: AgentMessage[]
  /** Whether a `turn_start` waits for its `turn_end`. */
  inTurn: boolean
}

/** Adds a message that has ended to the conversation. */
export function keepMessage(run: Run, message: AgentMessage): void {
  run.context.messages.push(message)
  run.added.push(message)
}
