/** The languages of the page. */
export type Language = 'en' | 'zh'

/** `system`: as the system is set. */
export type Theme = 'system' | 'light' | 'dark'

/** What a visitor prefers; kept from visit to visit where the browser allows it. */
export interface Preferences {
  language: Language
  theme: Theme
}

const key = 'dreb-playground'

/** What was kept, else what the browser says. */
export function readPreferences(): Preferences {
  const kept = readKept()
  const language = kept.language === 'en' || kept.language === 'zh' ? kept.language : browserLanguage()
  const theme = kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : 'system'
  return { language, theme }
}

/** Keeps them, and applies those that the page as a whole must know. */
export function applyPreferences(preferences: Preferences): void {
  const { documentElement: root } = document
  root.lang = preferences.language
  if (preferences.theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = preferences.theme
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // Private windows may forbid it; then the next visit starts afresh.
  }
}

function readKept(): Partial<Record<keyof Preferences, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

function browserLanguage(): Language {
  return navigator.language.startsWith('zh') ? 'zh' : 'en'
}
