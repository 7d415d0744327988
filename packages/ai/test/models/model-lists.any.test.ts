import { describe, expect, it } from 'vitest'

import { modelsFromList, modelsFromModelsDev } from '#src/models/model-lists.ts'
import { profileOf } from '#src/models/profile.ts'
import { getModel } from '#src/models/registry.ts'

import { testModel } from '../support/models.ts'

const like = testModel({ api: 'openai-completions', provider: 'mine' })

describe('a list of /v1/models', () => {
  it('gives models with the facts of the one that is known', () => {
    const list = { data: [{ id: 'a' }, { id: 'b', name: 'B', max_model_len: 4096 }, { object: 'model' }, null] }
    expect(modelsFromList(list, like)).toEqual([
      { ...like, id: 'a', name: 'a' },
      { ...like, id: 'b', name: 'B', contextWindow: 4096 },
    ])
  })

  it('takes the limits that a router gives', () => {
    const list = [{ id: 'a', context_length: 9000, top_provider: { max_completion_tokens: 900 } }]
    expect(modelsFromList(list, like)).toMatchObject([{ contextWindow: 9000, maxTokens: 900 }])
  })

  it.each([undefined, null, 'models', 7, {}, { data: {} }])('is none where it is %j', (list) => {
    expect(modelsFromList(list, like)).toEqual([])
  })
})

describe('a file of models.dev', () => {
  const route = { api: 'anthropic-messages', provider: 'anthropic', baseUrl: 'https://api.anthropic.com' } as const
  const claude = {
    name: 'Claude',
    reasoning: true,
    modalities: { input: ['text', 'image'], output: ['text'] },
    cost: { input: 3, output: 15, cache_read: 0.3 },
    limit: { context: 200_000, output: 64_000 },
  }
  const image = { ...claude, modalities: { input: ['text'], output: ['image'] } }

  it('gives the models of a provider that write text', () => {
    const file = { anthropic: { models: { 'claude-x': claude, painter: image, broken: 7 } } }
    expect(modelsFromModelsDev(file, route)).toEqual([
      {
        ...route,
        id: 'claude-x',
        name: 'Claude',
        reasoning: true,
        input: ['text', 'image'],
        cost: { input: 3, output: 15, cacheRead: 0.3 },
        contextWindow: 200_000,
        maxTokens: 64_000,
      },
    ])
  })

  it('may have the provider under another name, and no inherited one', () => {
    expect(modelsFromModelsDev({ claude: { models: { a: {} } } }, route, 'claude')).toHaveLength(1)
    expect(modelsFromModelsDev({}, route, 'constructor')).toEqual([])
  })
})

describe('getModel with `like`', () => {
  it('gives an unknown id the facts and the profile of a known one', () => {
    const model = getModel('anthropic', 'claude-next', { like: 'claude-fable-5-1' })
    const known = getModel('anthropic', 'claude-fable-5-1')
    expect(model).toEqual({ ...known, id: 'claude-next', name: 'claude-next', like: 'claude-fable-5-1' })
    expect(profileOf(model)).toEqual(profileOf(known))
  })

  it('leaves a known id as it is, and refuses a `like` that nobody knows', () => {
    expect(getModel('openai', 'gpt-4o' as string, { like: 'gpt-5' })).toEqual(getModel('openai', 'gpt-4o'))
    expect(() => getModel('openai', 'gpt-x', { like: 'gpt-y' })).toThrow('Unknown model "gpt-y"')
  })
})
