import type { AgentPlugin, SendContext } from '../types/agent.ts'

/** Options of a {@link ContextGuardPlugin}. */
export interface ContextGuardOptions {
  /** Tokens that a request is meant to stay within. */
  maxTokens: number
  /** How far beyond `maxTokens` is too far. Default 1.5. */
  ratio?: number | undefined
}

/** The conversation has outgrown its limit. */
export class ContextOverflowError extends Error {
  override readonly name = 'ContextOverflowError'
  readonly code = 'context_overflow'
  /** Tokens of the newest request. */
  readonly promptTokens: number
  readonly maxTokens: number
  readonly ratio: number
  /** `maxTokens` times `ratio`. */
  readonly threshold: number

  constructor(promptTokens: number, maxTokens: number, ratio: number) {
    super(`The last request had ${promptTokens} tokens; the limit is ${maxTokens * ratio} (${maxTokens} × ${ratio})`)
    this.promptTokens = promptTokens
    this.maxTokens = maxTokens
    this.ratio = ratio
    this.threshold = maxTokens * ratio
  }
}

/**
 * Ends a run whose last request was too large, before the next one is paid for: `send` rejects with a
 * {@link ContextOverflowError}. Whoever makes the history smaller sets `agent.lastUsage = undefined`.
 */
export class ContextGuardPlugin implements AgentPlugin {
  readonly maxTokens: number
  readonly ratio: number

  constructor({ maxTokens, ratio = 1.5 }: ContextGuardOptions) {
    this.maxTokens = maxTokens
    this.ratio = ratio
  }

  onInnerLoopStart({ agent }: SendContext): void {
    const promptTokens = agent.lastUsage?.prompt_tokens ?? 0
    if (promptTokens <= this.maxTokens * this.ratio) return
    throw new ContextOverflowError(promptTokens, this.maxTokens, this.ratio)
  }
}
