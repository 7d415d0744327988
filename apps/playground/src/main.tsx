import './styles/tokens.css'
import './styles/layout.css'
import './styles/panel.css'
import './styles/controls.css'
import './styles/transport.css'
import './styles/help.css'
import './styles/conversation.css'
import './styles/inside.css'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { applyPreferences, readPreferences } from './session/preferences.ts'
import { Session } from './session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
applyPreferences(readPreferences())
createRoot(root).render(<App session={new Session('openai-completions/weather')} />)
