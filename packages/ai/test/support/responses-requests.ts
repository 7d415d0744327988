import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

import type { OpenAIResponsesOptions } from '#src/apis/openai-responses/options.ts'
import type { AssistantContent, AssistantMessage, Message } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import { emptyUsage } from '#src/message/usage.ts'
import type { Context } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { testModel } from './models.ts'
import type { TestServer } from './serve.ts'
import { serveResponses } from './strict/serve-strictly.ts'

export const user = (content: Extract<Message, { role: 'user' }>['content']): Message => ({
  role: 'user',
  content,
  timestamp: 0,
})

export const question = user('Hello')

export const asked: Context = { messages: [question] }

export const turn = (content: AssistantContent[], origin: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: 'assistant',
  content,
  api: 'openai-responses',
  provider: 'openai',
  model: 'gpt-test',
  usage: emptyUsage(),
  stopReason: content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop',
  timestamp: 0,
  ...origin,
})

export const result = (
  toolCallId: string,
  content: Extract<Message, { role: 'toolResult' }>['content'],
  isError = false,
): Message => ({
  role: 'toolResult',
  toolCallId,
  toolName: 'get',
  content,
  isError,
  timestamp: 0,
})

export const said = (text: string) => [{ type: 'text' as const, text }]

export const picture = { type: 'image' as const, data: 'QUJD', mimeType: 'image/png' }

export const reasoning = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'hm' }],
  encrypted_content: 'sealed',
}

export const thought = { type: 'thinking' as const, thinking: 'hm', thinkingSignature: JSON.stringify(reasoning) }

export const calling = (id: string, args: Record<string, unknown> = { q: 'a' }) => ({
  type: 'toolCall' as const,
  id,
  name: 'get',
  arguments: args,
})

/** A strict server of the Responses API, started and stopped around the tests of a file. */
export function strictResponses() {
  let server: TestServer
  beforeAll(async () => {
    server = await serveResponses()
  })

  afterAll(() => server.close())
  beforeEach(() => {
    server.requests.length = 0
  })

  const plain = (facts: Partial<Model> = {}): Model =>
    testModel({
      api: 'openai-responses',
      provider: 'openai',
      id: 'gpt-test',
      baseUrl: `${server.url}/v1`,
      reasoning: false,
      ...facts,
    })

  const thinker = (facts: Partial<Model> = {}): Model => plain({ reasoning: true, ...facts })
  /** Whatever host the request is for, it goes to the strict server. */
  const toServer: typeof fetch = (input, init) =>
    fetch(String(input instanceof Request ? input.url : input).replace('https://api.openai.com', server.url), init)

  /** The body that is sent for a conversation, which the strict server must accept. */
  async function bodyOf(
    model: Model,
    context: Context,
    options: OpenAIResponsesOptions = {},
  ): Promise<Record<string, unknown>> {
    const message = await stream(model, context, { apiKey: 'test', fetch: toServer, ...options }).result()
    expect(message).toMatchObject({ stopReason: 'stop', content: [{ type: 'text', text: 'ok' }] })
    return server.requests[0]?.json as Record<string, unknown>
  }

  const inputOf = async (model: Model, messages: Message[], options: OpenAIResponsesOptions = {}): Promise<unknown> =>
    (await bodyOf(model, { messages }, options))['input']

  const requests = () => server.requests
  return { requests, plain, thinker, toServer, bodyOf, inputOf }
}
