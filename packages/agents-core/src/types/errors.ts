import type { HookName } from './agent.ts'

/** A hook refused to go on. */
export class HookRejectionError extends Error {
  override readonly name = 'HookRejectionError'
  readonly hook: HookName
  /** What the hook said, word for word. */
  readonly reason: string

  constructor(hook: HookName, reason: string) {
    super(`${hook}: ${reason}`)
    this.hook = hook
    this.reason = reason
  }
}

/** A second `send` or `run` was asked for while one is active. */
export class AgentBusyError extends Error {
  override readonly name = 'AgentBusyError'
  readonly code = 'agent_busy'

  constructor() {
    super('This agent is running already. Wait for send() or run() to settle, or call abort() first.')
  }
}

/** What is known of a failed response besides its text. */
export interface ResponseFailure {
  /** Why, for code to act on; the codes are those of `@dreb/ai`. */
  code: string
  /** Whether the same request may succeed when it is sent again. */
  retryable: boolean
  /** Milliseconds the provider asked to wait before that. */
  retryAfterMs?: number
}

/** A response that began and did not end well: it broke off, was refused, or held an error. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'
  readonly code: string
  readonly retryable: boolean
  readonly retryAfterMs?: number

  constructor(message: string, { code, retryable, retryAfterMs }: ResponseFailure, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.retryable = retryable
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs
  }
}

/** A run was ended because it had made as many requests as `maxTurns` allows. The history is valid; `run()` goes on. */
export class TurnLimitError extends Error {
  override readonly name = 'TurnLimitError'
  readonly code = 'turn_limit'
  readonly maxTurns: number

  constructor(maxTurns: number) {
    super(`The run was stopped after ${maxTurns} requests (maxTurns). Call run() to go on.`)
    this.maxTurns = maxTurns
  }
}
