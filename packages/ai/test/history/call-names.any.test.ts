import { expect, it } from 'vitest'

import { buildChatBody } from '#src/apis/openai-completions/body.ts'
import { geminiCallName, safeCallName } from '#src/history/call-ids.ts'

import { call, result, turn, user } from '../support/conversation.ts'
import { testModel } from '../support/models.ts'

it.each([
  ['get_weather-2', 'get_weather-2'],
  ['browser.open', 'browser_open'],
  ['assistant<|channel|>commentary', 'assistant__channel__commentary'],
  ['天气', '__'],
  ['a'.repeat(70), 'a'.repeat(64)],
])('%s goes back as %s', (name, sent) => {
  expect(safeCallName(name, 64)).toBe(sent)
})

it.each([
  ['default_api:get.weather', 'default_api:get.weather'],
  ['2nd', '_2nd'],
  ['get weather', 'get_weather'],
])('to Gemini, %s goes back as %s', (name, sent) => {
  expect(geminiCallName(name)).toBe(sent)
})

it('a call of a tool that nobody declared does not spoil the conversation, and keeps its result', () => {
  const model = testModel({ api: 'openai-completions', provider: 'openai' })
  const called = turn(model, [{ ...call('c1'), name: 'browser.open' }])
  const failed = { ...result('c1', 'Tool "browser.open" not found', true), toolName: 'browser.open' }
  expect(buildChatBody(model, { messages: [user('Hi'), called, failed] }, {}).messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'browser_open', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'Tool "browser.open" not found' },
  ])
})

it('a server that takes any id gets names with dots and slashes back', () => {
  const model = testModel({ api: 'openai-completions', provider: 'mine' })
  const messages = [user('Hi'), turn(model, [{ ...call('c1'), name: 'fs/read.all now' }])]
  expect(JSON.stringify(buildChatBody(model, { messages }, {}))).toContain('"name":"fs/read.all_now"')
})
