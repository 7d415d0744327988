import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Model } from '#src/message/model.ts'
import type { ProviderStreamOptions } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { geminiBody } from '../../support/bodies.ts'
import { user } from '../../support/conversation.ts'
import { modelAt } from '../../support/model-at.ts'
import { type Reply, serve, type TestServer } from '../../support/serve.ts'
import { googleAnswer } from '../../support/strict/google.ts'

let server: TestServer
let reply: Reply | undefined
beforeEach(async () => {
  for (const name of ['GEMINI_API_KEY', 'GOOGLE_CLOUD_API_KEY', 'GOOGLE_ACCESS_TOKEN']) vi.stubEnv(name, '')
  for (const name of ['GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION']) vi.stubEnv(name, '')
  reply = undefined
  server = await serve(() => reply ?? { body: googleAnswer })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
})

const ask = (model: Model, options: ProviderStreamOptions = {}) =>
  stream(model, { messages: [user('Hello')] }, { maxRetries: 0, ...options }).result()

/** A fetch that answers well and notes where the request went. */
function noting(urls: string[]): typeof fetch {
  return (url) => {
    urls.push(url as string)
    return Promise.resolve(new Response(googleAnswer))
  }
}

describe('google-generative-ai', () => {
  const modelOf = (facts: Partial<Model> = {}): Model =>
    modelAt(`${server.url}/v1beta`, {
      api: 'google-generative-ai',
      provider: 'google',
      id: 'gemini-2.5-flash',
      ...facts,
    })

  it('sends the key in a header to the model’s path', async () => {
    await ask(modelOf(), { apiKey: 'key' })
    const [request] = server.requests
    expect(request?.url).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse')
    expect(request?.headers).toMatchObject({ 'x-goog-api-key': 'key', 'content-type': 'application/json' })
  })

  it('takes the key from the environment', async () => {
    vi.stubEnv('GEMINI_API_KEY', 'env-key')
    await ask(modelOf())
    expect(server.requests[0]?.headers['x-goog-api-key']).toBe('env-key')
  })

  it('asks no key of a server on this machine', async () => {
    expect((await ask(modelOf())).stopReason).toBe('stop')
    expect(server.requests[0]?.headers).not.toHaveProperty('x-goog-api-key')
  })

  it('says which key is missing', async () => {
    const message = await ask(modelOf({ baseUrl: '' }))
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'missing_key' })
    expect(message.errorMessage).toContain('GEMINI_API_KEY')
  })

  it('goes to Google where the model names no address, and to the whole name of a resource', async () => {
    const urls: string[] = []
    await ask(modelOf({ baseUrl: '' }), { apiKey: 'key', fetch: noting(urls) })
    await ask(modelOf({ baseUrl: '', wireModelId: 'tunedModels/mine' }), { apiKey: 'key', fetch: noting(urls) })
    expect(urls).toEqual([
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      'https://generativelanguage.googleapis.com/v1beta/tunedModels/mine:streamGenerateContent?alt=sse',
    ])
  })

  it('lets the model’s headers win over its own, and the caller’s over both, however they are spelt', async () => {
    await ask(modelOf({ headers: { 'X-Goog-Api-Key': 'model', 'x-tag': 'model' } }), {
      apiKey: 'key',
      headers: { 'X-Tag': 'caller' },
    })
    expect(server.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': 'model', 'x-tag': 'caller' })
  })

  it('follows no redirect, which would carry the key to another host', async () => {
    const elsewhere = await serve(() => ({ body: geminiBody }))
    reply = { status: 307, headers: { location: `${elsewhere.url}/v1beta` } }
    const message = await ask(modelOf(), { apiKey: 'key' })
    await elsewhere.close()
    expect(message.stopReason).toBe('error')
    expect(elsewhere.requests).toEqual([])
  })

  it('reads an error that comes in a list, whatever its content type', async () => {
    const error = { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' }
    reply = { status: 400, body: JSON.stringify([{ error }], null, 2) }
    const message = await ask(modelOf(), { apiKey: 'bad' })
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'invalid_request', retryable: false })
    expect(message.errorMessage).toContain('API key not valid.')
  })

  it('hears how long to wait from the body, as there is no header', async () => {
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.0745s' },
    ]
    reply = {
      status: 429,
      body: JSON.stringify({ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED', details } }),
    }
    const message = await ask(modelOf(), { apiKey: 'key' })
    expect(message).toMatchObject({ errorCode: 'rate_limited', retryable: true, retryAfterMs: 34_075 })
  })
})

