import type { TimelineEvent } from './run-state.ts'

/** How often each event happened while a wire row was the last: what the row became, by the index of the row. */
export function groupByRow(events: readonly TimelineEvent[]): ReadonlyMap<number, readonly EventCount[]> {
  const groups = new Map<number, Map<string, EventCount>>()
  for (const { row, name, tone } of events) {
    const group = groups.get(row) ?? new Map<string, EventCount>()
    groups.set(row, group.set(name, { name, tone, count: (group.get(name)?.count ?? 0) + 1 }))
  }
  return new Map([...groups].map(([row, group]) => [row, [...group.values()]]))
}

/** An event's name, and how often it happened. */
export interface EventCount extends Pick<TimelineEvent, 'name' | 'tone'> {
  count: number
}
