import { getModel, type Model, type SimpleStreamOptions } from '@dreb/ai'

import type { ConvertToLlm } from '../types/agent-hooks.ts'
import type { AgentLoopHooks, AgentLoopLimits, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { ThinkingLevel } from '../types/thinking-level.ts'
import { type AgentState, idle, initialState } from './agent-state.ts'
import type { QueueMode } from './message-queue.ts'

/** A model by its names in the registry. */
export type ModelReference = Pick<Model, 'provider' | 'id'>

/** What an agent can be stopped with and started from again: plain data, for JSON. Tools and hooks are not part of it. */
export interface ExportedAgentState {
  systemPrompt: string
  /** Not there where no model is set. A model of your own has to be registered before it is looked up again. */
  model?: ModelReference
  thinkingLevel: ThinkingLevel
  messages: AgentMessage[]
  /** Steering messages that wait. */
  steering: AgentMessage[]
  /** Follow-ups that wait. */
  followUps: AgentMessage[]
}

/** Where an agent starts: parts of a state, or what `exportState` gave. */
export type InitialAgentState = Partial<Omit<AgentState, 'model'>> &
  Partial<Pick<ExportedAgentState, 'steering' | 'followUps'>> & { model?: Model | ModelReference }

/** What an agent does between the request and the answer; captured when a run starts. */
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
  /** Asks the model. Default: `streamSimple` of `@dreb/ai`. */
  streamFn?: StreamFn
  /** The key for a provider, asked for before every request. */
  getApiKey?: AgentLoopHooks['getApiKey']
}

/**
 * The state an agent starts with. The list of messages is a copy.
 *
 * @throws AIError `unknown_model` for a reference to a model that is not registered
 */
export function startState({ model, steering: _s, followUps: _f, ...given }: InitialAgentState = {}): AgentState {
  const state = { ...initialState(), ...given, ...idle() }
  state.messages = [...(given.messages ?? [])]
  state.tools = given.tools ?? []
  if (model) state.model = 'api' in model ? model : getModel(model.provider, model.id)
  return state
}
