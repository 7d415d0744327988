import { describe, expect, it } from 'vitest'

import { toAnthropicToolChoice } from '#src/apis/anthropic-messages/tools.ts'
import { toToolChoice as toBedrockToolChoice } from '#src/apis/bedrock-converse-stream/tools.ts'
import { toToolConfig } from '#src/apis/google-generative-ai/tools.ts'
import { toChatToolChoice } from '#src/apis/openai-completions/tools.ts'
import { toResponsesToolChoice } from '#src/apis/openai-responses/tools.ts'

const toGoogle = (choice: unknown) => toToolConfig(choice, true).toolConfig?.functionCallingConfig

describe.each([
  ['a word of OpenAI', 'required'],
  ['a word of Anthropic', 'any'],
  ['an object of Anthropic', { type: 'any' }],
])('that a tool must be called, in %s', (_, choice) => {
  it('is understood by every API', () => {
    expect(toAnthropicToolChoice(choice)).toEqual({ type: 'any' })
    expect(toBedrockToolChoice(choice)).toEqual({ any: {} })
    expect(toGoogle(choice)).toEqual({ mode: 'ANY' })
    expect(toChatToolChoice(choice)).toBe('required')
    expect(toResponsesToolChoice(choice)).toBe('required')
  })
})

describe.each([
  ['Anthropic', { type: 'tool', name: 'get' }],
  ['Chat Completions', { type: 'function', function: { name: 'get' } }],
  ['Responses', { type: 'function', name: 'get' }],
  ['Bedrock', { tool: { name: 'get' } }],
  ['nobody', { name: 'get' }],
])('the name of a tool, as %s writes it', (_, choice) => {
  it('is understood by every API', () => {
    expect(toAnthropicToolChoice(choice)).toEqual({ type: 'tool', name: 'get' })
    expect(toBedrockToolChoice(choice)).toEqual({ tool: { name: 'get' } })
    expect(toGoogle(choice)).toEqual({ mode: 'ANY', allowedFunctionNames: ['get'] })
    expect(toChatToolChoice(choice)).toEqual({ type: 'function', function: { name: 'get' } })
    expect(toResponsesToolChoice(choice)).toEqual({ type: 'function', name: 'get' })
  })
})

it('what an API says with more words than others goes to it as it is', () => {
  const single = { type: 'auto', disable_parallel_tool_use: true }
  expect(toAnthropicToolChoice(single)).toBe(single)
  const hosted = { type: 'web_search_preview' }
  expect(toResponsesToolChoice(hosted)).toBe(hosted)
  const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } }
  expect(toChatToolChoice(allowed)).toBe(allowed)
})

it.each([undefined, 'constructor', 7, {}])('%j is no choice', (choice) => {
  expect(toAnthropicToolChoice(choice)).toBeUndefined()
  expect(toBedrockToolChoice(choice)).toBeUndefined()
  expect(toGoogle(choice)).toBeUndefined()
  expect(toResponsesToolChoice(choice)).toBeUndefined()
})
