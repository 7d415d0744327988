import type { Model, ThinkingLevel } from '../message/model.ts'
import { clampToHigh } from './effort.ts'
import type { ThinkingBudgets } from './options.ts'

/** Tokens to think with, where the caller did not say. */
const defaultBudgets: Required<ThinkingBudgets> = { minimal: 1024, low: 2048, medium: 8192, high: 16_384 }

/** Tokens that must be left for the answer. */
const answerTokens = 1024

/** Tokens the answer may take: what the caller asked for (0 and NaN count as not asked), else the model's limit. */
export function maxTokensOf(model: Pick<Model, 'maxTokens'>, maxTokens: number | undefined): number {
  return maxTokens !== undefined && maxTokens > 0 ? maxTokens : model.maxTokens
}

/** Tokens to think with at a level; levels above `high` think as `high`. */
export function budgetOf(level: ThinkingLevel, budgets: ThinkingBudgets = {}, defaults = defaultBudgets): number {
  const clamped = clampToHigh(level)
  return budgets[clamped] ?? defaults[clamped]
}

/**
 * Makes limit and budget agree, for models that count thinking as output: the limit stays within the model's, and is not
 * made larger for the budget; a budget that does not fit shrinks so that 1024 tokens are left for the answer.
 */
export function fitBudget(
  model: Pick<Model, 'maxTokens'>,
  asked: { maxTokens: number | undefined; budget: number },
): { maxTokens: number; budget: number } {
  const limit = maxTokensOf(model, asked.maxTokens)
  // Of a model without a limit nothing is known that the budget could exceed.
  if (limit === 0) return { maxTokens: 0, budget: asked.budget }
  const maxTokens = model.maxTokens > 0 ? Math.min(limit, model.maxTokens) : limit
  const isTooLarge = maxTokens <= asked.budget
  return { maxTokens, budget: isTooLarge ? Math.max(0, maxTokens - answerTokens) : asked.budget }
}
