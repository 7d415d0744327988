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
  /** Milliseconds the vendor asked to wait before that. */
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

/** Anything that was thrown, as an Error; Errors stay what they are. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown })
}
