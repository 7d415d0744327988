import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { azureBaseUrl, azureDeployment } from '#src/apis/azure-openai-responses/azure.ts'
import type { AzureOpenAIResponsesOptions } from '#src/apis/openai-responses/options.ts'
import type { Model } from '#src/message/model.ts'
import type { Context } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { testModel } from '../../support/models.ts'
import { serve, type TestServer } from '../../support/serve.ts'
import { serveResponses } from '../../support/strict/serve-strictly.ts'

let server: TestServer
beforeAll(async () => {
  server = await serveResponses('/openai/v1/responses?api-version=v1')
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  for (const name of ['BASE_URL', 'RESOURCE_NAME', 'API_VERSION', 'DEPLOYMENT_NAME_MAP'])
    vi.stubEnv(`AZURE_OPENAI_${name}`, '')
})
afterEach(() => void vi.unstubAllEnvs())

const asked: Context = { messages: [{ role: 'user', content: 'Hello', timestamp: 0 }] }
const modelAt = (baseUrl: string): Model =>
  testModel({ api: 'azure-openai-responses', provider: 'azure-openai-responses', id: 'gpt-test', baseUrl })

describe('Azure', () => {
  it('is asked for a deployment, with its own key header and its version in the query', async () => {
    const options = {
      apiKey: 'secret',
      azureDeploymentName: 'mine',
      reasoning: 'low' as const,
      sessionId: 's1',
      headers: { 'x-a': 'b' },
    }
    const message = await streamSimple(modelAt(server.url), asked, options).result()
    expect(message).toMatchObject({ stopReason: 'stop', api: 'azure-openai-responses', model: 'gpt-test' })
    const [request] = server.requests
    expect(request?.json).toEqual({
      model: 'mine',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }],
      stream: true,
      store: false,
      max_output_tokens: 8192,
      prompt_cache_key: 's1',
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
    })
    expect(request?.headers).toMatchObject({ 'api-key': 'secret', 'x-a': 'b' })
    expect(request?.headers).not.toHaveProperty('authorization')
  })

  it('caches nothing where that is asked for', async () => {
    await stream(modelAt(server.url), asked, { apiKey: 'k', sessionId: 's1', cacheRetention: 'none' }).result()
    expect(server.requests[0]?.json).not.toHaveProperty('prompt_cache_key')
  })

  it('may be asked in another version', async () => {
    const message = await stream(modelAt(server.url), asked, { apiKey: 'k', azureApiVersion: 'preview' }).result()
    expect(message.errorMessage).toContain('/openai/v1/responses?api-version=preview')
  })

  it('is not followed to another address, where the key has no business', async () => {
    const elsewhere = await serveResponses()
    const location = `${elsewhere.url}/v1/responses`
    const redirecting = await serve(() => ({ status: 307, headers: { location } }))
    const message = await stream(modelAt(redirecting.url), asked, { apiKey: 'k', maxRetries: 0 }).result()
    await Promise.all([elsewhere.close(), redirecting.close()])
    expect(message.stopReason).toBe('error')
    expect(elsewhere.requests).toEqual([])
  })

  it('is not asked when nothing says where it is', async () => {
    const message = await stream(modelAt(''), asked, { apiKey: 'k' }).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'invalid_request' })
    expect(message.errorMessage).toContain('AZURE_OPENAI_RESOURCE_NAME')
  })

  it('is not asked without a key', async () => {
    vi.stubEnv('AZURE_OPENAI_API_KEY', '')
    const message = await stream(modelAt('https://x.openai.azure.com'), asked).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'missing_key' })
  })
})

describe('the base URL', () => {
  const given = 'https://model.example/v1'
  const cases: [AzureOpenAIResponsesOptions, Record<string, string>, string, string][] = [
    [{}, {}, given, given],
    [{}, {}, `${given}/`, given],
    [{}, {}, 'https://r.openai.azure.com', 'https://r.openai.azure.com/openai/v1'],
    [{}, {}, 'https://r.openai.azure.com/openai/', 'https://r.openai.azure.com/openai/v1'],
    [{}, { RESOURCE_NAME: 'env' }, given, 'https://env.openai.azure.com/openai/v1'],
    [{ azureResourceName: 'opt' }, { RESOURCE_NAME: 'env' }, given, 'https://opt.openai.azure.com/openai/v1'],
    [{ azureResourceName: 'opt' }, { BASE_URL: 'https://env.example/x' }, given, 'https://env.example/x'],
    [{ azureBaseUrl: 'https://opt.example/x' }, { BASE_URL: 'https://env.example/x' }, given, 'https://opt.example/x'],
  ]

  it.each(cases)('with options %o and environment %o', (options, environment, baseUrl, expected) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(`AZURE_OPENAI_${name}`, value)
    expect(azureBaseUrl(modelAt(baseUrl), options)).toBe(expected)
  })
})

it.each([
  [{}, '', 'gpt-test'],
  [{}, 'other=no, gpt-test = mapped', 'mapped'],
  [{ azureDeploymentName: 'named' }, 'gpt-test=mapped', 'named'],
])('the deployment with options %o and map "%s" is %s', (options, map, expected) => {
  vi.stubEnv('AZURE_OPENAI_DEPLOYMENT_NAME_MAP', map)
  expect(azureDeployment(modelAt(''), options)).toBe(expected)
})
