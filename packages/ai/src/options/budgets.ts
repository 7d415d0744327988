import type { ThinkingLevel } from '../message/model.ts'
import type { ThinkingBudgets } from './options.ts'

/** Tokens to think with, where the caller did not say. */
const defaultBudgets: Required<ThinkingBudgets> = { minimal: 1024, low: 2048, medium: 8192, high: 16_384 }

/** Tokens that must be left for the response beside the thinking. */
const responseTokens = 1024

/** Tokens to think with at a level; levels above `high` think as `high`. */
export function budgetOf(
  level: ThinkingLevel,
  budgets: ThinkingBudgets = {},
  defaults: Readonly<Required<ThinkingBudgets>> = defaultBudgets,
): number {
  const clamped = level === 'xhigh' || level === 'max' ? 'high' : level
  return budgets[clamped] ?? defaults[clamped]
}

/**
 * The budget for a limit, for models that count thinking as output: one that does not fit shrinks so that 1024 tokens are
 * left for the response.
 *
 * @param limit 0: none is sent, so nothing is known that the budget could exceed.
 */
export function fitBudget(budget: number, limit: number): number {
  return limit > 0 && limit <= budget ? Math.max(0, limit - responseTokens) : budget
}
