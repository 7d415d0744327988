import { describe, expect, it } from 'vitest'

import { AIError } from '#src/errors/ai-error.ts'
import type { Model } from '#src/message/model.ts'
import {
  findModel,
  findModelInList,
  getModel,
  getModels,
  getProviders,
  isModelAlias,
  modelsAreEqual,
  registerModels,
} from '#src/models/registry.ts'

const custom = (id: string, change: Partial<Model> = {}): Model => ({
  id,
  name: id,
  api: 'openai-completions',
  provider: 'house',
  baseUrl: 'http://localhost:8000/v1',
  reasoning: false,
  input: ['text'],
  cost: {},
  contextWindow: 8192,
  maxTokens: 1024,
  ...change,
})

describe('getModel', () => {
  it('gives a whole model at once', () => {
    expect(getModel('anthropic', 'claude-sonnet-4-5')).toEqual({
      id: 'claude-sonnet-4-5',
      name: 'Claude Sonnet 4.5',
      api: 'anthropic-messages',
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
      reasoning: true,
      input: ['text', 'image'],
      cost: {
        input: 3,
        output: 15,
        cacheRead: 0.3,
        cacheWrite: 3.75,
        cacheWrite1h: 6,
        tiers: [{ above: 200_000, input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5, cacheWrite1h: 12 }],
      },
      contextWindow: 200_000,
      maxTokens: 64_000,
    })
  })

  it.each([
    ['anthropic', 'claude-sonnet-4-20250514', 'anthropic-messages'],
    ['anthropic', 'claude-sonnet-4-6', 'anthropic-messages'],
    ['openai', 'gpt-4o', 'openai-responses'],
    ['google', 'gemini-2.5-flash-lite', 'google-generative-ai'],
  ])('knows %s/%s, which the documents of the agents name', (provider, id, api) => {
    expect(getModel(provider, id)).toMatchObject({ id, provider, api })
  })

  it('knows models that a gateway serves through another API than its own', () => {
    expect(getModel('opencode', 'claude-sonnet-4-6')).toMatchObject({
      api: 'anthropic-messages',
      baseUrl: 'https://opencode.ai/zen',
    })
    expect(getModel('opencode', 'kimi-k2.5')).toMatchObject({
      api: 'openai-completions',
      baseUrl: 'https://opencode.ai/zen/v1',
    })
  })

  it('leaves a price out that is not known', () => {
    expect(getModel('huggingface', 'zai-org/GLM-4.7').cost).toEqual({})
    expect(getModel('openai', 'gpt-4o').cost).toEqual({ input: 2.5, output: 10, cacheRead: 1.25 })
  })

  it('gives copies: a changed model changes nothing else', () => {
    const model = getModel('openai', 'gpt-4o')
    model.baseUrl = 'http://localhost:1'
    model.cost.input = 0
    model.input.length = 0
    expect(getModel('openai', 'gpt-4o')).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      cost: { input: 2.5 },
      input: ['text', 'image'],
    })
  })

  it('names ids that come near when there is no such model', () => {
    expect(() => getModel('anthropic', 'claude-sonet-4.6')).toThrow(
      new AIError(
        'unknown_model',
        'Unknown model "claude-sonet-4.6" of provider "anthropic". Near: claude-sonnet-4-6, claude-sonnet-4-5, claude-sonnet-4-20250514. More are at @dreb/ai/models/anthropic; add models with registerModels().',
        { provider: 'anthropic' },
      ),
    )
    expect(() => getModel('openai', 'gpt-4o-nano')).toThrow(expect.objectContaining({ code: 'unknown_model' }))
  })

  it('names the providers when there is no such provider', () => {
    expect(() => getModel('opnai', 'gpt-4o')).toThrow(
      /^Unknown provider "opnai" \(asked for model "gpt-4o"\)\. Known: anthropic, openai, /,
    )
  })

  it.each(['toString', '__proto__', 'constructor', ''])('takes %o for no model', (id) => {
    expect(() => getModel('openai', id)).toThrow(expect.objectContaining({ code: 'unknown_model' }))
    expect(() => getModel(id, 'gpt-4o')).toThrow(expect.objectContaining({ code: 'unknown_model' }))
  })
})

