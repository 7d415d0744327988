import type { ReactElement } from 'react'

import type { AgentName } from '../agents/play.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { RunState, RunStatus } from '../timeline/run-state.ts'
import { useWords } from '../words/use-words.ts'
import { TurnView } from './turn-view.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'

/** The conversation of one agent, and how its run is going. */
export function ConversationPanel({
  agent,
  run,
  conversation,
  isPaused,
  prompts,
}: {
  agent: AgentName
  run: RunState
  conversation: Conversation
  isPaused: boolean
  /** What the user is going to say. */
  prompts: readonly string[]
}): ReactElement {
  const words = useWords()
  const stick = useStickToEnd(conversation)
  const status: RunStatus | 'paused' = run.status === 'running' && isPaused ? 'paused' : run.status
  return (
    <section className="panel conversation" data-agent={agent} aria-label={`${words.conversation}: ${agent}`}>
      <header className="panel-head">
        <h2>
          <span className="agent-dot" />
          {agent}
        </h2>
        <span className="pill" data-state={status} role="status">
          {words.runStatus[status]}
        </span>
      </header>
      <div className="panel-body turns" ref={stick.ref} onScroll={stick.onScroll} tabIndex={0}>
        {conversation.length === 0 && <Preview prompts={prompts} />}
        {conversation.map((turn, at) => (
          <TurnView key={at} turn={turn} />
        ))}
        {isUnexplained(run, conversation) && <p className="run-problem">{run.problem}</p>}
      </div>
    </section>
  )
}

/** Whether the run failed and no turn did, which would say why. */
function isUnexplained({ problem }: RunState, conversation: Conversation): boolean {
  const isSaid = conversation.some((turn) => turn.kind === 'assistant' && turn.status === 'failed')
  return problem !== undefined && !isSaid
}

/** What is shown before anything is said. */
function Preview({ prompts }: { prompts: readonly string[] }): ReactElement {
  const words = useWords()
  return (
    <>
      {prompts.map((prompt) => (
        <p key={prompt} className="turn-user to-come">
          {prompt}
        </p>
      ))}
      <p className="empty">{words.emptyConversation}</p>
    </>
  )
}
