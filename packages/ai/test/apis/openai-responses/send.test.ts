import { describe, expect, it, vi } from 'vitest'

import { stream } from '#src/stream/stream.ts'

import { asked, strictResponses } from '../../support/responses-requests.ts'
import { serve } from '../../support/serve.ts'

const { requests, plain, thinker, toServer, bodyOf } = strictResponses()

describe('the prompt cache', () => {
  const openai = () => thinker({ baseUrl: 'https://api.openai.com/v1' })

  it.each([
    ['none', {}],
    ['short', { prompt_cache_key: 's1' }],
    ['long', { prompt_cache_key: 's1', prompt_cache_retention: '24h' }],
  ] as const)('is kept %s', async (cacheRetention, expected) => {
    const { prompt_cache_key, prompt_cache_retention } = await bodyOf(openai(), asked, {
      sessionId: 's1',
      cacheRetention,
    })
    expect({ prompt_cache_key, prompt_cache_retention }).toEqual({
      prompt_cache_key: undefined,
      prompt_cache_retention: undefined,
      ...expected,
    })
  })

  it('is kept as long as the environment says, where the caller does not', async () => {
    vi.stubEnv('DREB_CACHE_RETENTION', 'long')
    expect(await bodyOf(thinker({ baseUrl: '' }), asked)).toMatchObject({ prompt_cache_retention: '24h' })
    vi.unstubAllEnvs()
  })

  it('is kept for a day only at OpenAI', async () => {
    expect(await bodyOf(thinker(), asked, { cacheRetention: 'long' })).not.toHaveProperty('prompt_cache_retention')
  })

  it('has a key that is not too long, and another one for another session', async () => {
    const keys = []
    for (const end of ['a', 'b']) {
      requests().length = 0
      keys.push((await bodyOf(thinker(), asked, { sessionId: 's'.repeat(100) + end }))['prompt_cache_key'])
    }
    expect(keys[0]).toMatch(/^s+_[0-9a-z]+$/)
    expect(keys[0]).not.toBe(keys[1])
  })
})

describe('the request', () => {
  it('carries the key, and headers of the caller over those of the model', async () => {
    const model = plain({ headers: { 'x-one': 'model', 'x-two': 'model' } })
    await bodyOf(model, asked, { headers: { 'x-two': 'caller' } })
    expect(requests()[0]?.headers).toMatchObject({
      authorization: 'Bearer test',
      'x-one': 'model',
      'x-two': 'caller',
    })
  })

  it('carries no key where the server needs none', async () => {
    const model = plain({ provider: 'lmstudio' })
    expect((await stream(model, asked).result()).stopReason).toBe('stop')
    expect(requests()[0]?.headers).not.toHaveProperty('authorization')
  })

  it('tells nobody but OpenAI which organisation asks', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-1')
    const fetch: typeof toServer = (...request) => toServer(...request)
    await bodyOf(plain({ provider: 'xai' }), asked, { fetch })
    await bodyOf(plain({ baseUrl: 'https://api.openai.com/v1' }), asked, { fetch })
    vi.unstubAllEnvs()
    expect(requests().map(({ headers }) => headers['openai-organization'])).toEqual([undefined, 'org-1'])
  })

  it('is not made without a key', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    const message = await stream(plain({ baseUrl: '' }), asked, { fetch: toServer }).result()
    vi.unstubAllEnvs()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'missing_key' })
    expect(message.errorMessage).toContain('OPENAI_API_KEY')
    expect(requests()).toEqual([])
  })

  it('that is refused fails with the words of the provider', async () => {
    const message = await stream(plain(), { messages: [] }, { apiKey: 'test' }).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'invalid_request', retryable: false })
    expect(message.errorMessage).toContain("Missing required parameter: 'input'.")
  })

  it('is priced by the service tier that served it (decision 53)', async () => {
    const usage = { input_tokens: 0, output_tokens: 1_000_000 }
    const event = { type: 'response.completed', response: { status: 'completed', service_tier: 'default', usage } }
    const billing = await serve(() => ({ body: `data: ${JSON.stringify(event)}\n\n` }))
    const message = await stream(plain({ baseUrl: `${billing.url}/v1` }), asked, {
      apiKey: 'test',
      serviceTier: 'priority',
    }).result()
    await billing.close()
    expect(message.usage.cost.total).toBe(15)
  })
})
