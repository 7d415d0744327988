import type { ReactElement } from 'react'

import { type Phase, speeds } from '../session/session-state.ts'
import { useWords } from '../words/use-words.ts'
import { Icon } from './icon.tsx'

/** What drives a run. */
export interface TransportBarProps {
  phase: Phase
  hasPlayed: boolean
  speed: number
  /** Events there are, and the one whose moment is shown. */
  eventCount: number
  current: number
  isLive: boolean
  onToggle: () => void
  onStep: () => void
  onAbort: () => void
  onRestart: () => void
  onSpeed: (speed: number) => void
  onMoment: (event: number | undefined) => void
}

/** Run, step, abort, speed; and a slider through the moments of the run. */
export function TransportBar(props: TransportBarProps): ReactElement {
  const words = useWords()
  return (
    <footer className="transport" aria-label={words.controls}>
      <RunButtons {...props} />
      <Moments {...props} />
      <SpeedPicker speed={props.speed} onSpeed={props.onSpeed} />
    </footer>
  )
}

function RunButtons({ phase, hasPlayed, onToggle, onStep, onAbort, onRestart }: TransportBarProps): ReactElement {
  const words = useWords()
  const label = { idle: words.run, playing: words.pause, paused: words.resume }[phase]
  return (
    <div className="buttons">
      <button type="button" className="primary" onClick={onToggle} aria-keyshortcuts="Space">
        <Icon name={phase === 'playing' ? 'pause' : 'play'} /> {label}
      </button>
      <button type="button" onClick={onStep} aria-keyshortcuts="s">
        <Icon name="step" /> <span className="wide">{words.step}</span>
      </button>
      <button type="button" onClick={onAbort} disabled={phase === 'idle'} className="danger" aria-keyshortcuts="Escape">
        <Icon name="stop" /> <span className="wide">{words.abort}</span>
      </button>
      <button
        type="button"
        onClick={onRestart}
        disabled={phase === 'idle' && !hasPlayed}
        aria-label={words.restart}
        title={words.restart}
      >
        <Icon name="restart" />
      </button>
    </div>
  )
}

function Moments({ eventCount, current, isLive, phase, onMoment }: TransportBarProps): ReactElement {
  const words = useWords()
  return (
    <div className="moments">
      <input
        type="range"
        aria-label={words.moment}
        min={0}
        max={Math.max(eventCount - 1, 0)}
        value={Math.max(current, 0)}
        disabled={eventCount === 0}
        onChange={({ target }) => onMoment(Number(target.value))}
      />
      <output>
        {current + 1} / {eventCount}
      </output>
      <button
        type="button"
        className="live"
        aria-pressed={isLive}
        disabled={isLive || eventCount === 0}
        data-playing={phase === 'playing' || undefined}
        onClick={() => onMoment(undefined)}
      >
        {words.live}
      </button>
    </div>
  )
}

function SpeedPicker({ speed, onSpeed }: Pick<TransportBarProps, 'speed' | 'onSpeed'>): ReactElement {
  const words = useWords()
  return (
    <label className="speed">
      <span>{words.speed}</span>
      <select value={speed} onChange={({ target }) => onSpeed(Number(target.value))}>
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one === Infinity ? words.noWaiting : `${one}×`}
          </option>
        ))}
      </select>
    </label>
  )
}
