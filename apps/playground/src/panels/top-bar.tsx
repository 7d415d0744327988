import type { ReactElement } from 'react'

import type { Preferences, Theme } from '../session/preferences.ts'
import { useWords } from '../words/use-words.ts'
import { Icon, type IconName } from './icon.tsx'

const themeIcons: Readonly<Record<Theme, IconName>> = { system: 'system', light: 'sun', dark: 'moon' }

/** The name of the page, and what holds for all of it. */
export function TopBar({
  preferences,
  onTheme,
  onLanguage,
  onHelp,
}: {
  preferences: Preferences
  onTheme: () => void
  onLanguage: () => void
  onHelp: () => void
}): ReactElement {
  const words = useWords()
  return (
    <header className="top-bar">
      <h1>
        <Mark /> dreb <span>{words.title}</span>
      </h1>
      <div className="top-tools">
        <button type="button" className="quiet" onClick={onLanguage} lang={preferences.language === 'en' ? 'zh' : 'en'}>
          {words.language}
        </button>
        <button
          type="button"
          className="quiet"
          onClick={onTheme}
          aria-label={words.theme[preferences.theme]}
          title={words.theme[preferences.theme]}
        >
          <Icon name={themeIcons[preferences.theme]} />
        </button>
        <button type="button" className="quiet" onClick={onHelp} aria-label={words.help} title={words.help}>
          <Icon name="keyboard" />
        </button>
      </div>
    </header>
  )
}

/** Two streams that become one. */
function Mark(): ReactElement {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 9c8 0 9 7 17 7h9" />
      <path d="M3 23c8 0 9-7 17-7" />
      <circle cx="27" cy="16" r="3" />
    </svg>
  )
}
