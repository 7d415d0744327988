import { afterAll, beforeAll, expect } from 'vitest'

import type { AnthropicOptions } from '#src/apis/anthropic-messages/options.ts'
import type { Model } from '#src/message/model.ts'
import type { Context, SimpleStreamOptions } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { user } from './conversation.ts'
import { testModel } from './models.ts'
import type { TestServer } from './serve.ts'
import { serveAnthropic } from './strict/serve-strictly.ts'

export const budgetId = 'claude-sonnet-4-20250514'

export const adaptiveId = 'claude-opus-4-6'

export type Body = Record<string, unknown>

export const plain: Context = { messages: [user('Hello')] }

export const noCache: AnthropicOptions = { cacheRetention: 'none' }

/** A strict server of the Messages API, started and stopped around the tests of a file. */
export function strictAnthropic() {
  let server: TestServer
  beforeAll(async () => {
    server = await serveAnthropic()
  })

  afterAll(() => server.close())
  const modelOf = (facts: Partial<Model> = {}): Model =>
    testModel({
      api: 'anthropic-messages',
      provider: 'anthropic',
      id: budgetId,
      maxTokens: 32_000,
      baseUrl: server.url,
      ...facts,
    })

  /** The body that the strict server got, and accepted. */
  async function sent(model: Model, context: Context, options: AnthropicOptions = {}): Promise<Body> {
    const message = await stream(model, context, { apiKey: 'key', maxRetries: 0, ...options }).result()
    expect([message.errorMessage, message.stopReason]).toEqual([undefined, 'stop'])
    return server.requests.at(-1)?.json as Body
  }

  async function sentSimply(model: Model, options: SimpleStreamOptions): Promise<Body> {
    const message = await streamSimple(model, plain, { apiKey: 'key', maxRetries: 0, ...options }).result()
    expect([message.errorMessage, message.stopReason]).toEqual([undefined, 'stop'])
    return server.requests.at(-1)?.json as Body
  }

  const requests = () => server.requests
  const url = () => server.url
  return { requests, url, modelOf, sent, sentSimply }
}
