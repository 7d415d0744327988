import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Model } from '#src/message/model.ts'
import type { ProviderStreamOptions } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { user } from '../../support/conversation.ts'
import { testModel } from '../../support/models.ts'
import type { ReceivedRequest, TestServer } from '../../support/serve.ts'
import { serveChat } from '../../support/strict/serve-strictly.ts'

let server: TestServer
beforeAll(async () => {
  server = await serveChat()
})
afterAll(() => server.close())
beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', '')
  vi.stubEnv('GROQ_API_KEY', '')
})
afterEach(() => void vi.unstubAllEnvs())

const context = { messages: [user('Hello')] }
const modelOf = (facts: Partial<Model> = {}): Model =>
  testModel({ api: 'openai-completions', provider: 'mine', baseUrl: `${server.url}/v1`, ...facts })

async function requestOf(model: Model, options: ProviderStreamOptions = {}): Promise<ReceivedRequest> {
  const message = await stream(model, context, { maxRetries: 0, ...options }).result()
  expect(message.errorMessage).toBeUndefined()
  return server.requests.at(-1)!
}

/** The address that is asked, without asking it. */
async function urlOf(model: Model): Promise<string> {
  const urls: string[] = []
  const fetch: typeof globalThis.fetch = async (...request) => {
    urls.push(new Request(...request).url)
    return new Response('{}', { status: 400 })
  }
  await stream(model, context, { apiKey: 'key', fetch }).result()
  return urls.join()
}

describe('the key', () => {
  it('of the caller goes out as a bearer token', async () => {
    const { headers } = await requestOf(modelOf(), { apiKey: 'secret' })
    expect(headers['authorization']).toBe('Bearer secret')
  })

  it('is taken from the environment of its provider only', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'openai-secret')
    vi.stubEnv('GROQ_API_KEY', 'groq-secret')
    expect((await requestOf(modelOf({ provider: 'groq' }))).headers['authorization']).toBe('Bearer groq-secret')
    expect((await requestOf(modelOf())).headers).not.toHaveProperty('authorization')
  })

  it('is not needed by a server on this machine', async () => {
    expect((await requestOf(modelOf({ provider: 'openai' }))).headers).not.toHaveProperty('authorization')
  })

  it('that is missing is told before anything is sent', async () => {
    const message = await stream(modelOf({ provider: 'openai', baseUrl: '' }), context).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'missing_key', retryable: false })
    expect(message.errorMessage).toContain('OPENAI_API_KEY')
  })

  it('of one request is not used for the next', async () => {
    await requestOf(modelOf(), { apiKey: 'first' })
    expect((await requestOf(modelOf(), { apiKey: 'second' })).headers['authorization']).toBe('Bearer second')
    expect((await requestOf(modelOf())).headers).not.toHaveProperty('authorization')
  })
})

describe('headers', () => {
  it('of the caller go over those of the model, and those over the built-in ones, whatever their case', async () => {
    const model = modelOf({ headers: { 'X-A': 'model', 'x-b': 'model', 'User-Agent': 'mine' } })
    const { headers } = await requestOf(model, {
      apiKey: 'secret',
      headers: { 'x-a': 'caller', Authorization: 'Basic abc' },
    })
    expect(headers).toMatchObject({ 'x-a': 'caller', 'x-b': 'model', 'user-agent': 'mine', authorization: 'Basic abc' })
  })

  it('about an account at OpenAI go to nobody else', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-1')
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-1')
    // Another address than before, so that the client is made in this environment.
    const { headers } = await requestOf(modelOf({ baseUrl: `${server.url}/other/../v1` }), { apiKey: 'secret' })
    expect(headers).not.toHaveProperty('openai-organization')
    expect(headers).not.toHaveProperty('openai-project')
  })
})

describe('the address', () => {
  it('is that of the model', async () => {
    expect(await urlOf(modelOf({ baseUrl: 'https://llm.example/api/v3/' }))).toBe(
      'https://llm.example/api/v3/chat/completions',
    )
  })

  it('of a model without one is that of OpenAI, whatever the environment says', async () => {
    vi.stubEnv('OPENAI_BASE_URL', 'https://elsewhere.example/v1')
    expect(await urlOf(modelOf({ baseUrl: '' }))).toBe('https://api.openai.com/v1/chat/completions')
  })
})

describe('the stream', () => {
  const unfinished =
    (content: string): typeof fetch =>
    async () =>
      new Response(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)

  it('of a server that says no finish reason ends with its body', async () => {
    const options = { fetch: unfinished('ok') }
    expect(await stream(modelOf(), context, options).result()).toMatchObject({ errorCode: 'stream_dropped' })
    const lax = modelOf({ compat: { supportsFinishReason: false } })
    expect(await stream(lax, context, options).result()).toMatchObject({
      stopReason: 'stop',
      content: [{ text: 'ok' }],
    })
  })

  it('may hold its reasoning between tags', async () => {
    const compat = { supportsFinishReason: false }
    const thought = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'ok' },
    ]
    const options = { fetch: unfinished('<think>hm</think>ok') }
    const byModel = await stream(modelOf({ compat: { ...compat, thinkTags: true } }), context, options).result()
    expect(byModel.content).toMatchObject(thought)
    const byOption = await stream(modelOf({ compat }), context, { ...options, thinkTags: true }).result()
    expect(byOption.content).toMatchObject(thought)
  })
})

it('the caller sees the body before it is sent, and may replace it', async () => {
  const seen: unknown[] = []
  const onPayload = async (payload: unknown) => {
    seen.push(payload)
    return { ...(payload as object), temperature: 0.1 }
  }
  await streamSimple(modelOf(), context, { onPayload }).result()
  expect(seen).toHaveLength(1)
  expect(server.requests.at(-1)?.json).toEqual({ ...(seen[0] as object), temperature: 0.1 })
})
