import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildResponsesBody } from '#src/apis/openai-responses/body.ts'
import { toInput } from '#src/apis/openai-responses/messages.ts'
import { responsesCallId } from '#src/history/responses-call-ids.ts'
import type { Message } from '#src/message/message.ts'
import { emptyUsage } from '#src/message/usage.ts'

import { anyHistory } from '../../support/histories.ts'
import { testModel } from '../../support/models.ts'
import { faultInResponses } from '../../support/strict/openai-responses.ts'

const model = testModel({ api: 'openai-responses', provider: 'openai', id: 'gpt-test' })
const question: Message = { role: 'user', content: 'q', timestamp: 0 }

const own = { api: 'openai-responses', provider: 'openai', model: 'gpt-test' }
const assistant = { role: 'assistant' as const, ...own, usage: emptyUsage(), stopReason: 'stop' as const, timestamp: 0 }

const reasoning = (id: string, encrypted: string | null) =>
  JSON.stringify({ type: 'reasoning', id, summary: [], encrypted_content: encrypted })

const anyOrigin = fc.constantFrom(own, own, { ...own, model: 'gpt-sibling' }, { ...own, provider: 'xai' }, {})

/** Histories whose turns this API made: this model, another of the same vendor, another vendor. */
const anyResponsesHistory = fc.tuple(anyHistory, fc.infiniteStream(anyOrigin)).map(([messages, origins]) => {
  let count = 0
  const signed = (block: unknown) => {
    const { type } = (block ?? {}) as { type?: string }
    const n = ++count
    if (type === 'thinking')
      return { ...(block as object), thinkingSignature: reasoning(`rs_${n}`, n % 3 ? 'sealed' : null) }
    return type === 'text' && n % 2 ? { ...(block as object), textSignature: `{"v":1,"id":"msg_${n}"}` } : block
  }
  return messages.map((message): Message => {
    if (message?.role !== 'assistant' || !Array.isArray(message.content)) return message
    return { ...message, ...origins.next().value, content: message.content.map(signed) as typeof message.content }
  })
})

describe('a request', () => {
  it.each([
    ['other APIs', anyHistory],
    ['this API', anyResponsesHistory],
  ])('is one that the vendor accepts, whatever history %s left', (_, histories) => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(faultInResponses(buildResponsesBody(model, { messages: [...history, question] }, {}))).toBeUndefined()
      }),
    )
  })

  it('is the same bytes each time, also from frozen messages that were sent before', () => {
    fc.assert(
      fc.property(anyResponsesHistory, (history) => {
        const first = JSON.stringify(buildResponsesBody(model, { messages: structuredClone(history) }, {}))
        const frozen = history.map(deepFreeze)
        for (let turn = 0; turn < 2; turn++) {
          expect(JSON.stringify(buildResponsesBody(model, { messages: frozen }, {}))).toBe(first)
        }
      }),
    )
  })
})

it('takes the items of a message that can not change any more from the request before', () => {
  const answer = deepFreeze({ ...assistant, content: [{ type: 'text' as const, text: 'Hi' }] })
  const [first, second] = [1, 2].map(() => toInput(model, { messages: [question, answer, question] }, {}))
  expect(second?.[1]).toBe(first?.[1])
  expect(second?.[1]).toEqual({ role: 'assistant', content: 'Hi' })
})

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}

describe('the id of a call', () => {
  const anyPart = fc.oneof(
    fc.stringMatching(/^(call|fc|toolu)_[A-Za-z0-9_-]{1,70}$/),
    fc.string({ maxLength: 100 }).map((part) => part.replaceAll('|', '')),
  )
  const anyId = fc.tuple(anyPart, fc.option(anyPart)).map(([call, item]) => (item === null ? call : `${call}|${item}`))

  it('is legal in both of its parts, and stays as it is from then on', () => {
    fc.assert(
      fc.property(anyId, fc.boolean(), (id, isForeign) => {
        const safe = responsesCallId(id, isForeign)
        expect(safe).toMatch(/^[A-Za-z0-9_-]{1,64}(\|fc_[A-Za-z0-9_-]{0,60}[A-Za-z0-9-])?$/)
        expect(responsesCallId(safe, isForeign)).toBe(safe)
      }),
    )
  })

  it('is another one for another id', () => {
    fc.assert(
      fc.property(anyId, anyId, fc.boolean(), (one, other, isForeign) => {
        fc.pre(one !== other)
        expect(responsesCallId(one, isForeign)).not.toBe(responsesCallId(other, isForeign))
      }),
    )
  })

  it.each([
    ['call_1|fc_1', false, /^call_1\|fc_1$/],
    ['call_1|fc_1', true, /^call_1\|fc_[0-9a-z]{9,14}$/],
    ['call_1|rotated-1', false, /^call_1\|fc_[0-9a-z]{9,14}$/],
    ['call_1|fc_a_', false, /^call_1\|fc_[0-9a-z]{9,14}$/],
    ['toolu_1', true, /^toolu_1$/],
    ['call_1|', false, /^call_1__[0-9a-z]{9,14}$/],
  ])('%s (foreign: %s)', (id, isForeign, expected) => {
    expect(responsesCallId(id, isForeign)).toMatch(expected)
  })
})
