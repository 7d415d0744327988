import { AIError, type Model, type SimpleStreamOptions } from '@dreb/ai'

import { assertDistinctNames } from '../run/assert-config.ts'
import type { ConvertToLlm } from '../types/agent-hooks.ts'
import type { AgentLoopHooks, AgentLoopLimits, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { ThinkingLevel } from '../types/thinking-level.ts'
import { type AgentState, idle, initialAgentState } from './agent-state.ts'
import type { QueueMode } from './message-queues.ts'
import { isModel, type ModelReference, resolveModel } from './model-reference.ts'

/** What an agent can be stopped with and started from again: plain data, for JSON. Tools and hooks are not part of it. */
export interface ExportedAgentState {
  systemPrompt: string
  /** Not there where no model is set. A model of your own has to be registered before it is looked up again. */
  model?: ModelReference
  thinkingLevel: ThinkingLevel
  messages: AgentMessage[]
  /** Steering messages that wait, after those that a run has accepted and not yet put into the conversation. */
  steering: AgentMessage[]
  /** Follow-ups that wait. */
  followUps: AgentMessage[]
}

/** Where an agent starts: parts of a state, or what `exportState` gave. */
export type InitialAgentState = Partial<Omit<AgentState, 'model'>> &
  Partial<Pick<ExportedAgentState, 'steering' | 'followUps'>> & { model?: Model | ModelReference }

/** What an agent does between the request and the response; captured when a run starts. */
export type AgentSettings = Omit<SimpleStreamOptions, 'signal' | 'reasoning' | 'apiKey'> &
  Omit<AgentLoopHooks, 'getSteeringMessages' | 'getFollowUpMessages' | 'getApiKey'> &
  AgentLoopLimits & {
    /** Default: keeps the roles `user`, `assistant` and `toolResult`. Needed where the application adds messages. */
    convertToLlm?: ConvertToLlm
  }

/** Options of an {@link Agent}. Those of the provider layer (`temperature`, `headers`, `fetch`, …) are passed on. */
export interface AgentOptions extends AgentSettings {
  initialState?: InitialAgentState
  /** Steering messages taken at a time. Default `one-at-a-time`. */
  steeringMode?: QueueMode
  /** Follow-ups taken at a time. Default `one-at-a-time`. */
  followUpMode?: QueueMode
  /** Requests responses. Default: `streamSimple` of `@dreb/ai`. */
  streamFn?: StreamFn
  /** The key for a provider, asked for before every request. */
  getApiKey?: AgentLoopHooks['getApiKey']
}

/** Options of one run. */
export interface PromptOptions {
  /** Aborts this run, as `abort` does. It may have fired already: then no request is made. */
  signal?: AbortSignal
}

/**
 * The state an agent starts with. The list of messages is a copy.
 *
 * @throws AIError `unknown_model` for a reference to a model that is not registered, or is reached in another way;
 *   `invalid_request` for two tools of one name
 */
export function startState({ model, steering: _s, followUps: _f, ...given }: InitialAgentState): AgentState {
  const state = { ...initialAgentState(), ...given, ...idle() }
  state.messages = [...(given.messages ?? [])]
  state.tools = given.tools ?? []
  assertDistinctNames(state.tools)
  if (model) state.model = isModel(model) ? model : resolveModel(model)
  return state
}

/** @throws AIError `unknown_model` if no model is set */
export function assertModel(model: Model | undefined): void {
  if (!model) throw new AIError('unknown_model', 'No model configured')
}
