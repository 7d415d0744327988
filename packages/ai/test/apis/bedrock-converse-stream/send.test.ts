import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Model } from '#src/message/model.ts'
import type { Context, ProviderStreamOptions } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { bedrockBeginning, bedrockBody, bedrockFailure } from '../../support/bodies.ts'
import { concat, eventStream, eventStreamType } from '../../support/event-stream.ts'
import { modelAt } from '../../support/model-at.ts'
import { type Reply, serve, type TestServer } from '../../support/serve.ts'

const modelOf = (url: string): Model =>
  modelAt(url, { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', id: 'amazon.nova-lite-v1:0' })

const hello: Context = { messages: [{ role: 'user', content: 'Hello', timestamp: 0 }] }

describe('bedrock-converse-stream', () => {
  let server: TestServer
  let reply: Reply | undefined

  beforeEach(async () => {
    for (const name of ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_PROFILE', 'AWS_REGION', 'AWS_DEFAULT_REGION'])
      vi.stubEnv(name, '')
    reply = undefined
    server = await serve(() => reply ?? { body: bedrockBody, headers: { 'content-type': eventStreamType } })
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await server.close()
  })

  const ask = (options: ProviderStreamOptions = {}) =>
    stream(modelOf(server.url), hello, { maxRetries: 0, ...options }).result()

  it('sends a Bedrock API key as a bearer token to the model’s path', async () => {
    await ask({ apiKey: 'key' })
    const [{ method, url, headers } = { method: '', url: '', headers: {} }] = server.requests
    expect([method, url]).toEqual(['POST', '/model/amazon.nova-lite-v1%3A0/converse-stream'])
    expect(headers).toMatchObject({ authorization: 'Bearer key', 'content-type': 'application/json' })
  })

  it('signs with the keys of the options for the region of the options', async () => {
    await ask({ credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' }, region: 'eu-west-1' })
    expect(server.requests[0]?.headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$/,
    )
  })

  it('signs with the keys of the environment for the region of the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'ENVID')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    vi.stubEnv('AWS_REGION', 'ap-south-1')
    await ask()
    expect(server.requests[0]?.headers['authorization']).toContain('Credential=ENVID/')
    expect(server.requests[0]?.headers['authorization']).toContain('/ap-south-1/bedrock/aws4_request')
  })

  it('lets the caller’s headers win', async () => {
    await ask({ apiKey: 'key', headers: { Authorization: 'Basic x', 'x-tag': '1' } })
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Basic x', 'x-tag': '1' })
  })

  it.each([
    [403, 'ExpiredTokenException', 'authentication', false],
    [403, 'AccessDeniedException', 'permission', false],
    [404, 'ResourceNotFoundException', 'not_found', false],
    [429, 'ThrottlingException', 'rate_limited', true],
    [429, 'ModelNotReadyException', 'overloaded', true],
    [424, 'ModelErrorException', 'server_error', true],
    [400, 'ServiceQuotaExceededException', 'quota_exceeded', false],
    [400, 'ValidationException', 'invalid_request', false],
  ])('reads a %d with the type %s as %s', async (status, type, errorCode, retryable) => {
    const headers = { 'x-amzn-errortype': `${type}:http://internal.amazon.com/`, 'x-amzn-requestid': 'r-1' }
    reply = { status, headers, body: '{"message":"said the service"}' }
    const message = await ask({ apiKey: 'key' })
    expect(message).toMatchObject({ stopReason: 'error', errorCode, retryable })
    expect(message.errorMessage).toContain(`${status} ${type}: said the service (request r-1)`)
  })

  it('keeps what came before an exception, and says that another attempt may help', async () => {
    reply = { body: bedrockFailure('Too many tokens, please wait'), headers: { 'content-type': eventStreamType } }
    expect(await ask({ apiKey: 'key' })).toMatchObject({
      content: [{ type: 'text', text: 'Hel' }],
      stopReason: 'error',
      errorCode: 'rate_limited',
      retryable: true,
      errorMessage: 'Throttling error: Too many tokens, please wait',
    })
  })

  it('fails on a damaged frame and keeps what came before', async () => {
    const body = concat([bedrockBeginning, bedrockBody.slice()])
    body[bedrockBeginning.length + 20] = (body[bedrockBeginning.length + 20] ?? 0) ^ 1
    reply = { body, headers: { 'content-type': eventStreamType } }
    expect(await ask({ apiKey: 'key' })).toMatchObject({
      content: [{ type: 'text', text: 'Hel' }],
      errorCode: 'malformed_response',
      retryable: true,
    })
  })

  it('shows a JSON error that comes instead of frames', async () => {
    reply = {
      body: '{"message":"The provided model identifier is invalid."}',
      headers: { 'content-type': 'application/json' },
    }
    expect(await ask({ apiKey: 'key' })).toMatchObject({
      stopReason: 'error',
      errorMessage: 'The provided model identifier is invalid.',
    })
  })

  it('gives the words of a guardrail as text and marks the refusal', async () => {
    const body = eventStream(
      { messageStart: {} },
      { contentBlockDelta: { delta: { text: 'I can not help with that.' } } },
      { messageStop: { stopReason: 'guardrail_intervened' } },
      { metadata: { usage: { inputTokens: 3, outputTokens: 7 } } },
    )
    reply = { body, headers: { 'content-type': eventStreamType } }
    expect(await ask({ apiKey: 'key' })).toMatchObject({
      content: [{ type: 'text', text: 'I can not help with that.' }],
      usage: { input: 3, output: 7 },
      stopReason: 'error',
      errorCode: 'refusal',
      refusal: { category: 'guardrail_intervened' },
      retryable: false,
    })
  })
})
