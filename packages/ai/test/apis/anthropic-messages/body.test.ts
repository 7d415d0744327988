import { describe, expect, it } from 'vitest'

import { stream } from '#src/stream/stream.ts'

import { budgetId, plain, noCache, strictAnthropic } from '../../support/anthropic-requests.ts'
import { call, result, turn, user, weather } from '../../support/conversation.ts'

const { requests, url, modelOf, sent } = strictAnthropic()

describe('the body', () => {
  it('holds what Anthropic knows, and no more', async () => {
    const context = { systemPrompt: 'Be brief.', ...plain, tools: [weather] }
    const options = {
      temperature: 0.5,
      toolChoice: 'any',
      metadata: { user_id: 'u1', other: 1 },
      sessionId: 's1',
    } as const
    const cache_control = { type: 'ephemeral' }
    expect(await sent(modelOf(), context, options)).toEqual({
      model: budgetId,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control }] }],
      max_tokens: 32_000,
      stream: true,
      system: [{ type: 'text', text: 'Be brief.', cache_control }],
      tools: [{ name: 'weather', description: 'The weather of a city', input_schema: weather.parameters }],
      tool_choice: { type: 'any' },
      temperature: 0.5,
      metadata: { user_id: 'u1' },
    })
  })

  it('is as small as it can be', async () => {
    const context = { systemPrompt: ' \n', ...plain, tools: [] }
    expect(await sent(modelOf(), context, { ...noCache, toolChoice: 'auto', metadata: { user_id: 7 } })).toEqual({
      model: budgetId,
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 32_000,
      stream: true,
    })
  })

  it('takes a choice of one tool as it is', async () => {
    const toolChoice = { type: 'tool', name: 'weather' } as const
    expect(await sent(modelOf(), { ...plain, tools: [weather] }, { toolChoice })).toMatchObject({
      tool_choice: toolChoice,
    })
  })

  it('keeps a limit that is asked for', async () => {
    expect(await sent(modelOf(), plain, { maxTokens: 500 })).toMatchObject({ max_tokens: 500 })
  })

  it('leaves the model to the URL on Vertex', async () => {
    const model = modelOf({ provider: 'google-vertex' })
    const message = await stream(model, plain, { apiKey: 'token', ...noCache }).result()
    expect(message.errorMessage).toBeUndefined()
    expect(requests().at(-1)).toMatchObject({
      url: `/models/${budgetId}:streamRawPredict`,
      headers: { authorization: 'Bearer token' },
      json: {
        anthropic_version: 'vertex-2023-10-16',
        messages: [{ role: 'user', content: 'Hello' }],
        max_tokens: 32_000,
        stream: true,
      },
    })
  })

  it('is the same bytes for the same conversation, made anew or out of the cache', async () => {
    const messages = [user('go'), turn(modelOf(), [call('c1', { city: 'Oslo' })]), result('c1', 'rain'), user('so?')]
    const frozen = messages.map((message) => Object.freeze(structuredClone(message)))
    const first = JSON.stringify(await sent(modelOf(), { messages }))
    expect(JSON.stringify(await sent(modelOf(), { messages: frozen }))).toBe(first)
    expect(JSON.stringify(await sent(modelOf(), { messages: frozen }))).toBe(first)
  })
})

describe('the cache', () => {
  const asked = turn(modelFor(), [call('c1')])
  const messages = [user('go'), asked, result('c1', 'rain')]

  function modelFor() {
    return { api: 'anthropic-messages', provider: 'anthropic', id: budgetId }
  }

  it('is marked at the end of the last user message, results included', async () => {
    const body = await sent(modelOf(), { messages })
    const mark = { cache_control: { type: 'ephemeral' } }
    expect((body['messages'] as object[]).at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'rain', is_error: false, ...mark }],
    })
    expect(JSON.stringify(body).split('cache_control')).toHaveLength(2)
  })

  it('is kept for an hour only by Anthropic itself', async () => {
    const [local] = (await sent(modelOf(), plain, { cacheRetention: 'long' }))['messages'] as { content: object[] }[]
    expect(local?.content).toEqual([{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } }])
    const firstParty = modelOf({ baseUrl: 'https://api.anthropic.com' })
    const toServer: typeof fetch = (_, init) => fetch(`${url()}/v1/messages`, init)
    const [own] = (await sent(firstParty, plain, { cacheRetention: 'long', fetch: toServer }))['messages'] as {
      content: object[]
    }[]
    expect(own?.content).toEqual([{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral', ttl: '1h' } }])
  })
})
