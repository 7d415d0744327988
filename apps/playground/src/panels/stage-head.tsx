import type { Fixture } from '@dreb/fixtures'
import type { ReactElement } from 'react'

import type { Language } from '../session/preferences.ts'
import type { Cast } from '../session/session-state.ts'
import { useWords } from '../words/use-words.ts'
import { apiNames } from './recording-list.tsx'

/** The choices of agents, in the order of their shortcuts. */
export const casts: readonly Cast[] = ['agent-core', 'agents-core', 'both']

/** What the recording is, and who plays it. */
export function StageHead({
  fixture,
  cast,
  language,
  onCast,
}: {
  fixture: Fixture
  cast: Cast
  language: Language
  onCast: (cast: Cast) => void
}): ReactElement {
  const words = useWords()
  return (
    <header className="stage-head">
      <div className="about">
        <h2>{fixture.title[language]}</h2>
        <p>{fixture.description[language]}</p>
        <p className="facts">
          <span>{apiNames[fixture.api]}</span>
          <span>{fixture.source.kind === 'made' ? words.made : words.recorded}</span>
          <span>{words.responses(fixture.exchanges.length)}</span>
        </p>
      </div>
      <CastPicker cast={cast} onCast={onCast} />
    </header>
  )
}

function CastPicker({ cast, onCast }: { cast: Cast; onCast: (cast: Cast) => void }): ReactElement {
  const words = useWords()
  return (
    <fieldset className="segments">
      <legend>{words.agents}</legend>
      {casts.map((one) => (
        <label key={one}>
          <input type="radio" name="cast" value={one} checked={one === cast} onChange={() => onCast(one)} />
          <span>{one === 'both' ? words.both : one}</span>
        </label>
      ))}
    </fieldset>
  )
}
