import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildGoogleBody } from '#src/apis/google-generative-ai/body.ts'
import type { Message } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'

import { anyHistory } from '../../support/histories.ts'
import { testModel } from '../../support/models.ts'
import { faultInGoogle } from '../../support/strict/google.ts'

const question: Message = { role: 'user', content: 'q', timestamp: 0 }
const modelOf = (id: string): Model => testModel({ api: 'google-generative-ai', provider: 'google', id })

/** Histories whose turns the model itself made, some with signatures. */
const ownHistory = (model: Model): fc.Arbitrary<Message[]> =>
  anyHistory.map((messages) =>
    messages.map((message, at) => (message?.role === 'assistant' ? owned(message, model, at) : message)),
  )

function owned(message: Extract<Message, { role: 'assistant' }>, { api, provider, id }: Model, at: number): Message {
  const signature = ['c2ln', 'no base64', ''][at % 3]
  const sign = (block: unknown) =>
    typeof block === 'object' && block !== null
      ? { ...block, thoughtSignature: signature, textSignature: signature, thinkingSignature: signature }
      : block
  const content = Array.isArray(message.content)
    ? (message.content.map(sign) as typeof message.content)
    : message.content
  return { ...message, api, provider, model: id, content }
}

describe.each(['gemini-2.5-flash', 'gemini-3.5-flash', 'gemini-1.5-pro'])('a request to %s', (id) => {
  const model = modelOf(id)
  const anyMessages = fc.oneof(anyHistory, ownHistory(model))

  it('is one that the provider accepts, whatever history it is made of', () => {
    fc.assert(
      fc.property(anyMessages, fc.boolean(), (history, seesImages) => {
        const reader: Model = { ...model, input: seesImages ? ['text', 'image'] : ['text'] }
        const body = buildGoogleBody(reader, { systemPrompt: 'be kind \udc00', messages: [...history, question] }, {})
        expect(faultInGoogle(id, JSON.parse(JSON.stringify(body)))).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })

  it('is the same bytes each time, also from frozen messages that were sent before', () => {
    fc.assert(
      fc.property(anyMessages, (history) => {
        const first = JSON.stringify(buildGoogleBody(model, { messages: structuredClone(history) }, {}))
        const frozen = history.map(deepFreeze)
        expect(JSON.stringify(buildGoogleBody(model, { messages: frozen }, {}))).toBe(first)
        expect(JSON.stringify(buildGoogleBody(model, { messages: frozen }, {}))).toBe(first)
      }),
    )
  })
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}
