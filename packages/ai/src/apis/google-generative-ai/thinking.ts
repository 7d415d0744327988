import type { Model } from '../../message/model.ts'
import { budgetOf, fitBudget } from '../../options/budgets.ts'
import { clampToHigh, type CommonLevel } from '../../options/effort.ts'
import type { SimpleStreamOptions } from '../../options/options.ts'
import { familyOf } from './family.ts'
import type { GoogleThinkingConfig, GoogleThinkingLevel } from './wire.ts'

/** How much to think, in the words of Gemini. */
export interface GoogleThinking {
  enabled: boolean
  /** Gemini 2: tokens; -1 lets the model decide, 0 is none. */
  budgetTokens?: number
  /** Gemini 3. */
  level?: GoogleThinkingLevel
}

type Budgets = Readonly<Record<CommonLevel, number>>

interface BudgetFamily {
  name: RegExp
  tokens: Budgets
  /** Budgets outside of it are refused. */
  range: readonly [least: number, most: number]
}

/** Tokens to think with, by the first name that matches. Source: https://ai.google.dev/gemini-api/docs/thinking#set-budget */
const families: readonly BudgetFamily[] = [
  { name: /2\.5-pro/, tokens: { minimal: 128, low: 2048, medium: 8192, high: 32_768 }, range: [128, 32_768] },
  { name: /2\.5-flash-lite/, tokens: { minimal: 512, low: 2048, medium: 8192, high: 24_576 }, range: [512, 24_576] },
  { name: /2\.5-flash/, tokens: { minimal: 128, low: 2048, medium: 8192, high: 24_576 }, range: [0, 24_576] },
]

/** Other models decide by themselves. */
const dynamic: Budgets = { minimal: -1, low: -1, medium: -1, high: -1 }

/** The thinking that a level means for a model, in a form that fits the limit; nothing for models that can not think. */
export function toThinking(model: Model, options: SimpleStreamOptions): GoogleThinking | undefined {
  const { reasoning, thinkingBudgets, maxTokens } = options
  if (!model.reasoning) return undefined
  if (!reasoning) return { enabled: false }
  if (familyOf(model).thinking === 'level') return { enabled: true, level: levelOf(model, clampToHigh(reasoning)) }
  const family = families.find(({ name }) => name.test(model.id))
  const asked = budgetOf(reasoning, thinkingBudgets, family?.tokens ?? dynamic)
  const { budget } = fitBudget(model, { maxTokens, budget: asked })
  return { enabled: true, budgetTokens: family ? within(family, budget) : budget }
}

/** A negative budget lets the model decide. */
function within({ range: [least, most] }: BudgetFamily, budget: number): number {
  return budget < 0 ? budget : Math.min(Math.max(budget, least), most)
}

/** The part of the body that says so. A model that can not stop thinking is asked to think as little as it can. */
export function toThinkingConfig(model: Model, thinking: GoogleThinking | undefined): GoogleThinkingConfig | undefined {
  if (!model.reasoning || !thinking) return undefined
  if (!thinking.enabled) return least(model)
  const { budgetTokens, level } = thinking
  return {
    includeThoughts: true,
    ...(budgetTokens === undefined ? {} : { thinkingBudget: budgetTokens }),
    ...(level === undefined ? {} : { thinkingLevel: level }),
  }
}

function least(model: Model): GoogleThinkingConfig {
  if (familyOf(model).thinking === 'level') return { thinkingLevel: isPro(model) ? 'LOW' : 'MINIMAL' }
  // The Pro of 2.5 answers 400 to a budget of 0.
  return { thinkingBudget: /2\.5-pro/.test(model.id) ? 128 : 0 }
}

function levelOf(model: Model, level: CommonLevel): GoogleThinkingLevel {
  if (!isPro(model)) return level.toUpperCase() as GoogleThinkingLevel
  return level === 'minimal' || level === 'low' ? 'LOW' : 'HIGH'
}

function isPro({ id }: Model): boolean {
  return /-pro\b/.test(id)
}
