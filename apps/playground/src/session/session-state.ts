import { type AgentName, agentNames } from '../agents/play.ts'
import {
  emptyRun,
  eventAtRow,
  momentOf,
  type Moment,
  reduceRun,
  type RunAction,
  type RunState,
} from '../timeline/run-state.ts'

/** Which agents play: one, or both side by side. */
export type Cast = AgentName | 'both'

/** Virtual per real milliseconds; Infinity does not wait. */
export const speeds = [0.25, 0.5, 1, 2, 4, Infinity] as const

/** What the playground shows. */
export interface SessionState {
  /** Full name of the recording. */
  fixture: string
  cast: Cast
  speed: number
  isPaused: boolean
  runs: Readonly<Record<AgentName, RunState>>
  /** The agent whose events and wire are shown. */
  focus: AgentName
  /** A moment that somebody looks at; without it, the newest is shown. */
  cursor: Cursor | undefined
}

/** After which event of which agent. */
export interface Cursor {
  agent: AgentName
  event: number
}

/** What can happen in a session. */
export type SessionAction =
  | { type: 'fixture'; name: string }
  | { type: 'cast'; cast: Cast }
  | { type: 'speed'; speed: number }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'focus'; agent: AgentName }
  | { type: 'cursor'; cursor: Cursor | undefined }
  | { type: 'run'; agent: AgentName; action: RunAction }

/** Whether time goes on. */
export type Phase = 'idle' | 'playing' | 'paused'

const nothingPlayed = {
  runs: { 'agent-core': emptyRun, 'agents-core': emptyRun },
  isPaused: false,
  cursor: undefined,
}

/** Where a session starts. */
export function startOfSession(fixture: string): SessionState {
  return { ...nothingPlayed, fixture, cast: 'both', speed: 1, focus: 'agent-core' }
}

/** The session after an action. A new recording or another cast clears what was played. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'fixture':
      return { ...state, ...nothingPlayed, fixture: action.name }
    case 'cast':
      return {
        ...state,
        ...nothingPlayed,
        cast: action.cast,
        focus: action.cast === 'both' ? state.focus : action.cast,
      }
    case 'speed':
      return { ...state, speed: action.speed }
    case 'paused':
      return { ...state, isPaused: action.isPaused }
    case 'focus':
      return { ...state, focus: action.agent }
    case 'cursor':
      return { ...state, cursor: action.cursor, focus: action.cursor?.agent ?? state.focus }
    case 'run': {
      const { agent } = action
      return { ...state, runs: { ...state.runs, [agent]: reduceRun(state.runs[agent], action.action) } }
    }
  }
}

/** The agents that play. */
export function playersOf({ cast }: Pick<SessionState, 'cast'>): readonly AgentName[] {
  return cast === 'both' ? agentNames : [cast]
}

/** A session is idle unless some agent is running. */
export function phaseOf({ runs, isPaused }: SessionState): Phase {
  const isRunning = Object.values(runs).some(({ status }) => status === 'running')
  if (!isRunning) return 'idle'
  return isPaused ? 'paused' : 'playing'
}

/** What an agent's run looked like at the cursor; another agent is shown as it was when as much had come over its wire. */
export function momentAtCursor({ runs, cursor }: SessionState, agent: AgentName): Moment {
  const run = runs[agent]
  if (!cursor) return momentOf(run)
  if (cursor.agent === agent) return momentOf(run, cursor.event)
  const row = runs[cursor.agent].events[cursor.event]?.row ?? Infinity
  return momentOf(run, eventAtRow(run, row))
}