describe('getModels and getProviders', () => {
  it('list what there is', () => {
    expect(getModels('cerebras').map(({ id }) => id)).toEqual(['gpt-oss-120b', 'zai-glm-4.7'])
    expect(getModels('nobody')).toEqual([])
    expect(getProviders()).toEqual([
      'anthropic',
      'openai',
      'azure-openai-responses',
      'google',
      'google-vertex',
      'amazon-bedrock',
      'mistral',
      'groq',
      'cerebras',
      'xai',
      'openrouter',
      'vercel-ai-gateway',
      'huggingface',
      'deepseek',
      'moonshotai',
      'zai',
      'minimax',
      'minimax-cn',
      'kimi-coding',
      'opencode',
    ])
  })
})

describe('registerModels', () => {
  it('adds models and providers', () => {
    registerModels([custom('small', { provider: 'added' }), custom('large', { provider: 'added' })])
    expect(getModel('added', 'large')).toEqual(custom('large', { provider: 'added' }))
    expect(getModels('added').map(({ id }) => id)).toEqual(['small', 'large'])
    expect(getProviders()).toContain('added')
  })

  it('replaces a model of the same provider and id', () => {
    const known = getModel('cerebras', 'gpt-oss-120b')
    registerModels([{ ...known, baseUrl: 'http://localhost:1/v1' }])
    expect(getModel('cerebras', 'gpt-oss-120b').baseUrl).toBe('http://localhost:1/v1')
    expect(getModels('cerebras')).toHaveLength(2)
    registerModels([known])
  })

  it('keeps a copy of what it is given', () => {
    const model = custom('mine', { headers: { a: '1' }, compat: { thinkTags: true } })
    registerModels([model])
    model.headers = {}
    expect(getModel('house', 'mine')).toEqual(custom('mine', { headers: { a: '1' }, compat: { thinkTags: true } }))
  })
})

describe('findModel', () => {
  it('prefers the exact id', () => {
    expect(findModel('openai', 'gpt-5')?.id).toBe('gpt-5')
  })

  it('takes a part of an id or a name, upper and lower case alike', () => {
    expect(findModel('google', 'FLASH-LITE')?.id).toBe('gemini-3.5-flash-lite')
    expect(findModel('anthropic', 'haiku 4')?.id).toBe('claude-haiku-4-5')
  })

  it('prefers aliases to dated versions, then the highest id', () => {
    expect(findModel('anthropic', 'sonnet')?.id).toBe('claude-sonnet-5-5')
    const models = ['m-2-20250101', 'm-1-20250101', 'm-1'].map((id) => custom(id))
    expect(findModelInList('m-', models)?.id).toBe('m-1')
    expect(findModelInList('2025', models)?.id).toBe('m-2-20250101')
  })

  it('finds nothing for a pattern that fits nothing, or is blank', () => {
    expect(findModel('openai', 'llama')).toBeUndefined()
    expect(findModel('nobody', 'gpt')).toBeUndefined()
    expect(findModelInList(' ', [custom('a')])).toBeUndefined()
  })

  it('takes an exact id in a list whatever its case', () => {
    expect(findModelInList('MINE', [custom('mine-2'), custom('mine')])?.id).toBe('mine')
  })
})

describe('isModelAlias', () => {
  it.each([
    ['claude-sonnet-4-6', true],
    ['claude-3-7-sonnet-latest', true],
    ['claude-sonnet-4-20250514', false],
    ['gpt-4o-2024-11-20', true],
  ])('%s: %o', (id, expected) => expect(isModelAlias(id)).toBe(expected))
})

describe('modelsAreEqual', () => {
  it('compares id and provider, and takes nothing for unequal', () => {
    expect(modelsAreEqual(custom('a'), custom('a', { name: 'other' }))).toBe(true)
    expect(modelsAreEqual(custom('a'), custom('b'))).toBe(false)
    expect(modelsAreEqual(custom('a'), custom('a', { provider: 'other' }))).toBe(false)
    expect(modelsAreEqual(custom('a'), null)).toBe(false)
    expect(modelsAreEqual(undefined, undefined)).toBe(false)
  })
})
