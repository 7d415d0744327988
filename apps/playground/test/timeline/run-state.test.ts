import { describe, expect, it } from 'vitest'

import {
  emptyRun,
  eventAtRow,
  momentOf,
  reduceRun,
  type RunAction,
  type RunState,
  type TimelineEvent,
  type WireRow,
} from '../../src/timeline/run-state.ts'

const row: WireRow = { kind: 'end', how: 'close', deltas: [], at: 0, exchange: 0 }

function event(name: string, text: string): RunAction {
  return { type: 'event', event: { at: 0, name, detail: '', tone: 'run', conversation: [{ kind: 'user', text }] } }
}

const wire: RunAction = { type: 'wire', row }
const after = (...actions: RunAction[]): RunState => actions.reduce(reduceRun, emptyRun)
const played = after({ type: 'started' }, event('a', 'A'), wire, event('b', 'B'), event('c', 'B'), wire, wire)

describe('a run', () => {
  it('ties each event to the wire row that was last when it happened', () => {
    expect(played.events.map(({ name, row: at }: TimelineEvent) => [name, at])).toEqual([
      ['a', -1],
      ['b', 0],
      ['c', 0],
    ])
  })

  it('keeps the conversation as one object while nothing of it changes', () => {
    expect(played.events[2]?.conversation).toBe(played.events[1]?.conversation)
    expect(played.events[1]?.conversation).not.toBe(played.events[0]?.conversation)
  })

  it('ignores what comes before its start and after its end', () => {
    expect(after(wire)).toEqual(emptyRun)
    const ended = after({ type: 'started' }, { type: 'ended', outcome: { status: 'aborted' } })
    expect(reduceRun(ended, wire)).toBe(ended)
    expect(ended.status).toBe('aborted')
  })

  it('says why it failed', () => {
    const failed = after({ type: 'started' }, { type: 'ended', outcome: { status: 'failed', problem: 'no answer' } })
    expect(failed).toMatchObject({ status: 'failed', problem: 'no answer' })
  })

  it('shows the newest moment, or the one after a given event', () => {
    expect(momentOf(played)).toEqual({ event: 2, row: 2, conversation: [{ kind: 'user', text: 'B' }] })
    expect(momentOf(played, 0)).toEqual({ event: 0, row: -1, conversation: [{ kind: 'user', text: 'A' }] })
    expect(momentOf(emptyRun)).toEqual({ event: -1, row: -1, conversation: [] })
  })

  it('finds the last event at or before a wire row', () => {
    expect([0, 1, 2].map((at) => eventAtRow(played, at))).toEqual([2, 2, 2])
    expect(eventAtRow(after({ type: 'started' }, wire), 0)).toBe(-1)
  })
})
