import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { requireApiKey } from '#src/auth/api-key.ts'
import { apiKeyVariables, getEnvApiKey, readEnv } from '#src/auth/environment.ts'

const credentials = /_API_KEY$|_TOKEN$|^AWS_|^GOOGLE_|^HF_/

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (credentials.test(name)) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('readEnv', () => {
  it('takes a blank variable for one that is not set', () => {
    vi.stubEnv('OPENAI_API_KEY', '  ')
    expect(readEnv('OPENAI_API_KEY')).toBeUndefined()
  })

  it('answers undefined where there is no process', () => {
    vi.stubEnv('OPENAI_API_KEY', 'key')
    // The test runner itself needs `process`: it is gone for these two calls only.
    vi.stubGlobal('process', undefined)
    const found = [readEnv('OPENAI_API_KEY'), getEnvApiKey('openai')]
    vi.unstubAllGlobals()
    expect(found).toEqual([undefined, undefined])
  })
})

describe('getEnvApiKey', () => {
  it.each([
    ['openai', 'OPENAI_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['google', 'GEMINI_API_KEY'],
    ['google-vertex', 'GOOGLE_CLOUD_API_KEY'],
    ['azure-openai-responses', 'AZURE_OPENAI_API_KEY'],
    ['groq', 'GROQ_API_KEY'],
    ['cerebras', 'CEREBRAS_API_KEY'],
    ['xai', 'XAI_API_KEY'],
    ['openrouter', 'OPENROUTER_API_KEY'],
    ['vercel-ai-gateway', 'AI_GATEWAY_API_KEY'],
    ['zai', 'ZHIPU_API_KEY'],
    ['mistral', 'MISTRAL_API_KEY'],
    ['minimax', 'MINIMAX_API_KEY'],
    ['minimax-cn', 'MINIMAX_CN_API_KEY'],
    ['huggingface', 'HF_TOKEN'],
    ['opencode', 'OPENCODE_API_KEY'],
    ['opencode-go', 'OPENCODE_API_KEY'],
    ['kimi-coding', 'KIMI_API_KEY'],
    ['deepseek', 'DEEPSEEK_API_KEY'],
    ['moonshotai', 'MOONSHOT_API_KEY'],
  ])('reads the key of %s from $%s', (provider, name) => {
    expect(getEnvApiKey(provider)).toBeUndefined()
    vi.stubEnv(name, ' key ')
    expect(getEnvApiKey(provider)).toBe('key')
    expect(apiKeyVariables(provider)).toContain(name)
  })

  it('prefers the first variable of a provider that has two', () => {
    vi.stubEnv('ZAI_API_KEY', 'first')
    vi.stubEnv('ZHIPU_API_KEY', 'second')
    expect(getEnvApiKey('zai')).toBe('first')
  })

  it.each([
    [{ AWS_PROFILE: 'work' }],
    [{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }],
    [{ AWS_BEARER_TOKEN_BEDROCK: 'token' }],
    [{ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/role' }],
    [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://localhost/role' }],
    [{ AWS_WEB_IDENTITY_TOKEN_FILE: '/token' }],
  ])('marks AWS credentials that are no key: %o', (variables) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    expect(getEnvApiKey('amazon-bedrock')).toBe('<authenticated>')
  })

  it('takes half a pair of AWS keys for none', () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
    expect(getEnvApiKey('amazon-bedrock')).toBeUndefined()
  })

  it('marks a bearer token for Vertex, and prefers a key', () => {
    vi.stubEnv('GOOGLE_ACCESS_TOKEN', 'ya29')
    expect(getEnvApiKey('google-vertex')).toBe('<authenticated>')
    vi.stubEnv('GOOGLE_CLOUD_API_KEY', 'key')
    expect(getEnvApiKey('google-vertex')).toBe('key')
  })

  it.each(['my-server', 'toString', '__proto__', ''])('knows nothing of provider %o', (provider) => {
    expect(getEnvApiKey(provider)).toBeUndefined()
    expect(apiKeyVariables(provider)).toEqual([])
  })
})

describe('requireApiKey', () => {
  const openai = { provider: 'openai', baseUrl: 'https://api.openai.com/v1' }

  it('prefers the key of the caller to the environment', () => {
    vi.stubEnv('OPENAI_API_KEY', 'environment')
    expect(requireApiKey(openai, { apiKey: 'caller' })).toBe('caller')
    expect(requireApiKey(openai, {})).toBe('environment')
  })

  it('names the variable to set when there is no key', () => {
    expect(() => requireApiKey(openai, {})).toThrow(
      expect.objectContaining({
        code: 'missing_key',
        provider: 'openai',
        retryable: false,
        message: 'No API key for provider: openai. Pass options.apiKey or set $OPENAI_API_KEY.',
      }),
    )
    expect(() => requireApiKey({ provider: 'zai', baseUrl: 'https://api.z.ai' }, {})).toThrow(
      'No API key for provider: zai. Pass options.apiKey or set $ZAI_API_KEY or $ZHIPU_API_KEY.',
    )
  })

  it.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:8080',
    'http://0.0.0.0:8000/v1',
    'http://10.1.2.3/v1',
    'http://172.16.0.1/v1',
    'http://172.31.255.255/v1',
    'http://192.168.178.20:1234/v1',
    'http://169.254.1.1/v1',
    'http://100.64.0.1/v1',
    'http://[::1]:8000/v1',
    'http://[fd12::1]/v1',
    'http://[fe80::1]/v1',
    'http://ollama:11434/v1',
    'http://studio.local:1234/v1',
    'http://host.docker.internal:8000/v1',
  ])('asks no key for %s', (baseUrl) => {
    expect(requireApiKey({ provider: 'openai', baseUrl }, {})).toBeUndefined()
  })

  it.each([
    'https://api.openai.com/v1',
    'http://172.32.0.1/v1',
    'http://192.169.0.1/v1',
    'http://100.128.0.1/v1',
    'http://11.0.0.1/v1',
    'http://[2001:db8::1]/v1',
    'https://localhost.example.com/v1',
    '',
    'not a url',
  ])('asks a key for %o', (baseUrl) => {
    expect(() => requireApiKey({ provider: 'openai', baseUrl }, {})).toThrow('No API key for provider: openai')
  })

  it('asks no key of a provider that is not in the table', () => {
    expect(requireApiKey({ provider: 'my-company', baseUrl: 'https://llm.example.com/v1' }, {})).toBeUndefined()
  })

  it('leaves other credentials to the providers that have them', () => {
    vi.stubEnv('AWS_PROFILE', 'work')
    const baseUrl = 'https://bedrock-runtime.us-east-1.amazonaws.com'
    expect(requireApiKey({ provider: 'amazon-bedrock', baseUrl }, {})).toBeUndefined()
    expect(requireApiKey({ provider: 'amazon-bedrock', baseUrl }, { apiKey: 'bearer' })).toBe('bearer')
    expect(requireApiKey({ provider: 'google-vertex', baseUrl: 'https://x.googleapis.com' }, {})).toBeUndefined()
  })
})
