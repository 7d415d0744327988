import { describe, expect, it } from 'vitest'

import type { TimelineEvent, Tone } from '../../src/timeline/run-state.ts'
import { visibleEvents } from '../../src/timeline/visible-events.ts'

function event(name: string, tone: Tone): TimelineEvent {
  return { at: 0, name, tone, detail: '', row: 0, conversation: [] }
}

const events = [
  event('message_start', 'message'),
  event('message_update', 'text'),
  event('message_update', 'thinking'),
  event('message_update', 'call'),
  event('chunk', 'message'),
  event('chunk-parsed', 'message'),
  event('tool_execution_start', 'tool'),
]

describe('the listed events', () => {
  it('are all of them', () => {
    expect(visibleEvents(events, true).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('are without deltas those that are no piece of a stream, at their places', () => {
    expect(visibleEvents(events, false).map(({ index }) => index)).toEqual([0, 6])
  })
})
