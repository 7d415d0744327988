import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AssistantMessage, Message } from '#src/message/message.ts'
import { emptyUsage } from '#src/message/usage.ts'
import { outputLimit } from '#src/options/output-limit.ts'

import { testModel } from '../support/models.ts'

const model = testModel({ api: 'x', provider: 'mine', contextWindow: 32_768, maxTokens: 16_384 })
const user = (content: string): Message => ({ role: 'user', content, timestamp: 0 })
const counted = (totalTokens: number, facts: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  content: [],
  api: 'x',
  provider: 'mine',
  model: model.id,
  stopReason: 'stop',
  usage: { ...emptyUsage(), totalTokens },
  timestamp: 0,
  ...facts,
})

describe('the limit that is sent (decision 51)', () => {
  it.each([undefined, 0, Number.NaN])('is the limit of the model where %s is asked', (asked) => {
    expect(outputLimit(model, { messages: [user('Hi')] }, asked)).toBe(16_384)
  })

  it('is what the caller asks for, but never more than the model can write', () => {
    expect(outputLimit(model, { messages: [user('Hi')] }, 500)).toBe(500)
    expect(outputLimit(model, { messages: [user('Hi')] }, 90_000)).toBe(16_384)
    expect(outputLimit({ ...model, maxTokens: 0 }, { messages: [] }, 90_000)).toBe(90_000)
  })

  it('is none for a model without a limit', () => {
    expect(outputLimit({ ...model, maxTokens: 0 }, { messages: [] }, undefined)).toBe(0)
  })

  it('is shortened to what the history leaves of the window', () => {
    const limit = outputLimit(model, { messages: [user('a'.repeat(50_000))] }, undefined)
    expect(limit).toBeGreaterThan(8000)
    expect(limit).toBeLessThan(32_768 - 50_000 / 4)
  })

  it('is left to the provider where the estimate leaves no room', () => {
    expect(outputLimit(model, { messages: [user('a'.repeat(200_000))] }, undefined)).toBe(0)
  })

  it('goes by what the model counted up to its last response', () => {
    const messages = [user('a'.repeat(200_000)), counted(20_000), user('')]
    expect(outputLimit(model, { messages }, undefined)).toBe(32_768 - 20_000 - 16)
  })

  it.each<Partial<AssistantMessage>>([{ model: 'another' }, { provider: 'other' }, { stopReason: 'error' }])(
    'does not trust the counts of %j',
    (facts) => {
      const messages = [user('a'.repeat(200_000)), counted(10, facts)]
      expect(outputLimit(model, { messages }, undefined)).toBe(0)
    },
  )

  it('and the estimate never exceed the window, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(9000), (text, times) => {
        const limit = outputLimit(model, { messages: [user(text.repeat(times))] }, undefined)
        const leastInput = Math.ceil((text.length * times) / 4)
        expect(limit === 0 || limit + leastInput <= model.contextWindow).toBe(true)
        expect(limit).toBeLessThanOrEqual(model.maxTokens)
      }),
      { numRuns: 50 },
    )
  })
})
