import { isFailed, type Model } from '@dreb/ai'

import type { AgentEvent } from '../types/agent-event.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { AgentTool } from '../types/agent-tool.ts'
import type { ThinkingLevel } from '../types/thinking-level.ts'

/**
 * What an agent is, knows and does: a snapshot. The agent makes a new one for every change, and lists and sets in it are
 * replaced when they change: compare by identity.
 */
export interface AgentState {
  systemPrompt: string
  /** Not there until one is set; `prompt` refuses to work without. */
  model: Model
  thinkingLevel: ThinkingLevel
  tools: AgentTool[]
  messages: AgentMessage[]
  /** A run is active. */
  isStreaming: boolean
  /** The message that is being received, as far as it has come. */
  streamMessage: AgentMessage | null
  /** Ids of the calls whose tools are running or about to. */
  pendingToolCalls: Set<string>
  /** What went wrong in the last turn; gone when the next run starts. */
  error?: string | undefined
}

/** The state of an agent that has done nothing yet: the start of {@link reduceAgent}. */
export function initialAgentState(): AgentState {
  return {
    systemPrompt: '',
    model: noModel(),
    thinkingLevel: 'off',
    tools: [],
    messages: [],
    ...idle(),
    error: undefined,
  }
}

/** The part of the state that says that nothing is going on. */
export function idle(): Pick<AgentState, 'isStreaming' | 'streamMessage' | 'pendingToolCalls'> {
  return { isStreaming: false, streamMessage: null, pendingToolCalls: new Set() }
}

/** The one cast to the type that the documentation promises and that holds as soon as a model is set. */
function noModel(): Model {
  return undefined as unknown as Model
}

/** What an event changes in the state. */
function changesOf(state: AgentState, event: AgentEvent): Partial<AgentState> {
  switch (event.type) {
    case 'message_end':
      return { streamMessage: null, messages: state.messages.concat([event.message]) }
    case 'tool_execution_start':
      return { pendingToolCalls: new Set(state.pendingToolCalls).add(event.toolCallId) }
    case 'tool_execution_end':
      return { pendingToolCalls: without(state.pendingToolCalls, event.toolCallId) }
    default:
      return plainChangesOf(event)
  }
}

/** What an event changes, without what grows with the conversation. */
export function plainChangesOf(event: AgentEvent): Partial<AgentState> {
  switch (event.type) {
    case 'message_update':
    case 'message_start':
      return { streamMessage: event.message }
    case 'message_end':
    case 'stream_retry':
    case 'length_retry':
      return { streamMessage: null }
    case 'turn_end':
      return isFailed(event.message) ? { error: event.message.errorMessage } : {}
    case 'agent_start':
      return { ...idle(), isStreaming: true, error: undefined }
    case 'agent_end':
      return idle()
    case 'turn_start':
    case 'tool_execution_start':
    case 'tool_execution_update':
    case 'tool_execution_end':
      return {}
  }
}

/** The state after an event, as the agent has it. Pure: for observers that have the events only. */
export function reduceAgent(state: AgentState, event: AgentEvent): AgentState {
  return { ...state, ...changesOf(state, event) }
}

function without(set: ReadonlySet<string>, id: string): Set<string> {
  const rest = new Set(set)
  rest.delete(id)
  return rest
}
