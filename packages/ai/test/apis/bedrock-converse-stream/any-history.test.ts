import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildBedrockBody } from '#src/apis/bedrock-converse-stream/body.ts'
import type { AssistantMessage, Message } from '#src/message/message.ts'
import { emptyUsage } from '#src/message/usage.ts'

import { modelAt } from '../../support/model-at.ts'
import { faultIn } from '../../support/strict/bedrock.ts'

const text = fc.constantFrom('', ' ', 'Hello', 'half \ud800 a pair', 'nul \0')
const id = fc.constantFrom('a', 'b', 'call|item', 'x'.repeat(80), 'ü')
const textBlock = text.map((value) => ({ type: 'text' as const, text: value }))
const image = fc.constant({ type: 'image' as const, data: 'aGk=', mimeType: 'image/png' })
const thinking = fc.record({
  type: fc.constant('thinking' as const),
  thinking: text,
  thinkingSignature: fc.constantFrom('', 'c2ln'),
  redacted: fc.boolean(),
})
const call = fc.record({
  type: fc.constant('toolCall' as const),
  id,
  name: fc.constantFrom('read', 'write'),
  arguments: fc.dictionary(text, text),
})

const user: fc.Arbitrary<Message> = fc
  .oneof(text, fc.array(fc.oneof(textBlock, image), { maxLength: 3 }))
  .map((content) => ({ role: 'user', content, timestamp: 0 }))

const assistant: fc.Arbitrary<AssistantMessage> = fc
  .record({
    content: fc.array(fc.oneof(textBlock, thinking, call), { maxLength: 4 }),
    model: fc.constantFrom('anthropic.claude-sonnet-4-6', 'amazon.nova-lite-v1:0', 'gpt-4o'),
    stopReason: fc.constantFrom(
      'stop' as const,
      'toolUse' as const,
      'length' as const,
      'error' as const,
      'aborted' as const,
    ),
  })
  .map((facts) => ({
    role: 'assistant',
    api: 'bedrock-converse-stream',
    provider: 'amazon-bedrock',
    usage: emptyUsage(),
    timestamp: 0,
    ...facts,
  }))

const result: fc.Arbitrary<Message> = fc
  .record({ toolCallId: id, content: fc.array(fc.oneof(textBlock, image), { maxLength: 2 }), isError: fc.boolean() })
  .map((facts) => ({ role: 'toolResult', toolName: 'read', timestamp: 0, ...facts }))

const history = fc.array(fc.oneof(user, assistant, result), { maxLength: 12 })

describe.each(['anthropic.claude-sonnet-4-6', 'amazon.nova-lite-v1:0'])('any history for %s', (modelId) => {
  const model = modelAt('', { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', id: modelId })
  const last: Message = { role: 'user', content: 'Go on.', timestamp: 1 }

  it('is one that Bedrock accepts, and stays as it was', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('drop' as const, 'label' as const), (messages, foreignThinking) => {
        const before = structuredClone(messages)
        const body = buildBedrockBody(model, { messages: [...messages, last] }, { foreignThinking })
        const json = JSON.parse(JSON.stringify(body)) as unknown
        expect(faultIn({ method: 'POST', url: '/model/m/converse-stream', json })).toBeUndefined()
        expect(messages).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })
})
