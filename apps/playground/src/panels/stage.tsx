import { type ReactElement, useState } from 'react'

import type { AgentName } from '../agents/play.ts'
import { momentAtCursor, playersOf, type SessionState } from '../session/session-state.ts'
import type { Session } from '../session/session.ts'
import { eventAtRow } from '../timeline/run-state.ts'
import { useWords } from '../words/use-words.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { WirePanel } from './wire-panel.tsx'

/** On narrow screens one view is shown at a time. */
const views = ['conversation', 'events', 'wire'] as const
type View = (typeof views)[number]

/** The three views, kept in step: every one of them shows the same moment. */
export function Stage({
  session,
  state,
  prompts,
}: {
  session: Session
  state: SessionState
  prompts: readonly string[]
}): ReactElement {
  const [view, setView] = useState<View>('conversation')
  const players = playersOf(state)
  return (
    <div className="stage" data-players={players.length} data-view={view}>
      <ViewTabs view={view} onView={setView} />
      <div className="conversations">
        {players.map((agent) => (
          <ConversationPanel
            key={agent}
            agent={agent}
            run={state.runs[agent]}
            conversation={momentAtCursor(state, agent).conversation}
            isPaused={state.isPaused}
            prompts={prompts}
          />
        ))}
      </div>
      <div className="inside">
        {players.length > 1 && <FocusTabs players={players} focus={state.focus} session={session} />}
        <Inside session={session} state={state} />
      </div>
    </div>
  )
}

/** What goes on inside the agent in focus: its events, and the wire. */
function Inside({ session, state }: { session: Session; state: SessionState }): ReactElement {
  const { focus: agent, cursor } = state
  const run = state.runs[agent]
  const moment = momentAtCursor(state, agent)
  const look = (event: number) => session.look({ agent, event })
  return (
    <>
      <TimelinePanel events={run.events} current={moment.event} isLive={cursor === undefined} onPick={look} />
      <WirePanel
        rows={run.rows}
        events={run.events}
        current={moment.row}
        isLive={cursor === undefined}
        onPick={(row) => look(Math.max(eventAtRow(run, row), 0))}
      />
    </>
  )
}

function FocusTabs({
  players,
  focus,
  session,
}: {
  players: readonly AgentName[]
  focus: AgentName
  session: Session
}): ReactElement {
  const words = useWords()
  return (
    <div className="tabs focus-tabs" role="group" aria-label={words.agents}>
      {players.map((agent) => (
        <button
          key={agent}
          type="button"
          data-agent={agent}
          aria-pressed={agent === focus}
          onClick={() => session.store.dispatch({ type: 'focus', agent })}
        >
          <span className="agent-dot" />
          {agent}
        </button>
      ))}
    </div>
  )
}

function ViewTabs({ view, onView }: { view: View; onView: (view: View) => void }): ReactElement {
  const words = useWords()
  return (
    <div className="tabs view-tabs" role="group" aria-label={words.views}>
      {views.map((one) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
          {words[one]}
        </button>
      ))}
    </div>
  )
}
