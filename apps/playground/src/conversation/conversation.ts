/** A conversation as it is shown, whichever agent leads it. */
export type Conversation = readonly Turn[]

/** What one side said until it was the other's turn. */
export type Turn = UserTurn | AssistantTurn

interface UserTurn {
  kind: 'user'
  text: string
}

/** One answer of the model, with the results of the tools it called. */
export interface AssistantTurn {
  kind: 'assistant'
  blocks: readonly Block[]
  status: TurnStatus
  /** Why it failed. */
  problem?: string
  tokens?: TurnTokens
}

/** `cut`: the output limit was reached. */
export type TurnStatus = 'streaming' | 'done' | 'cut' | 'failed' | 'aborted'

/** Tokens of one answer. `input` is what was not `cached`. */
export interface TurnTokens {
  input: number
  output: number
  cached: number
}

/** A part of an answer. */
export type Block = { kind: 'text'; text: string } | { kind: 'thinking'; text: string } | CallBlock

/** A tool call and, once there is one, its result. */
export interface CallBlock {
  kind: 'call'
  id: string
  name: string
  /** JSON text, as much as has arrived. */
  args: string
  state: CallState
  result?: string
}

/** From the first fragment of its arguments to its result. `dropped`: it was never run. */
export type CallState = 'arriving' | 'running' | 'done' | 'failed' | 'dropped'
