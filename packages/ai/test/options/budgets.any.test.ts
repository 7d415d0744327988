import { expect, it } from 'vitest'

import type { ThinkingLevel } from '#src/message/model.ts'
import { budgetOf, fitBudget, maxTokensOf } from '#src/options/budgets.ts'
import { clampEffort, clampToHigh, knownEffort } from '#src/options/effort.ts'

it.each([
  [undefined, 32_000],
  [0, 32_000],
  [Number.NaN, 32_000],
  [500, 500],
])('a limit of %s means %d', (asked, maxTokens) => {
  expect(maxTokensOf({ maxTokens: 32_000 }, asked)).toBe(maxTokens)
})

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
  [
    { maxTokens: 32_000, budget: 16_384 },
    { maxTokens: 32_000, budget: 16_384 },
  ],
  [
    { maxTokens: 8192, budget: 16_384 },
    { maxTokens: 8192, budget: 7168 },
  ],
  [
    { maxTokens: 100_000, budget: 16_384 },
    { maxTokens: 64_000, budget: 16_384 },
  ],
  [
    { maxTokens: undefined, budget: 90_000 },
    { maxTokens: 64_000, budget: 62_976 },
  ],
  [
    { maxTokens: 500, budget: 2048 },
    { maxTokens: 500, budget: 0 },
  ],
])('%j fits as %j', (asked, fitted) => {
  expect(fitBudget({ maxTokens: 64_000 }, asked)).toEqual(fitted)
})

it.each<[string, ThinkingLevel, ThinkingLevel]>([
  ['gpt-5.6', 'max', 'max'],
  ['gpt-5.4', 'max', 'xhigh'],
  ['gpt-5.1', 'max', 'high'],
  ['gpt-5.1', 'xhigh', 'high'],
  ['gpt-5.4', 'xhigh', 'xhigh'],
  ['gpt-5.1', 'minimal', 'minimal'],
])('%s takes %s as %s', (id, asked, level) => {
  expect(clampEffort({ id }, asked)).toBe(level)
})

it('levels above high are high for those who know none', () => {
  const levels: ThinkingLevel[] = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']
  expect(levels.map(clampToHigh)).toEqual(['minimal', 'low', 'medium', 'high', 'high', 'high'])
})

it.each([
  ['gpt-5', 'minimal'],
  ['gpt-5.1', 'low'],
  ['gpt-6-sol', 'low'],
  ['o4-mini', 'low'],
  ['openai/gpt-oss-120b', 'low'],
  ['of-another-maker', 'minimal'],
])('%s is asked for %s where minimal is wanted', (id, level) => {
  expect(knownEffort({ id }, 'minimal')).toBe(level)
})

it('a model without a limit has no budget that is too large, and the limit of the caller', () => {
  expect(fitBudget({ maxTokens: 0 }, { maxTokens: undefined, budget: 2048 })).toEqual({ maxTokens: 0, budget: 2048 })
  expect(fitBudget({ maxTokens: 0 }, { maxTokens: 4096, budget: 8192 })).toEqual({ maxTokens: 4096, budget: 3072 })
})
