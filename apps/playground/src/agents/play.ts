import type { Fixture } from '@dreb/fixtures'

import type { Conversation } from '../conversation/conversation.ts'
import type { ReplayClock } from '../replay/clock.ts'
import type { Outcome, Tone } from '../timeline/run-state.ts'

/** The agents that can be shown. */
export type AgentName = 'agent-core' | 'agents-core'

/** All of them, in the order in which they are shown. */
export const agentNames: readonly AgentName[] = ['agent-core', 'agents-core']

/** What an agent is given to play a recording. */
export interface Play {
  fixture: Fixture
  /** Answers from the recording. */
  fetch: typeof fetch
  /** Everything that takes time waits on it. */
  clock: ReplayClock
  signal: AbortSignal
  report: (step: AgentStep) => void
}

/** One event of an agent, in the words of the timeline. */
export interface AgentStep {
  name: string
  detail: string
  tone: Tone
  conversation: Conversation
}

/** Says the prompts of a recording to an agent, one after the other. Never rejects. */
export type PlayAgent = (play: Play) => Promise<Outcome>
