import { describe, expect, it } from 'vitest'

import { compatOf } from '#src/apis/openai-completions/compat.ts'
import type { Model } from '#src/message/model.ts'

const at = (baseUrl: string, facts: Partial<Model> = {}) => compatOf({ id: 'm', provider: 'mine', baseUrl, ...facts })

describe('a provider is known', () => {
  it('by its host', () => {
    expect(at('https://api.openai.com/v1')).toMatchObject({
      maxTokensField: 'max_completion_tokens',
      supportsStore: true,
    })
    expect(at('https://api.deepseek.com')).toMatchObject({ thinkingFormat: 'deepseek', requiresReasoningContent: true })
    expect(at('https://eu.api.openai.com/v1')).toMatchObject({ supportsDeveloperRole: true })
  })

  it('Azure by the end of its host', () => {
    expect(at('https://mine.openai.azure.com/openai/v1')).toMatchObject({
      maxTokensField: 'max_completion_tokens',
      supportsDeveloperRole: true,
      supportsStore: false,
      callIds: 'openai',
    })
  })

  it('by the name of the provider where the host is not known', () => {
    expect(at('http://127.0.0.1:8080/v1', { provider: 'zai' })).toMatchObject({ thinkingFormat: 'zai' })
    expect(at('', { provider: 'openai' })).toMatchObject({ supportsStore: true })
  })

  it('by its host rather than by the name', () => {
    expect(at('https://api.mistral.ai/v1', { provider: 'openai' })).toMatchObject({
      callIds: 'mistral',
      supportsStore: false,
    })
  })

  it('but not by a host that only looks like it', () => {
    expect(at('https://api.openai.com.example.org/v1')).toMatchObject({ supportsStore: false })
    expect(at('https://notapi.openai.com/v1')).toMatchObject({ supportsStore: false })
  })
})

it('an unknown server is asked for nothing that some server refuses', () => {
  expect(at('https://llm.example.org/v1')).toMatchObject({
    supportsStore: false,
    supportsDeveloperRole: false,
    supportsStrictMode: false,
    maxTokensField: 'max_tokens',
    callIds: 'any',
    supportsFinishReason: true,
  })
})

it('what the model says goes over what is known of its vendor', () => {
  const compat = { supportsStore: false, maxTokensField: 'max_tokens' as const }
  const resolved = at('https://api.openai.com/v1', { compat })
  expect(resolved).toMatchObject({ ...compat, supportsDeveloperRole: true })
})

it('some models of a provider differ from the rest', () => {
  const groq = 'https://api.groq.com/openai/v1'
  expect(at(groq, { id: 'qwen/qwen3-32b' }).reasoningEffortMap).toMatchObject({ low: 'default', max: 'default' })
  expect(at(groq, { id: 'openai/gpt-oss-120b' }).reasoningEffortMap).toEqual({})
  const openRouter = 'https://openrouter.ai/api/v1'
  expect(at(openRouter, { id: 'anthropic/claude-sonnet-4.5' }).supportsCacheControl).toBe(true)
  expect(at(openRouter, { id: 'openai/gpt-5' }).supportsCacheControl).toBe(false)
})
