import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Model } from '#src/message/model.ts'
import type { ProviderStreamOptions } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { user } from '../../support/conversation.ts'
import { modelAt } from '../../support/model-at.ts'
import { type Reply, serve, type TestServer } from '../../support/serve.ts'
import { mistralAnswer } from '../../support/strict/mistral.ts'

describe('mistral-conversations', () => {
  let server: TestServer
  let reply: Reply | undefined
  beforeEach(async () => {
    vi.stubEnv('MISTRAL_API_KEY', '')
    reply = undefined
    server = await serve(() => reply ?? { body: mistralAnswer })
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await server.close()
  })

  const modelOf = (facts: Partial<Model> = {}): Model =>
    modelAt(server.url, { api: 'mistral-conversations', provider: 'mistral', ...facts })
  const ask = (model: Model, options: ProviderStreamOptions = {}) =>
    stream(model, { messages: [user('Hello')] }, { maxRetries: 0, ...options }).result()

  it.each(['', '/', '/v1'])(
    'sends the key as a bearer token to the same path, whether the address ends in "%s"',
    async (end) => {
      await ask(modelOf({ baseUrl: `${server.url}${end}` }), { apiKey: 'key' })
      expect(server.requests[0]?.url).toBe('/v1/chat/completions')
      expect(server.requests[0]?.headers['authorization']).toBe('Bearer key')
    },
  )

  it('says which key is missing', async () => {
    const message = await ask(modelOf({ baseUrl: '' }))
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'missing_key' })
    expect(message.errorMessage).toContain('MISTRAL_API_KEY')
  })

  it.each([
    [{ object: 'error', message: 'Invalid model: x', type: 'invalid_model', code: '1500' }, 400, 'Invalid model: x'],
    [{ message: 'Unauthorized', request_id: 'r' }, 401, 'Unauthorized'],
    [{ detail: [{ loc: ['body', 'messages'], msg: 'Field required' }] }, 422, 'Field required'],
  ])('reads the error %o', async (body, status, text) => {
    reply = { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const message = await ask(modelOf(), { apiKey: 'key' })
    expect(message).toMatchObject({ stopReason: 'error', retryable: false })
    expect(message.errorMessage).toContain(`${status} `)
    expect(message.errorMessage).toContain(text)
  })
})
