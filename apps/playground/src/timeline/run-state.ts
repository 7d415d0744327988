import type { Delta } from '@dreb/ai/normalize'

import type { Conversation } from '../conversation/conversation.ts'
import { filterMapPreserving } from '../conversation/keep-same.ts'

/** Everything that is known about one run of one agent: what came over the wire, what the agent said, how it ended. */
export interface RunState {
  status: RunStatus
  /** What the agent announced, oldest first. */
  events: readonly TimelineEvent[]
  /** What was said over the wire, oldest first. */
  rows: readonly WireRow[]
  problem?: string
}

/** How far a run is. */
export type RunStatus = 'idle' | 'running' | 'completed' | 'failed' | 'aborted'

/** One event of an agent, with the conversation as it was then. */
export interface TimelineEvent {
  /** Virtual milliseconds since the run began. */
  at: number
  /** In the agent's own words. */
  name: string
  /** What it carries, in a few words. */
  detail: string
  tone: Tone
  /** Index of the wire row that was last when it happened; -1 before the first. */
  row: number
  conversation: Conversation
}

/** What an event is about; decides how it looks. */
export type Tone = 'run' | 'turn' | 'message' | 'text' | 'thinking' | 'call' | 'tool' | 'problem'

/** One thing that was said over the wire: `at` in virtual milliseconds since the run began, `exchange` counted from 0. */
export type WireRow = { at: number; exchange: number } & (
  | { kind: 'request'; method: string; url: string; body: unknown }
  | { kind: 'chunk'; text: string; byteCount: number; deltas: readonly Delta[] }
  | { kind: 'end'; how: 'close' | 'drop' | 'cancelled'; deltas: readonly Delta[] }
)

/** What can happen to a run. */
export type RunAction =
  | { type: 'started' }
  | { type: 'wire'; row: WireRow }
  | { type: 'event'; event: Omit<TimelineEvent, 'row'> }
  | { type: 'ended'; outcome: Outcome }
  | { type: 'cleared' }

/** How a run ended. */
export type Outcome = { status: 'completed' | 'aborted' } | { status: 'failed'; problem: string }

/** A run that has not begun. */
export const emptyRun: RunState = { status: 'idle', events: [], rows: [] }

/** A run after one more thing has happened. What comes after its end is ignored. */
export function reduceRun(run: RunState, action: RunAction): RunState {
  if (action.type === 'cleared') return emptyRun
  if (action.type === 'started') return { ...emptyRun, status: 'running' }
  if (run.status !== 'running') return run
  switch (action.type) {
    case 'wire':
      return { ...run, rows: [...run.rows, action.row] }
    case 'event': {
      const conversation = filterMapPreserving(run.events.at(-1)?.conversation ?? [], action.event.conversation)
      const event = { ...action.event, conversation, row: run.rows.length - 1 }
      return { ...run, events: [...run.events, event] }
    }
    case 'ended':
      return { ...run, ...action.outcome }
  }
}

/** A moment of a run: the event that was last, and the wire row that was last. */
export interface Moment {
  /** Index; -1 before the first. */
  event: number
  row: number
  conversation: Conversation
}

/** The run as it was after the event of that index; without one, as it is now. */
export function momentOf(run: RunState, cursor?: number): Moment {
  const at = cursor === undefined ? run.events.length - 1 : Math.min(cursor, run.events.length - 1)
  const event = run.events[at]
  const row = cursor === undefined ? run.rows.length - 1 : (event?.row ?? -1)
  return { event: at, row, conversation: event?.conversation ?? [] }
}

/** The last event at or before a wire row: where the cursor goes when somebody picks the row. */
export function eventAtRow(run: RunState, row: number): number {
  return run.events.findLastIndex((event) => event.row <= row)
}
