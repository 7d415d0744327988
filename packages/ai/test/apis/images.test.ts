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
    content: [{ type: 'toolCall', id: 'abcdefghi', name: 'shot', arguments: {} }],
    ...{ api, provider, model: 'test-model', usage: emptyUsage(), stopReason: 'toolUse', timestamp: 0 },
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

describe.each(apis)('%s', (api, provider) => {
  const shot = [user('look'), called(api, provider), result([image({ url: address })])]

  it('passes an image by address on where it is fetched, else refuses the request (decision 65)', async () => {
    for (const messages of [[user([image({ url: address })])], shot]) {
      const { body, message } = await ask(api, provider, messages)
      if (fetching.has(api)) expect(body).toContain(address)
      else expect(message).toMatchObject({ errorCode: 'unsupported', errorMessage: expect.stringContaining(address) })
      expect(body === undefined).toBe(!fetching.has(api))
    }
  })

  it('goes on with the conversation afterwards (decision 65)', async () => {
    const { body } = await ask(api, provider, [...shot, user('again?')])
    expect(body).toContain(fetching.has(api) ? address : 'image omitted')
  })

  it('sends something for a tool that failed without a word (F5)', async () => {
    const { body } = await ask(api, provider, [user('a'), called(api, provider), result([], true), user('b')])
    if (!api.includes('responses')) expect(body).toMatch(/no (tool )?output/)
    else expect(body).toContain('function_call_output')
  })
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
