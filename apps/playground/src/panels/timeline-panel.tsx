import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'

import type { TimelineEvent } from '../timeline/run-state.ts'
import { type ListedEvent, visibleEvents } from '../timeline/visible-events.ts'
import { useWords } from '../words/use-words.ts'
import { nextIndex } from './next-index.ts'

interface TimelinePanelProps {
  events: readonly TimelineEvent[]
  /** The event whose moment is shown. */
  current: number
  isLive: boolean
  onPick: (event: number) => void
}

/** The events of one agent, newest last; without its deltas, if one likes. */
export function TimelinePanel(props: TimelinePanelProps): ReactElement {
  const words = useWords()
  const [showsDeltas, showDeltas] = useState(true)
  const listed = useMemo(() => visibleEvents(props.events, showsDeltas), [props.events, showsDeltas])
  return (
    <section className="panel timeline" aria-label={words.events}>
      <header className="panel-head">
        <h2>{words.events}</h2>
        <label className="toggle">
          <input type="checkbox" checked={showsDeltas} onChange={({ target }) => showDeltas(target.checked)} />
          {words.deltas}
        </label>
        <span className="count">{listed.length}</span>
      </header>
      <EventList {...props} listed={listed} />
    </section>
  )
}

/** The arrow keys walk through it. */
function EventList({
  listed,
  current,
  isLive,
  onPick,
}: TimelinePanelProps & { listed: readonly ListedEvent[] }): ReactElement {
  const words = useWords()
  const list = useRef<VListHandle>(null)
  // Where the current event is not listed, the one before it stands for it.
  const place = listed.findLastIndex(({ index }) => index <= current)
  useEffect(() => {
    if (place >= 0) list.current?.scrollToIndex(place, { align: isLive ? 'end' : 'nearest' })
  }, [place, isLive])
  const move = (event: KeyboardEvent) => {
    const next = listed[nextIndex(event.key, place, listed.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onPick(next.index)
  }
  return (
    <div
      className="panel-body"
      role="listbox"
      tabIndex={0}
      aria-label={words.events}
      aria-activedescendant={place >= 0 ? `event-${listed[place]?.index}` : undefined}
      onKeyDown={move}
    >
      {listed.length === 0 && <p className="empty">{words.emptyEvents}</p>}
      <VList ref={list} data={listed}>
        {({ event, index }, at) => (
          <EventRow
            key={index}
            event={event}
            index={index}
            isCurrent={at === place}
            isLater={at > place}
            onPick={onPick}
          />
        )}
      </VList>
    </div>
  )
}

function EventRow({
  event,
  index,
  isCurrent,
  isLater,
  onPick,
}: ListedEvent & { isCurrent: boolean; isLater: boolean; onPick: (event: number) => void }): ReactElement {
  return (
    <div
      id={`event-${index}`}
      className="event"
      role="option"
      aria-selected={isCurrent}
      data-tone={event.tone}
      data-later={isLater || undefined}
      onClick={() => onPick(index)}
    >
      <time>{(event.at / 1000).toFixed(2)}</time>
      <span className="tone" />
      <span className="event-name">{event.name}</span>
      <span className="event-detail">{event.detail}</span>
    </div>
  )
}
