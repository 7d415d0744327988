import { useEffect } from 'react'

/** What a key does, by the name the browser gives it. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Elements that use every key for themselves. */
const takesKeys = 'select, textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range])'
/** Elements that use the space bar for themselves. */
const takesSpace = 'button, summary, a, input:is([type=checkbox], [type=radio])'
/** Elements that use the arrows for themselves. */
const takesArrows = 'input:is([type=radio], [type=range])'

/** Listens for keys anywhere on the page, except where somebody types or chooses. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const run = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!run || isTaken(event)) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [shortcuts])
}

function isTaken({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return true
  if (!(target instanceof Element)) return false
  if (target.closest('dialog')) return true
  if (key === 'Escape') return false
  if (target.closest(takesKeys)) return true
  if (key === ' ') return target.closest(takesSpace) !== null
  return key.startsWith('Arrow') && target.closest(takesArrows) !== null
}
