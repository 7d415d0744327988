import type { Fixture } from '@dreb/fixtures'
import type { ReactElement } from 'react'

import type { Language } from '../session/preferences.ts'
import { useWords } from '../words/use-words.ts'

/** What wire formats are called. */
export const apiNames: Readonly<Record<Fixture['api'], string>> = {
  'openai-completions': 'Chat Completions',
  'anthropic-messages': 'Anthropic Messages',
}

interface RecordingListProps {
  fixtures: readonly Fixture[]
  current: string
  language: Language
  onPick: (name: string) => void
}

/** All recordings, by wire format: a list where there is room for it, a menu where there is not. */
export function RecordingList(props: RecordingListProps): ReactElement {
  const words = useWords()
  return (
    <nav className="recordings" aria-label={words.recordings}>
      <RecordingMenu {...props} />
      <div className="recording-groups">
        {groups(props.fixtures).map(([api, fixtures]) => (
          <section key={api} aria-label={apiNames[api]}>
            <h2>{apiNames[api]}</h2>
            {fixtures.map(({ name, title }) => (
              <button
                key={name}
                type="button"
                className="recording"
                aria-current={name === props.current}
                onClick={() => props.onPick(name)}
              >
                {title[props.language]}
              </button>
            ))}
          </section>
        ))}
      </div>
    </nav>
  )
}

function RecordingMenu({ fixtures, current, language, onPick }: RecordingListProps): ReactElement {
  const words = useWords()
  return (
    <select
      className="recording-menu"
      aria-label={words.recordings}
      value={current}
      onChange={({ target }) => onPick(target.value)}
    >
      {groups(fixtures).map(([api, group]) => (
        <optgroup key={api} label={apiNames[api]}>
          {group.map(({ name, title }) => (
            <option key={name} value={name}>
              {title[language]}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

function groups(fixtures: readonly Fixture[]): [Fixture['api'], Fixture[]][] {
  const apis = [...new Set(fixtures.map(({ api }) => api))]
  return apis.map((api) => [api, fixtures.filter((fixture) => fixture.api === api)])
}
