import type { Model, ThinkingLevel } from '../../message/model.ts'
import { supportsAdaptiveThinking, type Profiled, knownLevel } from '../../models/profile.ts'
import { baseOptions } from '../../options/base-options.ts'
import { budgetOf } from '../../options/budgets.ts'
import type { SimpleStreamOptions, StreamOptions, ThinkingDisplay } from '../../options/options.ts'
import type { AnthropicEffort } from './wire.ts'

/** Options of the API `anthropic-messages`. */
export interface AnthropicOptions extends StreamOptions {
  /** Undefined: what the host does by default. */
  thinkingEnabled?: boolean
  /** For models that count tokens to think with; it is made smaller where it does not fit under `maxTokens`. */
  thinkingBudgetTokens?: number
  /** For models that decide themselves how much to think (Claude from 4.6). */
  effort?: AnthropicEffort
  thinkingDisplay?: ThinkingDisplay
  /** Thinking between tool calls, for models that must be asked to. Default true. */
  interleavedThinking?: boolean
}

/** This API's options from those of `streamSimple`. */
export function toAnthropicOptions(model: Model, options: SimpleStreamOptions): AnthropicOptions {
  const { reasoning, thinkingBudgets, thinkingDisplay } = options
  const base = baseOptions(options)
  if (!reasoning || !model.reasoning) return { ...base, thinkingEnabled: false }
  if (supportsAdaptiveThinking(model)) {
    const display = thinkingDisplay ? { thinkingDisplay } : {}
    return { ...base, thinkingEnabled: true, effort: toEffort(model, reasoning), ...display }
  }
  // The budget is fitted again with the body, which knows the limit that is sent.
  return { ...base, thinkingEnabled: true, thinkingBudgetTokens: budgetOf(reasoning, thinkingBudgets) }
}

/** The effort for a level; no Claude knows one below `low`. */
export function toEffort(model: Profiled, level: ThinkingLevel): AnthropicEffort {
  const known = knownLevel(model, level)
  return known === 'minimal' ? 'low' : known
}