describe('google-vertex', () => {
  const modelOf = (facts: Partial<Model> = {}): Model =>
    modelAt(server.url, { api: 'google-vertex', provider: 'google-vertex', id: 'gemini-2.5-flash', ...facts })
  const path = 'publishers/google/models/gemini-2.5-flash:streamGenerateContent?alt=sse'
  const place = { project: 'p-1', location: 'us-east5' }

  it('sends an API key in a header, without project and location', async () => {
    await ask(modelOf(), { apiKey: 'key', ...place })
    expect(server.requests[0]?.url).toBe(`/v1/${path}`)
    expect(server.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': 'key' })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each([
    ['an access token', { accessToken: 'secret', apiKey: 'key' }],
    ['a key that is a token by its look', { apiKey: 'ya29.secret' }],
  ])('sends %s as a bearer token to project and location', async (_, access) => {
    await ask(modelOf(), { ...access, ...place })
    expect(server.requests[0]?.url).toBe(`/v1/projects/p-1/locations/us-east5/${path}`)
    expect(server.requests[0]?.headers['authorization']).toMatch(/^Bearer (ya29\.)?secret$/)
    expect(server.requests[0]?.headers).not.toHaveProperty('x-goog-api-key')
  })

  it('sends the key of a model with bearer authorisation as a token', async () => {
    await ask(modelOf({ authMode: 'bearer' }), { apiKey: 'secret', ...place })
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer secret')
  })

  it('finds token, project and location in the environment', async () => {
    vi.stubEnv('GOOGLE_ACCESS_TOKEN', 'env-token')
    vi.stubEnv('GCLOUD_PROJECT', 'p-2')
    vi.stubEnv('GOOGLE_CLOUD_LOCATION', 'global')
    await ask(modelOf())
    expect(server.requests[0]?.url).toBe(`/v1/projects/p-2/locations/global/${path}`)
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer env-token')
  })

  it('asks no key of a server on this machine', async () => {
    expect((await ask(modelOf())).stopReason).toBe('stop')
    expect(server.requests[0]?.url).toBe(`/v1/${path}`)
  })

  it.each([
    [{}, 'missing_key', 'GOOGLE_ACCESS_TOKEN'],
    [{ accessToken: 't', location: 'global' }, 'invalid_request', 'Vertex AI requires a project ID'],
    [{ accessToken: 't', project: 'p' }, 'invalid_request', 'Vertex AI requires a location'],
  ])('says what is missing in %o', async (options, errorCode, text) => {
    const message = await ask(modelOf({ baseUrl: '' }), options)
    expect(message).toMatchObject({ stopReason: 'error', errorCode, retryable: false })
    expect(message.errorMessage).toContain(text)
    expect(server.requests).toEqual([])
  })

  it.each([
    ['us-east5', 'https://us-east5-aiplatform.googleapis.com/v1'],
    ['global', 'https://aiplatform.googleapis.com/v1'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com/v1'],
  ])('goes to the host of %s', async (location, base) => {
    const urls: string[] = []
    const options = { accessToken: 't', project: 'p', location, fetch: noting(urls) }
    for (const baseUrl of ['', 'https://{location}-aiplatform.googleapis.com']) await ask(modelOf({ baseUrl }), options)
    const url = `${base}/projects/p/locations/${location}/${path}`
    expect(urls).toEqual([url, url])
  })

  it('goes to the global host with a key, and keeps a version that the address names', async () => {
    const urls: string[] = []
    const options = { apiKey: 'key', fetch: noting(urls) }
    await ask(modelOf({ baseUrl: 'https://{location}-aiplatform.googleapis.com' }), options)
    await ask(modelOf({ baseUrl: 'https://proxy.invalid/v1beta1/' }), options)
    expect(urls).toEqual([`https://aiplatform.googleapis.com/v1/${path}`, `https://proxy.invalid/v1beta1/${path}`])
  })
})
