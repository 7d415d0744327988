import type { TimelineEvent } from './run-state.ts'

/** An event as it is listed, with its place among all events. */
export interface ListedEvent {
  event: TimelineEvent
  index: number
}

/** The events to list: all, or only those that are no mere piece of something that streams. */
export function visibleEvents(events: readonly TimelineEvent[], showsDeltas: boolean): readonly ListedEvent[] {
  const all = events.map((event, index) => ({ event, index }))
  return showsDeltas ? all : all.filter(({ event }) => !isDelta(event))
}

function isDelta({ name, tone }: TimelineEvent): boolean {
  return name.startsWith('chunk') || tone === 'text' || tone === 'thinking' || tone === 'call'
}
