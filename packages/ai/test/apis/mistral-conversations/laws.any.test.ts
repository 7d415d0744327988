import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildMistralBody } from '#src/apis/mistral-conversations/body.ts'
import type { Message } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'

import { anyHistory } from '../../support/histories.ts'
import { testModel } from '../../support/models.ts'
import { faultInMistral } from '../../support/strict/mistral.ts'

const model = testModel({ api: 'mistral-conversations', provider: 'mistral', id: 'mistral-test' })
const question: Message = { role: 'user', content: 'q', timestamp: 0 }
const own = { api: 'mistral-conversations', provider: 'mistral', model: 'mistral-test' }

const ownHistory = anyHistory.map((messages) =>
  messages.map((message) => (message?.role === 'assistant' ? { ...message, ...own } : message)),
)

describe('a request to Mistral', () => {
  it('is one that the provider accepts, whatever history it is made of', () => {
    fc.assert(
      fc.property(fc.oneof(anyHistory, ownHistory), fc.boolean(), (history, seesImages) => {
        const reader: Model = { ...model, input: seesImages ? ['text', 'image'] : ['text'] }
        const context = { systemPrompt: 'be kind \udc00', messages: [...history, question] }
        expect(faultInMistral(buildMistralBody(reader, context, {}))).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it('names two calls with two ids', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 50 }), (ids) => {
        const content = ids.map((id) => ({ type: 'toolCall', id, name: 'get', arguments: {} }))
        const turn = { role: 'assistant', ...own, content, stopReason: 'toolUse', timestamp: 0 } as unknown as Message
        const { messages } = buildMistralBody(model, { messages: [question, turn] }, {})
        const sent = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []))
        expect(new Set(sent).size).toBe(ids.length)
      }),
    )
  })
})
