import { describe, expect, it } from 'vitest'

import { hello, strictGoogle } from '../../support/google-requests.ts'

const { modelOf, sent, thinkingOf } = strictGoogle()

describe('thinking of Gemini', () => {
  it.each([
    ['gemini-2.5-pro', { minimal: 128, low: 2048, medium: 8192, high: 32_768 }],
    ['gemini-2.5-flash', { minimal: 128, low: 2048, medium: 8192, high: 24_576 }],
    ['gemini-2.5-flash-lite', { minimal: 512, low: 2048, medium: 8192, high: 24_576 }],
    ['gemini-2.0-flash-thinking', { minimal: -1, low: -1, medium: -1, high: -1 }],
  ])('is a budget for %s', async (id, budgets) => {
    for (const reasoning of ['minimal', 'low', 'medium', 'high'] as const) {
      expect(await thinkingOf(id, { reasoning })).toEqual({ includeThoughts: true, thinkingBudget: budgets[reasoning] })
    }
    expect(await thinkingOf(id, { reasoning: 'max' })).toEqual({ includeThoughts: true, thinkingBudget: budgets.high })
  })

  it.each([
    ['gemini-2.5-pro', 5, 128],
    ['gemini-2.5-flash-lite', 5, 512],
    ['gemini-2.5-flash', 60_000, 24_576],
    ['gemini-2.5-flash', -1, -1],
  ])('keeps the budget of %s in its range: %d is sent as %d', async (id, low, sent) => {
    const facts = { maxTokens: 65_536 }
    expect(await thinkingOf(id, { reasoning: 'low', thinkingBudgets: { low } }, facts)).toMatchObject({
      thinkingBudget: sent,
    })
  })

  it('takes the budget of the caller, and leaves 1024 tokens for the response', async () => {
    expect(await thinkingOf('gemini-2.5-flash', { reasoning: 'low', thinkingBudgets: { low: 500 } })).toMatchObject({
      thinkingBudget: 500,
    })
    expect(await thinkingOf('gemini-2.5-flash', { reasoning: 'high', maxTokens: 8192 })).toMatchObject({
      thinkingBudget: 7168,
    })
  })

  it.each([
    ['gemini-3-pro-preview', ['LOW', 'LOW', 'LOW', 'HIGH']],
    ['gemini-3.1-pro-preview', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-3.8-flash', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-flash-latest', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-3.5-flash', ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']],
  ])('is a level for %s', async (id, levels) => {
    for (const [at, reasoning] of (['minimal', 'low', 'medium', 'high'] as const).entries()) {
      expect(await thinkingOf(id, { reasoning })).toEqual({ includeThoughts: true, thinkingLevel: levels[at] })
    }
    expect(await thinkingOf(id, { reasoning: 'xhigh' })).toMatchObject({ thinkingLevel: 'HIGH' })
  })

  it.each([
    ['gemini-2.5-flash', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { thinkingBudget: 128 }],
    ['gemini-3-pro-preview', { thinkingLevel: 'LOW' }],
    ['gemini-3.5-flash', { thinkingLevel: 'MINIMAL' }],
  ])('is as little as %s can when it is not asked for', async (id, config) => {
    expect(await thinkingOf(id, {})).toEqual(config)
  })

  it('is not mentioned to a model that can not, nor where `stream` is not told', async () => {
    expect(await thinkingOf('gemini-2.0-flash', { reasoning: 'high' }, { reasoning: false })).toBeUndefined()
    expect(await sent(modelOf('gemini-2.5-flash'), hello)).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      generationConfig: { maxOutputTokens: 8192 },
    })
  })
})
