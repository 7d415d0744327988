import type { Model, ThinkingLevel } from '../../message/model.ts'
import { profileOf, knownLevel, leastLevel } from '../../models/profile.ts'
import { budgetOf, fitBudget } from '../../options/budgets.ts'
import type { SimpleStreamOptions } from '../../options/options.ts'
import type { GoogleThinkingConfig, GoogleThinkingLevel } from './wire.ts'

/** How much to think, in the words of Gemini. */
export interface GoogleThinking {
  enabled: boolean
  /** Gemini 2: tokens; -1 lets the model decide, 0 is none. */
  budgetTokens?: number
  /** Gemini 3. */
  level?: GoogleThinkingLevel
}

/** Models without budgets of their own decide by themselves. */
const dynamic = { minimal: -1, low: -1, medium: -1, high: -1 }

/** The thinking that a level means for a model, in a form that fits the limit; nothing for models that can not think. */
export function toThinking(model: Model, options: SimpleStreamOptions): GoogleThinking | undefined {
  const { reasoning, thinkingBudgets } = options
  if (!model.reasoning) return undefined
  if (!reasoning) return { enabled: false }
  const { thinkingControl, thinkingBudgets: defaults = dynamic } = profileOf(model)
  if (thinkingControl === 'level') return { enabled: true, level: toGoogleLevel(knownLevel(model, reasoning)) }
  return { enabled: true, budgetTokens: budgetOf(reasoning, thinkingBudgets, defaults) }
}

/**
 * The part of the body that says so. A model that can not stop thinking is asked to think as little as it can.
 *
 * @param maxTokens the limit that is sent, which a budget has to fit; 0: none
 */
export function toThinkingConfig(
  model: Model,
  thinking: GoogleThinking | undefined,
  maxTokens: number,
): GoogleThinkingConfig | undefined {
  if (!model.reasoning || !thinking || hasNoControl(model)) return undefined
  if (!thinking.enabled) return least(model)
  const { budgetTokens, level } = thinking
  return {
    includeThoughts: true,
    ...(budgetTokens === undefined ? {} : { thinkingBudget: within(model, fitBudget(budgetTokens, maxTokens)) }),
    ...(level === undefined ? {} : { thinkingLevel: level }),
  }
}

/** Gemma refuses the whole field. */
function hasNoControl(model: Model): boolean {
  const { thinkingControl } = profileOf(model)
  return thinkingControl === 'switch' || thinkingControl === 'fixed'
}

/** A negative budget lets the model decide. */
function within(model: Model, budget: number): number {
  const [least, most] = profileOf(model).thinkingBudgetRange ?? [0, Infinity]
  return budget < 0 ? budget : Math.min(Math.max(budget, least), most)
}

function least(model: Model): GoogleThinkingConfig {
  const { canTurnThinkingOff, thinkingControl, thinkingBudgetRange } = profileOf(model)
  if (thinkingControl === 'level') return { thinkingLevel: toGoogleLevel(leastLevel(model)) }
  return { thinkingBudget: canTurnThinkingOff ? 0 : (thinkingBudgetRange?.[0] ?? -1) }
}

function toGoogleLevel(level: ThinkingLevel): GoogleThinkingLevel {
  return (level === 'xhigh' || level === 'max' ? 'high' : level).toUpperCase() as GoogleThinkingLevel
}
