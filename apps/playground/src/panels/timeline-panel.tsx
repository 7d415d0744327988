import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'

import type { TimelineEvent } from '../timeline/run-state.ts'
import { useWords } from '../words/use-words.ts'
import { nextIndex } from './next-index.ts'

/** The events of one agent, newest last. The arrow keys walk through them. */
export function TimelinePanel({
  events,
  current,
  isLive,
  onPick,
}: {
  events: readonly TimelineEvent[]
  /** The event whose moment is shown. */
  current: number
  isLive: boolean
  onPick: (event: number) => void
}): ReactElement {
  const words = useWords()
  const list = useRef<VListHandle>(null)
  useEffect(() => {
    if (current >= 0) list.current?.scrollToIndex(current, { align: isLive ? 'end' : 'nearest' })
  }, [current, isLive])
  const move = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, current, events.length)
    if (next === undefined) return
    event.preventDefault()
    onPick(next)
  }
  return (
    <section className="panel timeline" aria-label={words.events}>
      <header className="panel-head">
        <h2>{words.events}</h2>
        <span className="count">{events.length}</span>
      </header>
      <div
        className="panel-body"
        role="listbox"
        tabIndex={0}
        aria-label={words.events}
        aria-activedescendant={current >= 0 ? `event-${current}` : undefined}
        onKeyDown={move}
      >
        {events.length === 0 && <p className="empty">{words.emptyEvents}</p>}
        <VList ref={list} data={events}>
          {(event, at) => (
            <EventRow
              key={at}
              event={event}
              at={at}
              isCurrent={at === current}
              isLater={at > current}
              onPick={onPick}
            />
          )}
        </VList>
      </div>
    </section>
  )
}

function EventRow({
  event,
  at,
  isCurrent,
  isLater,
  onPick,
}: {
  event: TimelineEvent
  at: number
  isCurrent: boolean
  isLater: boolean
  onPick: (event: number) => void
}): ReactElement {
  return (
    <div
      id={`event-${at}`}
      className="event"
      role="option"
      aria-selected={isCurrent}
      data-tone={event.tone}
      data-later={isLater || undefined}
      onClick={() => onPick(at)}
    >
      <time>{(event.at / 1000).toFixed(2)}</time>
      <span className="tone" />
      <span className="event-name">{event.name}</span>
      <span className="event-detail">{event.detail}</span>
    </div>
  )
}
