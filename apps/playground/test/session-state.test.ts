import { describe, expect, it } from 'vitest'

import type { AgentName } from '../src/agents/play.ts'
import {
  momentAtCursor,
  phaseOf,
  playersOf,
  reduceSession,
  type SessionAction,
  type SessionState,
  startOfSession,
} from '../src/session/session-state.ts'
import type { TimelineEvent } from '../src/timeline/run-state.ts'

const start = startOfSession('openai-completions/weather')
const after = (...actions: SessionAction[]): SessionState => actions.reduce(reduceSession, start)

function happen(agent: AgentName, text: string): SessionAction {
  const event: Omit<TimelineEvent, 'row'> = {
    at: 0,
    name: 'e',
    detail: '',
    tone: 'run',
    conversation: [{ kind: 'user', text }],
  }
  return { type: 'run', agent, action: { type: 'event', event } }
}

function receive(agent: AgentName): SessionAction {
  const row = { kind: 'chunk', text: '', byteCount: 0, deltas: [], at: 0, exchange: 0 } as const
  return { type: 'run', agent, action: { type: 'wire', row } }
}

const started: SessionAction[] = [
  { type: 'run', agent: 'agent-core', action: { type: 'started' } },
  { type: 'run', agent: 'agents-core', action: { type: 'started' } },
]

describe('a session', () => {
  it('has both agents play, or one of them, which then has the focus', () => {
    expect(playersOf(start)).toEqual(['agent-core', 'agents-core'])
    const state = after({ type: 'cast', cast: 'agents-core' })
    expect(playersOf(state)).toEqual(['agents-core'])
    expect(state.focus).toBe('agents-core')
  })

  it('is playing while any agent runs, unless it is paused', () => {
    expect(phaseOf(start)).toBe('idle')
    expect(phaseOf(after(...started))).toBe('playing')
    expect(phaseOf(after(...started, { type: 'paused', isPaused: true }))).toBe('paused')
  })

  it('shows the other agent as it was when as much had come over its wire', () => {
    const state = after(
      ...started,
      receive('agent-core'),
      happen('agent-core', 'one chunk'),
      receive('agents-core'),
      happen('agents-core', 'one chunk, too'),
      receive('agents-core'),
      happen('agents-core', 'two chunks'),
      { type: 'cursor', cursor: { agent: 'agent-core', event: 0 } },
    )
    expect(momentAtCursor(state, 'agent-core').conversation).toEqual([{ kind: 'user', text: 'one chunk' }])
    expect(momentAtCursor(state, 'agents-core').conversation).toEqual([{ kind: 'user', text: 'one chunk, too' }])
  })

  it('forgets what was played when another recording is picked', () => {
    const state = after(...started, happen('agent-core', 'x'), {
      type: 'fixture',
      name: 'openai-completions/refusal',
    })
    expect(state.runs['agent-core'].events).toEqual([])
    expect(phaseOf(state)).toBe('idle')
  })
})
