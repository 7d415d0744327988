import { type ReactElement, useEffect, useRef } from 'react'

import { useWords } from '../words/use-words.ts'
import type { Words } from '../words/words.ts'

/** The keys, as they are printed on a keyboard, for each thing one can do. */
const keys: Readonly<Record<keyof Words['shortcuts'], readonly string[]>> = {
  toggle: ['Space'],
  step: ['S'],
  abort: ['Esc'],
  restart: ['R'],
  cast: ['1', '2', '3'],
  speed: ['-', '+'],
  move: ['←', '→'],
  live: ['L'],
  theme: ['T'],
  language: ['G'],
  help: ['?'],
}

/** The list of shortcuts. */
export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactElement {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog ref={dialog} className="help" onClose={onClose} aria-label={words.help}>
      <h2>{words.help}</h2>
      <dl>
        {Object.entries(keys).map(([name, list]) => (
          <div key={name}>
            <dt>
              {list.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words.shortcuts[name as keyof Words['shortcuts']]}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        {words.close}
      </button>
    </dialog>
  )
}
