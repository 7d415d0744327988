import { createContext, use } from 'react'

import type { Language } from '../session/preferences.ts'
import { type Words, words } from './words.ts'

/** The language that the page is shown in. */
export const LanguageContext = createContext<Language>('en')

/** The texts in the language of the page. */
export function useWords(): Words {
  return words[use(LanguageContext)]
}
