import { memo, type ReactElement } from 'react'

import type { CallBlock } from '../conversation/conversation.ts'
import { Code } from '../text/code.tsx'
import { useWords } from '../words/use-words.ts'
import { Icon } from './icon.tsx'

/** A tool call: its name, its arguments as they arrive, and its result. */
export const CallCard = memo(function CallCard({ call }: { call: CallBlock }): ReactElement {
  const words = useWords()
  const { name, args, state, result } = call
  return (
    <article className="call" data-state={state} aria-label={name}>
      <header>
        <Icon name="tool" />
        <code className="call-name">{name}</code>
        <span className="pill" data-state={state}>
          {words.callState[state]}
        </span>
      </header>
      <section aria-label={words.args}>
        <Code text={args} language="json" />
        {state === 'arriving' && <span className="caret" />}
      </section>
      {result !== undefined && (
        <section className="call-result" aria-label={words.result}>
          <Code text={result} language={/^[[{]/.test(result) ? 'json' : ''} />
        </section>
      )}
    </article>
  )
})
