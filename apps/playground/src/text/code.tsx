import { memo, type ReactElement } from 'react'

import { highlight } from './highlight.ts'

/** A block of code in the colours of its language. */
export const Code = memo(function Code({ text, language }: { text: string; language: string }): ReactElement {
  // The highlighter escapes what it is given: the HTML holds its spans and nothing else.
  return (
    <pre className="code" data-language={language}>
      <code dangerouslySetInnerHTML={{ __html: highlight(text, language) }} />
    </pre>
  )
})
