import { memo, type ReactElement } from 'react'

import type { AssistantTurn, Block, Turn } from '../conversation/conversation.ts'
import { Markdown } from '../text/markdown.tsx'
import { useWords } from '../words/use-words.ts'
import { CallCard } from './call-card.tsx'
import { Icon } from './icon.tsx'

/** One turn of a conversation. */
export const TurnView = memo(function TurnView({ turn }: { turn: Turn }): ReactElement {
  return turn.kind === 'user' ? <p className="turn-user">{turn.text}</p> : <Assistant turn={turn} />
})

function Assistant({ turn }: { turn: AssistantTurn }): ReactElement {
  const isStreaming = turn.status === 'streaming'
  const last = turn.blocks.length - 1
  return (
    <div className="turn-assistant" data-status={turn.status}>
      {turn.blocks.map((block, at) => (
        <BlockView key={at} block={block} isGrowing={isStreaming && at === last} />
      ))}
      {isStreaming && last < 0 && <span className="caret" />}
      <TurnFooter turn={turn} />
    </div>
  )
}

function BlockView({ block, isGrowing }: { block: Block; isGrowing: boolean }): ReactElement {
  if (block.kind === 'call') return <CallCard call={block} />
  if (block.kind === 'thinking') return <Thinking text={block.text} isGrowing={isGrowing} />
  return (
    <div className={isGrowing ? 'growing' : undefined}>
      <Markdown text={block.text} />
    </div>
  )
}

function Thinking({ text, isGrowing }: { text: string; isGrowing: boolean }): ReactElement {
  const words = useWords()
  return (
    <details className="thinking" open>
      <summary>
        <Icon name="thought" /> {words.thinking}
      </summary>
      <p className={isGrowing ? 'growing' : undefined}>{text}</p>
    </details>
  )
}

function TurnFooter({ turn: { status, problem, tokens } }: { turn: AssistantTurn }): ReactElement | null {
  const words = useWords()
  const isNoteworthy = status === 'failed' || status === 'aborted' || status === 'cut'
  if (!isNoteworthy && !tokens) return null
  return (
    <footer>
      {isNoteworthy && (
        <span className="pill" data-state={status}>
          {words.turnStatus[status]}
        </span>
      )}
      {isNoteworthy && problem !== undefined && <span className="problem">{problem}</span>}
      {tokens && <span className="tokens">{words.tokens(tokens.input, tokens.output, tokens.cached)}</span>}
    </footer>
  )
}
