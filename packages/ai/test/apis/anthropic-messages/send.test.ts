import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Model } from '#src/message/model.ts'
import type { ProviderStreamOptions } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { user } from '../../support/conversation.ts'
import { testModel } from '../../support/models.ts'
import { serve } from '../../support/serve.ts'
import { anthropicAnswer } from '../../support/strict/anthropic-messages.ts'

beforeEach(() => {
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'ambient-bearer')
  vi.stubEnv('ANTHROPIC_OAUTH_TOKEN', '')
  vi.stubEnv('ANTHROPIC_API_KEY', '')
})
afterEach(() => void vi.unstubAllEnvs())

const context = { messages: [user('Hello')] }
const budgetId = 'claude-sonnet-4-20250514'
const firstParty = 'https://api.anthropic.com'

const modelOf = (facts: Partial<Model> = {}): Model =>
  testModel({
    api: 'anthropic-messages',
    provider: 'minimax',
    id: budgetId,
    baseUrl: 'https://api.minimax.io/anthropic',
    ...facts,
  })

/** What is sent, without sending it. */
async function requestOf(model: Model, options: ProviderStreamOptions = {}) {
  const sent: Request[] = []
  const fetch: typeof globalThis.fetch = async (...request) => {
    sent.push(new Request(...request))
    return new Response(anthropicAnswer)
  }
  const message = await stream(model, context, { apiKey: 'secret', maxRetries: 0, ...options, fetch }).result()
  expect(message.errorMessage).toBeUndefined()
  const [request] = sent
  return { url: request!.url, headers: Object.fromEntries(request!.headers) }
}

describe('compatible hosts', () => {
  it('get the key in a header of its own, and no beta', async () => {
    const { url, headers } = await requestOf(modelOf())
    expect(url).toBe('https://api.minimax.io/anthropic/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': 'secret', 'anthropic-version': '2023-06-01' })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('anthropic-beta')
  })

  it('that want a bearer token get that alone, and not one that stands in the model', async () => {
    const model = modelOf({ authMode: 'bearer', headers: { Authorization: 'Bearer stale', 'X-A': 'model' } })
    const { headers } = await requestOf(model)
    expect(headers).toMatchObject({ authorization: 'Bearer secret', 'x-a': 'model' })
    expect(headers).not.toHaveProperty('x-api-key')
  })

  it('get what the caller says before all else', async () => {
    const model = modelOf({ authMode: 'bearer', headers: { 'X-A': 'model' } })
    const { headers } = await requestOf(model, { headers: { AUTHORIZATION: 'Bearer caller', 'x-a': 'caller' } })
    expect(headers).toMatchObject({ authorization: 'Bearer caller', 'x-a': 'caller' })
  })

  it('get a key that looks like an access token of Anthropic as any other', async () => {
    expect((await requestOf(modelOf(), { apiKey: 'sk-ant-oat01-x' })).headers).toMatchObject({
      'x-api-key': 'sk-ant-oat01-x',
    })
  })

  it.each([
    'https://api.anthropic.com.example.org',
    'https://notapi.anthropic.com.example',
    'https://example.org/api.anthropic.com',
  ])('get no beta although they look like Anthropic: %s', async (baseUrl) => {
    expect((await requestOf(modelOf({ baseUrl }))).headers).not.toHaveProperty('anthropic-beta')
  })

  it('on this machine need no key', async () => {
    const model = modelOf({ provider: 'mine', baseUrl: 'http://127.0.0.1:8080' })
    const { headers } = await requestOf(model, { apiKey: '' })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('x-api-key')
  })
})

describe('Anthropic itself', () => {
  const own = (facts: Partial<Model> = {}) => modelOf({ provider: 'anthropic', baseUrl: firstParty, ...facts })

  it('is asked for its betas: tool arguments as they are written, and thinking between tool calls', async () => {
    const both = 'fine-grained-tool-streaming-2025-05-14,interleaved-thinking-2025-05-14'
    expect((await requestOf(own())).headers['anthropic-beta']).toBe(both)
    const one = 'fine-grained-tool-streaming-2025-05-14'
    expect((await requestOf(own(), { interleavedThinking: false })).headers['anthropic-beta']).toBe(one)
    expect((await requestOf(own({ id: 'claude-opus-4-6' }))).headers['anthropic-beta']).toBe(one)
  })

  it('gets its key in a header of its own, although the SDK would send a bearer token', async () => {
    const { headers } = await requestOf(own())
    expect(headers).toMatchObject({ 'x-api-key': 'secret' })
    expect(headers).not.toHaveProperty('authorization')
  })

  it('gets an access token as a bearer token, unless the model says otherwise', async () => {
    const token = { apiKey: 'sk-ant-oat01-x' }
    expect((await requestOf(own(), token)).headers).toMatchObject({ authorization: 'Bearer sk-ant-oat01-x' })
    expect((await requestOf(own({ authMode: 'api-key' }), token)).headers).toMatchObject({
      'x-api-key': 'sk-ant-oat01-x',
    })
  })

  it('is where a model without an address is, whatever the environment says', async () => {
    vi.stubEnv('ANTHROPIC_BASE_URL', 'https://elsewhere.example')
    expect((await requestOf(own({ baseUrl: '' }))).url).toBe(`${firstParty}/v1/messages`)
    expect((await requestOf(own({ baseUrl: `${firstParty}/v1/` }))).url).toBe(`${firstParty}/v1/messages`)
  })

  it('is not asked without a key', async () => {
    const message = await stream(own(), context).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'missing_key' })
    expect(message.errorMessage).toContain('ANTHROPIC_API_KEY')
  })
})

it('Vertex is asked by project, place and model, with an access token', async () => {
  const baseUrl = 'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/anthropic'
  const { url, headers } = await requestOf(
    modelOf({ provider: 'google-vertex', baseUrl, wireModelId: 'claude-sonnet-4@20250514' }),
  )
  expect(url).toBe(`${baseUrl}/models/claude-sonnet-4@20250514:streamRawPredict`)
  expect(headers).toMatchObject({ authorization: 'Bearer secret' })
  expect(headers).not.toHaveProperty('x-api-key')
})

it('a redirect is not followed to another host, where the key has no business', async () => {
  const elsewhere = await serve(() => ({ body: anthropicAnswer }))
  const redirecting = await serve(() => ({ status: 307, headers: { location: `${elsewhere.url}/v1/messages` } }))
  const message = await stream(modelOf({ baseUrl: redirecting.url }), context, {
    apiKey: 'secret',
    maxRetries: 0,
  }).result()
  await Promise.all([elsewhere.close(), redirecting.close()])
  expect(message.stopReason).toBe('error')
  expect(elsewhere.requests).toEqual([])
})
