import { expect, it } from 'vitest'

import type { ThinkingLevel } from '#src/message/model.ts'
import { budgetOf, fitBudget } from '#src/options/budgets.ts'

it.each<[ThinkingLevel, number]>([
  ['minimal', 1024],
  ['low', 2048],
  ['medium', 8192],
  ['high', 16_384],
  ['xhigh', 16_384],
  ['max', 16_384],
])('%s thinks for %d tokens', (level, budget) => {
  expect(budgetOf(level)).toBe(budget)
})

it('budgets of the caller win, level by level', () => {
  expect(budgetOf('max', { high: 20_000 })).toBe(20_000)
  expect(budgetOf('low', { high: 20_000 })).toBe(2048)
})

it.each([
  { limit: 32_000, budget: 16_384, fitted: 16_384 },
  { limit: 8192, budget: 16_384, fitted: 7168 },
  { limit: 64_000, budget: 90_000, fitted: 62_976 },
  { limit: 500, budget: 2048, fitted: 0 },
])('a budget of $budget under a limit of $limit is $fitted', ({ limit, budget, fitted }) => {
  expect(fitBudget(budget, limit)).toBe(fitted)
})

it('without a limit no budget is too large', () => {
  expect(fitBudget(2048, 0)).toBe(2048)
})
