import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildAnthropicBody } from '#src/apis/anthropic-messages/body.ts'
import { buildChatBody } from '#src/apis/openai-completions/body.ts'
import { type RepairTarget, repairMessages } from '#src/history/repair-messages.ts'
import type { Message } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'

import { anyHistory } from '../support/histories.ts'
import { testModel } from '../support/models.ts'
import { faultInAnthropic } from '../support/strict/anthropic-messages.ts'
import { type ChatRules, faultInChat } from '../support/strict/openai-completions.ts'

const claude = testModel({ api: 'anthropic-messages', provider: 'anthropic', id: 'claude-test' })
const gpt = testModel({ api: 'openai-completions', provider: 'openai', id: 'gpt-test' })
const deepseek = testModel({ api: 'openai-completions', provider: 'deepseek', id: 'deepseek-test' })
const mistral = testModel({ api: 'openai-completions', provider: 'mistral', id: 'mistral-test' })
const wantsAssistant = testModel({
  api: 'openai-completions',
  provider: 'openai',
  id: 'gpt-test',
  compat: { requiresAssistantAfterToolResult: true },
})

const targets: readonly RepairTarget[] = [
  {
    model: claude,
    foreignThinking: 'drop',
    callIds: 'safe-64',
    trailingThinking: 'drop',
    opensWithUser: true,
  },
  { model: gpt, foreignThinking: 'label', callIds: 'safe-40' },
  { model: { ...deepseek, input: ['text'] }, foreignThinking: 'drop', callIds: 'any', consecutiveUsers: 'join' },
]

const anyTarget = fc.constantFrom(...targets)

describe('a repaired history', () => {
  it('needs no repair', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (history, target) => {
        const repaired = repairMessages(history, target)
        const again = repairMessages(repaired, target)
        expect(again).toHaveLength(repaired.length)
        expect(again.every((message, at) => message === repaired[at])).toBe(true)
      }),
    )
  })

  it('leaves the stored one as it was', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (history, target) => {
        const before = structuredClone(history)
        repairMessages(history.map(deepFreeze), target)
        expect(history).toEqual(before)
      }),
    )
  })

  it('is the same however often it is made, and whether or not its messages are frozen', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (history, target) => {
        const thawed = repairMessages(structuredClone(history), target)
        const frozen = history.map(deepFreeze)
        const first = repairMessages(frozen, target)
        const second = repairMessages(frozen, target)
        expect(first).toEqual(thawed)
        expect(second.every((message, at) => message === first[at] || !Object.isFrozen(message))).toBe(true)
      }),
    )
  })

  it('answers each call once, right behind its turn and in its order', () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (history, target) => {
        const repaired = repairMessages(history, target)
        const expected = repaired.flatMap((message) => {
          if (message.role === 'toolResult') return []
          return [message, ...callIdsOf(message)]
        })
        expect(repaired.map((message) => (message.role === 'toolResult' ? message.toolCallId : message))).toEqual(
          expected,
        )
      }),
    )
  })
})

const bodies: readonly [string, Model, ChatRules | undefined][] = [
  ['Anthropic', claude, undefined],
  ['OpenAI', gpt, {}],
  ['DeepSeek', deepseek, { reasoningContent: true, callId: /./, callName: /^[\w.:/-]+$/ }],
  ['Mistral', mistral, { callId: /^[a-zA-Z0-9]{9}$/, resultName: true }],
  ['a server that wants the assistant to speak after tools', wantsAssistant, { assistantAfterResult: true }],
]

describe('whatever the history was', () => {
  it.each(bodies)('%s accepts the body', (_, model, rules) => {
    fc.assert(
      fc.property(anyHistory, fc.boolean(), fc.boolean(), fc.boolean(), (history, asks, thinks, seesImages) => {
        const reader: Model = { ...model, input: seesImages ? ['text', 'image'] : ['text'] }
        const options = thinks
          ? { thinkingEnabled: true, thinkingBudgetTokens: 2048, reasoningEffort: 'high' as const }
          : {}
        const messages = asks ? [...history, hello] : history
        const context = { systemPrompt: 'be kind \udc00', messages }
        const build = rules ? buildChatBody : buildAnthropicBody
        const body = build(reader, context, options)
        // A conversation in which nobody says anything can not be sent.
        fc.pre(body.messages.some(({ role }) => role === 'user' || role === 'assistant'))
        expect(rules ? faultInChat(body, rules) : faultInAnthropic(body)).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })
})

const hello: Message = { role: 'user', content: 'Hello', timestamp: 0 }

function callIdsOf(message: Message): string[] {
  return message.role === 'assistant'
    ? message.content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []))
    : []
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}
