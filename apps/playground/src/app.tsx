import { load, names } from '@dreb/fixtures'
import { type ReactElement, useMemo, useState, useSyncExternalStore } from 'react'

import { HelpDialog } from './panels/help-dialog.tsx'
import { RecordingList } from './panels/recording-list.tsx'
import { casts, StageHead } from './panels/stage-head.tsx'
import { Stage } from './panels/stage.tsx'
import { TopBar } from './panels/top-bar.tsx'
import { TransportBar } from './panels/transport-bar.tsx'
import { useShortcuts } from './panels/use-shortcuts.ts'
import { applyPreferences, type Preferences, readPreferences, type Theme } from './session/preferences.ts'
import { momentAtCursor, phaseOf, type SessionState, speeds } from './session/session-state.ts'
import type { Session } from './session/session.ts'
import { LanguageContext } from './words/use-words.ts'

const fixtures = names().map(load)
const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }

/** The playground. */
export function App({ session }: { session: Session }): ReactElement {
  const state = useSyncExternalStore(session.store.subscribe, session.store.getState)
  const [preferences, prefer] = usePreferences()
  const [isHelpOpen, showHelp] = useState(false)
  const onTheme = () => prefer({ ...preferences, theme: nextTheme[preferences.theme] })
  const onLanguage = () => prefer({ ...preferences, language: preferences.language === 'en' ? 'zh' : 'en' })
  const { language } = preferences
  const fixture = useMemo(() => load(state.fixture), [state.fixture])
  useShortcuts({
    ...shortcutsOf(session, state),
    t: onTheme,
    g: onLanguage,
    '?': () => showHelp(true),
  })
  return (
    <LanguageContext value={language}>
      <div className="app">
        <TopBar preferences={preferences} onTheme={onTheme} onLanguage={onLanguage} onHelp={() => showHelp(true)} />
        <RecordingList fixtures={fixtures} current={state.fixture} language={language} onPick={session.pickFixture} />
        <main>
          <StageHead fixture={fixture} cast={state.cast} language={language} onCast={session.pickCast} />
          <Stage session={session} state={state} prompts={fixture.prompts} />
        </main>
        <Transport session={session} state={state} />
      </div>
      <HelpDialog isOpen={isHelpOpen} onClose={() => showHelp(false)} />
    </LanguageContext>
  )
}

function Transport({ session, state }: { session: Session; state: SessionState }): ReactElement {
  const { focus, cursor, runs, speed } = state
  const run = runs[focus]
  return (
    <TransportBar
      phase={phaseOf(state)}
      hasPlayed={Object.values(runs).some(({ status }) => status !== 'idle')}
      speed={speed}
      eventCount={run.events.length}
      current={momentAtCursor(state, focus).event}
      isLive={cursor === undefined}
      onToggle={session.toggle}
      onStep={session.step}
      onAbort={session.abort}
      onRestart={session.restart}
      onSpeed={session.setSpeed}
      onMoment={(event) => session.look(event === undefined ? undefined : { agent: focus, event })}
    />
  )
}

function usePreferences(): [Preferences, (next: Preferences) => void] {
  const [preferences, set] = useState(readPreferences)
  return [
    preferences,
    (next) => {
      applyPreferences(next)
      set(next)
    },
  ]
}

function shortcutsOf(session: Session, state: SessionState): Record<string, () => void> {
  const faster = (by: number) => () => {
    const next = speeds[speeds.findIndex((speed) => speed === state.speed) + by]
    if (next !== undefined) session.setSpeed(next)
  }
  const move = (by: number) => () => {
    const { focus } = state
    const last = state.runs[focus].events.length - 1
    const event = Math.min(Math.max(momentAtCursor(state, focus).event + by, 0), last)
    if (last >= 0) session.look({ agent: focus, event })
  }
  return {
    ' ': session.toggle,
    s: session.step,
    Escape: session.abort,
    r: session.restart,
    l: () => session.look(undefined),
    '-': faster(-1),
    '+': faster(1),
    '=': faster(1),
    ArrowLeft: move(-1),
    ArrowRight: move(1),
    ...Object.fromEntries(casts.map((cast, at) => [String(at + 1), () => session.pickCast(cast)])),
  }
}
