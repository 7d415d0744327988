import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { azureBaseUrl } from '#src/apis/azure-openai-responses/azure.ts'
import { endpointOf } from '#src/apis/bedrock-converse-stream/endpoint.ts'
import { googleUrl } from '#src/apis/google-generative-ai/endpoint.ts'
import { stream } from '#src/stream/stream.ts'

import { testModel } from '../support/models.ts'

const hostile = ['evil.com/#', 'evil.com/?', 'a@evil.com', '..', '../..', 'a b', 'x\\y', 'évil', 'a/../b']

beforeEach(() => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AZURE_OPENAI_BASE_URL', 'AZURE_OPENAI_RESOURCE_NAME'])
    vi.stubEnv(name, '')
})
afterEach(() => void vi.unstubAllEnvs())

/** Asks and counts what is sent. */
async function ask(facts: Parameters<typeof testModel>[0], options: object) {
  let sent = 0
  const fetch = () => Promise.reject(new Error(`request ${++sent}`))
  const context = { messages: [{ role: 'user' as const, content: 'q', timestamp: 0 }] }
  const message = await stream(testModel(facts), context, {
    apiKey: 'k',
    maxRetries: 0,
    fetch,
    ...options,
  }).result()
  return { message, sent }
}

const bedrock = { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', baseUrl: '' }
const azure = { api: 'azure-openai-responses', provider: 'azure-openai-responses', baseUrl: '' }
const vertex = { api: 'google-vertex', provider: 'google-vertex', baseUrl: '' }
const claudeOnVertex = { api: 'anthropic-messages', provider: 'google-vertex', baseUrl: 'https://x.googleapis.com/v1' }
const place = { accessToken: 't', project: 'p', location: 'eu' }

type Attack = [what: string, facts: Parameters<typeof testModel>[0], options: object]

const models = (id: string): Attack[] => [
  ['a model of Vertex AI', { ...vertex, id }, place],
  ['a model of Gemini', { api: 'google-generative-ai', provider: 'google', baseUrl: '', id }, {}],
  ['a Claude on Vertex AI', { ...claudeOnVertex, id }, {}],
]

describe.each(hostile)('%j leads to no host but the right one (A11)', (part) => {
  it.each([
    ['a region', bedrock, { region: part }],
    ['an Azure resource', azure, { azureResourceName: part }],
    ['a project of Google Cloud', vertex, { ...place, project: part }],
    ['a location of Google Cloud', vertex, { ...place, location: part }],
    // In a path an @ is legal: it stands before the version of a model.
    ...(part.includes('@') ? [] : models(part)),
  ] as Attack[])('as %s: nothing is sent', async (_, facts, options) => {
    const { message, sent } = await ask(facts, options)
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'invalid_request', retryable: false })
    expect(message.errorMessage).toContain(part)
    expect(sent).toBe(0)
  })
})

describe('names that are right are sent', () => {
  it('of models', () => {
    const google = testModel({ api: 'google-generative-ai', provider: 'google', baseUrl: '', id: 'tunedModels/my-1' })
    expect(googleUrl(google)).toMatch(/v1beta\/tunedModels\/my-1:streamGenerateContent/)
    expect(googleUrl({ ...google, id: 'gemini-2.5-flash' })).toMatch(/\/models\/gemini-2\.5-flash:/)
  })

  it('of regions', () => {
    expect(endpointOf(testModel({ ...bedrock, id: 'm' }), { option: 'us-gov-west-1' }).url).toMatch(
      /^https:\/\/bedrock-runtime\.us-gov-west-1\.amazonaws\.com\//,
    )
  })

  it.each([
    ['https://x.openai.azure.com', 'https://x.openai.azure.com/openai/v1'],
    ['https://x.openai.azure.com/openai/v1/responses', 'https://x.openai.azure.com/openai/v1'],
    [
      'https://x.openai.azure.com/openai/responses?api-version=2025-04-01-preview',
      'https://x.openai.azure.com/openai/v1',
    ],
    ['https://x.openai.azure.com/openai/v1/', 'https://x.openai.azure.com/openai/v1'],
    ['https://gateway.example/azure/v1/responses', 'https://gateway.example/azure/v1'],
  ])('of an Azure resource at %s', (url, wanted) => {
    expect(azureBaseUrl(testModel({ ...azure, baseUrl: url }), {})).toBe(wanted)
  })
})
