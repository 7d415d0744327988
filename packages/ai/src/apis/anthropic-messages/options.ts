import type { Model, ThinkingLevel } from '../../message/model.ts'
import { supportsAdaptiveThinking, supportsXhigh } from '../../models/families.ts'
import { baseOptions } from '../../options/base-options.ts'
import { budgetOf, fitBudget } from '../../options/budgets.ts'
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
  const budget = budgetOf(reasoning, thinkingBudgets)
  const fitted = fitBudget(model, { maxTokens: base.maxTokens, budget })
  return { ...base, thinkingEnabled: true, maxTokens: fitted.maxTokens, thinkingBudgetTokens: fitted.budget }
}

/** Claude has one level above `high`, and none below `low`. */
export function toEffort(model: Pick<Model, 'id'>, level: ThinkingLevel): AnthropicEffort {
  if (level === 'minimal') return 'low'
  if (level === 'xhigh' || level === 'max') return supportsXhigh(model) ? 'max' : 'high'
  return level
}
