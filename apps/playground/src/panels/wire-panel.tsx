import { type KeyboardEvent, memo, type ReactElement, useEffect, useMemo, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'

import { Code } from '../text/code.tsx'
import { describeDelta } from '../timeline/describe-delta.ts'
import { type EventCount, groupByRow } from '../timeline/group-by-row.ts'
import type { TimelineEvent, WireRow } from '../timeline/run-state.ts'
import { spotlight } from '../timeline/spotlight.ts'
import { useWords } from '../words/use-words.ts'
import { nextIndex } from './next-index.ts'

interface WirePanelProps {
  rows: readonly WireRow[]
  events: readonly TimelineEvent[]
  /** The row that was last at the moment that is shown. */
  current: number
  isLive: boolean
  onPick: (row: number) => void
}

/** What came over the wire, each chunk next to the deltas and the events it became. */
export function WirePanel(props: WirePanelProps): ReactElement {
  const words = useWords()
  return (
    <section className="panel wire" aria-label={words.wire}>
      <header className="panel-head">
        <h2>{words.wire}</h2>
        <span className="count">{props.rows.length}</span>
      </header>
      <RowList {...props} />
    </section>
  )
}

/** The arrow keys walk through it. */
function RowList({ rows, events, current, isLive, onPick }: WirePanelProps): ReactElement {
  const words = useWords()
  const list = useRef<VListHandle>(null)
  const became = useMemo(() => groupByRow(events), [events])
  useEffect(() => {
    if (current >= 0) list.current?.scrollToIndex(current, { align: isLive ? 'end' : 'center' })
  }, [current, isLive])
  const move = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, current, rows.length)
    if (next === undefined) return
    event.preventDefault()
    onPick(next)
  }
  return (
    <div className="panel-body" tabIndex={0} role="list" aria-label={words.wire} onKeyDown={move}>
      {rows.length === 0 && <p className="empty">{words.emptyWire}</p>}
      <VList ref={list} data={rows}>
        {(row, at) => (
          <Row key={at} row={row} events={became.get(at) ?? none} place={at - current} onPick={() => onPick(at)} />
        )}
      </VList>
    </div>
  )
}

interface RowProps {
  row: WireRow
  events: readonly EventCount[]
  /** 0 is the current row; what is above that comes later. */
  place: number
  onPick: () => void
}

function Row({ row, events, place, onPick }: RowProps): ReactElement {
  return (
    <div
      className="wire-row"
      role="listitem"
      data-current={place === 0 || undefined}
      data-later={place > 0 || undefined}
      onClick={onPick}
    >
      <RowSource row={row} />
      <RowResult row={row} events={events} />
    </div>
  )
}

const none: readonly EventCount[] = []

const RowSource = memo(function RowSource({ row }: { row: WireRow }): ReactElement {
  const words = useWords()
  if (row.kind === 'request') return <RequestSource row={row} />
  if (row.kind === 'end')
    return (
      <p className="wire-end" data-how={row.how}>
        {words.ending[row.how]}
      </p>
    )
  return (
    <pre className="wire-raw">
      <span className="wire-size">{words.bytes(row.byteCount)}</span>
      {spotlight(row.text.trimEnd()).map(({ text, isNews }, at) =>
        isNews ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
      )}
    </pre>
  )
})

function RequestSource({ row }: { row: Extract<WireRow, { kind: 'request' }> }): ReactElement {
  const words = useWords()
  return (
    <details className="wire-request" onClick={(event) => event.stopPropagation()}>
      <summary>
        <span className="method">{row.method}</span> {new URL(row.url).pathname}
      </summary>
      <Code text={row.body ? JSON.stringify(row.body, null, 2) : words.noBody} language="json" />
    </details>
  )
}

const RowResult = memo(function RowResult({
  row,
  events,
}: {
  row: WireRow
  events: readonly EventCount[]
}): ReactElement {
  const deltas = row.kind === 'request' ? [] : row.deltas
  return (
    <div className="wire-result">
      {deltas.map(describeDelta).map(({ label, value }, at) => (
        <p key={at} className="delta">
          <b>{label}</b> {value}
        </p>
      ))}
      {events.length > 0 && (
        <p className="wire-events">
          {events.map(({ name, tone, count }) => (
            <span key={name} className="chip" data-tone={tone}>
              {count > 1 ? `${name} ×${count}` : name}
            </span>
          ))}
        </p>
      )}
    </div>
  )
})
