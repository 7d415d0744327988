import { describe, expect, it } from 'vitest'

import type { AssistantMessage, ImageContent, Message } from '#src/message/message.ts'
import { emptyUsage } from '#src/message/usage.ts'
import { stream } from '#src/stream/stream.ts'

import { testModel } from '../support/models.ts'

const apis = [
  ['openai-completions', 'openai'],
  ['openai-responses', 'openai'],
  ['azure-openai-responses', 'azure-openai-responses'],
  ['anthropic-messages', 'anthropic'],
  ['mistral-conversations', 'mistral'],
  ['google-generative-ai', 'google'],
  ['google-vertex', 'google-vertex'],
  ['bedrock-converse-stream', 'amazon-bedrock'],
] as const

const fetching = new Set<string>(apis.slice(0, 5).map(([api]) => api))
const address = 'https://example.com/a.png'
const image = (more: Partial<ImageContent>): ImageContent => ({
  type: 'image',
  data: '',
  mimeType: 'image/png',
  ...more,
})
const user = (content: string | ImageContent[]): Message => ({ role: 'user', content, timestamp: 0 })

function called(api: string, provider: string): AssistantMessage {
  return {
    role: 'assistant',
    content: [
      {
        type: 'toolCall',
        id: 'abcdefghi',
        name: 'shot',
        arguments: {},
      },
    ],
    api,
    provider,
    model: 'test-model',
    usage: emptyUsage(),
    stopReason: 'toolUse',
    timestamp: 0,
  }
}

const result = (content: ImageContent[], isError = false): Message => ({
  role: 'toolResult',
  toolCallId: 'abcdefghi',
  toolName: 'shot',
  content,
  isError,
  timestamp: 0,
})

/** The text of the request, undefined if none was sent, and how the message ended. */
async function ask(api: string, provider: string, messages: Message[]) {
  let body: string | undefined
  const fetch: typeof globalThis.fetch = async (...request) => {
    body = await new Request(...request).text()
    return new Response('{"error":{"message":"only the request counts"}}', { status: 400 })
  }
  const model = testModel({ api, provider, baseUrl: 'http://127.0.0.1:9/openai/v1' })
  const message = await stream(model, { messages }, { apiKey: 'k', fetch, maxRetries: 0 }).result()
  return { body, message }
}

const shotBy = (api: string, provider: string) => [
  user('look'),
  called(api, provider),
  result([image({ url: address })]),
]

describe.each(apis.filter(([api]) => fetching.has(api)))('%s', (api, provider) => {
  it('passes an image by address on, as it fetches it (decision 65)', async () => {
    for (const messages of [[user([image({ url: address })])], shotBy(api, provider)])
      expect((await ask(api, provider, messages)).body).toContain(address)
  })
})

describe.each(apis.filter(([api]) => !fetching.has(api)))('%s', (api, provider) => {
  it('refuses a request that ends with an image by address, which it does not fetch (decision 65)', async () => {
    for (const messages of [[user([image({ url: address })])], shotBy(api, provider)]) {
      const { body, message } = await ask(api, provider, messages)
      expect(message).toMatchObject({ errorCode: 'unsupported', errorMessage: expect.stringContaining(address) })
      expect(body).toBeUndefined()
    }
  })

  it('goes on with the conversation afterwards (decision 65)', async () => {
    const { body } = await ask(api, provider, [...shotBy(api, provider), user('again?')])
    expect(body).toContain('image omitted')
  })
})

it.each(apis)('%s sends some text for a tool that failed without any (F5)', async (api, provider) => {
  const { body } = await ask(api, provider, [user('a'), called(api, provider), result([], true), user('b')])
  // The Responses API takes an empty output.
  expect(body).toMatch(api.includes('responses') ? /function_call_output/ : /no (tool )?output/)
})

it.each([
  ['anthropic-messages', 'anthropic'],
  ['bedrock-converse-stream', 'amazon-bedrock'],
])('%s gets a note for an image in a format that it refuses', async (api, provider) => {
  const { body } = await ask(api, provider, [user([image({ data: 'QUJD', mimeType: 'image/bmp' })])])
  expect(body).toContain('image omitted: the provider takes no images of type image/bmp')
  expect(body).not.toContain('QUJD')
})

it.each([
  ['google-generative-ai', 'google', 'gs://bucket/a.png', '"fileUri":"gs://bucket/a.png"'],
  ['bedrock-converse-stream', 'amazon-bedrock', 's3://bucket/a.png', '"uri":"s3://bucket/a.png"'],
])('%s is given the addresses of its own store', async (api, provider, url, wanted) => {
  expect((await ask(api, provider, [user([image({ url })])])).body).toContain(wanted)
})
