import { afterAll, beforeAll, expect } from 'vitest'

import type { ToolCall } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import type { Context, ProviderStreamOptions, SimpleStreamOptions } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { call as weatherCall, user } from './conversation.ts'
import { modelAt } from './model-at.ts'
import type { TestServer } from './serve.ts'
import { serveGoogle } from './strict/serve-strictly.ts'

export const read = {
  name: 'weather',
  description: 'Reads',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}

export const call = (id: string, facts: Partial<ToolCall> = {}): ToolCall => ({
  ...weatherCall(id, { path: id }),
  ...facts,
})

export const hello = { messages: [user('Hello')] }

/** A strict server of Gemini, started and stopped around the tests of a file. */
export function strictGoogle() {
  let server: TestServer
  beforeAll(async () => {
    server = await serveGoogle()
  })

  afterAll(() => server.close())
  const modelOf = (id: string, facts: Partial<Model> = {}): Model =>
    modelAt(`${server.url}/v1beta`, { api: 'google-generative-ai', provider: 'google', id, ...facts })

  /** The body that the strict server got, and accepted. */
  async function sent(
    model: Model,
    context: Context,
    options: ProviderStreamOptions = {},
  ): Promise<Record<string, unknown>> {
    const message = await stream(model, context, { apiKey: 'key', maxRetries: 0, ...options }).result()
    expect([message.errorMessage, message.stopReason]).toEqual([undefined, 'stop'])
    return server.requests.at(-1)?.json as Record<string, unknown>
  }

  async function thinkingOf(id: string, options: SimpleStreamOptions, facts: Partial<Model> = {}): Promise<unknown> {
    const model = modelOf(id, { maxTokens: 65_536, ...facts })
    const message = await streamSimple(model, hello, { apiKey: 'key', maxRetries: 0, ...options }).result()
    expect(message.errorMessage).toBeUndefined()
    const body = server.requests.at(-1)?.json as { generationConfig?: { thinkingConfig?: unknown } } | undefined
    return body?.generationConfig?.thinkingConfig
  }

  const contentsOf = async (id: string, ...messages: Context['messages']): Promise<unknown> =>
    (await sent(modelOf(id), { messages }))['contents']

  return { modelOf, sent, thinkingOf, contentsOf }
}
