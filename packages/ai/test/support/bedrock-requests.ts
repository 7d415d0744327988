import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'

import type { BedrockOptions } from '#src/apis/bedrock-converse-stream/options.ts'
import type { AssistantMessage, Message } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import { emptyUsage } from '#src/message/usage.ts'
import type { Context } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { modelAt } from './model-at.ts'
import type { TestServer } from './serve.ts'
import { serveBedrock } from './strict/bedrock.ts'

export const claude = 'us.anthropic.claude-sonnet-4-20250514-v1:0'

export const nova = 'amazon.nova-lite-v1:0'

export const png = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const

export const weather = {
  name: 'weather',
  description: 'The weather',
  parameters: { type: 'object', properties: { city: {} } },
}

export const user = (content: Extract<Message, { role: 'user' }>['content']): Message => ({
  role: 'user',
  content,
  timestamp: 0,
})

export const assistant = (
  content: AssistantMessage['content'],
  facts: Partial<AssistantMessage> = {},
): AssistantMessage => ({
  role: 'assistant',
  content,
  api: 'bedrock-converse-stream',
  provider: 'amazon-bedrock',
  model: claude,
  usage: emptyUsage(),
  stopReason: 'stop',
  timestamp: 0,
  ...facts,
})

export const call = (id: string, name = 'weather', args = {}) => ({
  type: 'toolCall' as const,
  id,
  name,
  arguments: args,
})

export const result = (toolCallId: string, text: string, isError = false): Message => ({
  role: 'toolResult',
  toolCallId,
  toolName: 'weather',
  content: text === '' ? [] : [{ type: 'text', text }],
  isError,
  timestamp: 0,
})

export const plain = { messages: [user('Hello')] }

/** A strict server of Bedrock, started and stopped around the tests of a file. */
export function strictBedrock() {
  let server: TestServer
  beforeAll(async () => {
    server = await serveBedrock()
  })

  afterAll(() => server.close())
  afterEach(() => vi.unstubAllEnvs())
  const modelOf = (id: string, facts: Partial<Model> = {}): Model =>
    modelAt(server.url, { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', id, ...facts })

  /** The body that the strict server got, and accepted. */
  async function sent(model: Model, context: Context, options: BedrockOptions = {}): Promise<unknown> {
    const message = await stream(model, context, { apiKey: 'key', maxRetries: 0, ...options }).result()
    expect([message.errorMessage, message.stopReason]).toEqual([undefined, 'stop'])
    return server.requests.at(-1)?.json
  }

  return { modelOf, sent }
}
