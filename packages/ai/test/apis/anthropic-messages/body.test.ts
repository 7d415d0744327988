import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AnthropicOptions } from '#src/apis/anthropic-messages/options.ts'
import type { Model } from '#src/message/model.ts'
import type { Context, SimpleStreamOptions } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { call, png, result, turn, user, weather } from '../../support/conversation.ts'
import { testModel } from '../../support/models.ts'
import type { TestServer } from '../../support/serve.ts'
import { serveAnthropic } from '../../support/strict/serve-strictly.ts'

let server: TestServer
beforeAll(async () => {
  server = await serveAnthropic()
})
afterAll(() => server.close())

const budgetId = 'claude-sonnet-4-20250514'
const adaptiveId = 'claude-opus-4-6'

const modelOf = (facts: Partial<Model> = {}): Model =>
  testModel({
    api: 'anthropic-messages',
    provider: 'anthropic',
    id: budgetId,
    maxTokens: 32_000,
    baseUrl: server.url,
    ...facts,
  })

type Body = Record<string, unknown>

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

const plain: Context = { messages: [user('Hello')] }
const noCache: AnthropicOptions = { cacheRetention: 'none' }

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
    expect(server.requests.at(-1)).toMatchObject({
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

describe('messages', () => {
  const messagesFor = async (context: Context, options: AnthropicOptions = noCache) =>
    (await sent(modelOf(), context, options))['messages']

  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }

  it('of the user may hold images', async () => {
    const jpg = { ...png, mimeType: 'image/jpg' }
    expect(await messagesFor({ messages: [user([{ type: 'text', text: 'look' }, png, jpg])] })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          image,
          { ...image, source: { ...image.source, media_type: 'image/jpeg' } },
        ],
      },
    ])
  })

  it('of the assistant give back thinking as it came', async () => {
    const said = turn(modelOf(), [
      { type: 'thinking', thinking: 'because', thinkingSignature: 'sig' },
      { type: 'thinking', thinking: '', thinkingSignature: 'omitted' },
      { type: 'thinking', thinking: '[Reasoning redacted]', thinkingSignature: 'enc', redacted: true },
      { type: 'text', text: 'Looking.' },
      call('c1', { city: 'Oslo' }),
    ])
    expect(await messagesFor({ messages: [user('go'), said, result('c1', 'rain')] })).toEqual([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'because', signature: 'sig' },
          { type: 'thinking', thinking: '', signature: 'omitted' },
          { type: 'redacted_thinking', data: 'enc' },
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'rain', is_error: false }] },
    ])
  })

  it('of the assistant hold thinking that nobody signed as text', async () => {
    const said = turn(modelOf(), [
      { type: 'thinking', thinking: 'because' },
      { type: 'text', text: 'So.' },
    ])
    const [, assistant] = (await messagesFor({ messages: [user('go'), said, user('and?')] })) as object[]
    expect(assistant).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'because' },
        { type: 'text', text: 'So.' },
      ],
    })
  })

  it('of the assistant in a row are one', async () => {
    const said = (text: string) => turn(modelOf(), [{ type: 'text', text }])
    const [, assistant] = (await messagesFor({
      messages: [user('go'), said('One.'), said('Two.'), user('and?')],
    })) as object[]
    expect(assistant).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.' },
      ],
    })
  })

  it('of the assistant that are to be gone on with do not end in white space', async () => {
    const begun = turn(modelOf(), [{ type: 'text', text: 'Once upon \n' }])
    const [, assistant] = (await messagesFor({ messages: [user('go'), begun] })) as object[]
    expect(assistant).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Once upon' }] })
  })

  it('of the assistant do not end in thinking, nor in thinking before a text that says nothing', async () => {
    const content = [
      { type: 'text', text: 'Yes.' },
      { type: 'thinking', thinking: 'Hm', thinkingSignature: 'sig' },
      { type: 'text', text: '', textSignature: 'sig' },
    ] as const
    const messages = [user('go'), turn(modelOf(), [...content]), user('on')]
    const [, assistant] = (await messagesFor({ messages })) as object[]
    expect(assistant).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] })
  })

  it('of the user in a row are left to Anthropic to join, and joined for others', async () => {
    const context = { messages: [user('one'), user([{ type: 'text', text: 'two' }])] }
    const joined = [{ role: 'user', content: ['one', 'two'].map((text) => ({ type: 'text', text })) }]
    expect(await messagesFor(context)).toEqual(joined)
    const vertex = await sent(modelOf({ provider: 'google-vertex' }), context, noCache)
    expect(vertex['messages']).toEqual([
      { role: 'user', content: 'one' },
      { role: 'user', content: [{ type: 'text', text: 'two' }] },
    ])
  })

  it('of tools are one, with what the user says next behind all results', async () => {
    const asked = turn(modelOf(), [call('c1'), call('c2'), call('c3'), call('c4')])
    const results = [
      result('c1', [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
      result('c2', [png]),
      result('c3', [png, { type: 'text', text: 'broken' }], true),
      result('c4', []),
    ]
    const [, , answers] = (await messagesFor({
      messages: [user('go'), asked, ...results, user('hurry')],
    })) as object[]
    expect(answers).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'a\nb', is_error: false },
        {
          type: 'tool_result',
          tool_use_id: 'c2',
          content: [{ type: 'text', text: '(see attached image)' }, image],
          is_error: false,
        },
        { type: 'tool_result', tool_use_id: 'c3', content: 'broken', is_error: true },
        { type: 'tool_result', tool_use_id: 'c4', content: '', is_error: false },
        image,
        { type: 'text', text: 'hurry' },
      ],
    })
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
    const toServer: typeof fetch = (_, init) => fetch(`${server.url}/v1/messages`, init)
    const [own] = (await sent(firstParty, plain, { cacheRetention: 'long', fetch: toServer }))['messages'] as {
      content: object[]
    }[]
    expect(own?.content).toEqual([{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral', ttl: '1h' } }])
  })
})

describe('thinking', () => {
  it.each([
    [{}, { type: 'disabled' }, 32_000],
    [{ reasoning: 'low' }, { type: 'enabled', budget_tokens: 2048 }, 32_000],
    [{ reasoning: 'high' }, { type: 'enabled', budget_tokens: 16_384 }, 32_000],
    [{ reasoning: 'max' }, { type: 'enabled', budget_tokens: 16_384 }, 32_000],
    [{ reasoning: 'high', maxTokens: 8192 }, { type: 'enabled', budget_tokens: 4096 }, 8192],
    [{ reasoning: 'high', thinkingBudgets: { high: 31_000 } }, { type: 'enabled', budget_tokens: 24_000 }, 32_000],
    [{ reasoning: 'minimal', maxTokens: 1500 }, { type: 'enabled', budget_tokens: 1024 }, 1500],
    [{ reasoning: 'high', maxTokens: 1024 }, { type: 'disabled' }, 1024],
    [{ reasoning: 'low', thinkingDisplay: 'omitted' }, { type: 'enabled', budget_tokens: 2048 }, 32_000],
  ] as [SimpleStreamOptions, object, number][])(
    'of models with a budget, for %j, is %j under %d',
    async (options, thinking, maxTokens) => {
      const body = await sentSimply(modelOf(), options)
      expect(body).toMatchObject({ thinking, max_tokens: maxTokens })
      expect(body).not.toHaveProperty('output_config')
    },
  )

  it.each([
    [adaptiveId, {}, { thinking: { type: 'disabled' } }],
    [adaptiveId, { reasoning: 'minimal' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    [adaptiveId, { reasoning: 'high' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    [adaptiveId, { reasoning: 'xhigh' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    ['claude-opus-4-7', { reasoning: 'xhigh' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } }],
    ['claude-sonnet-4-6', { reasoning: 'max' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    [
      'claude-opus-5',
      { reasoning: 'max', thinkingDisplay: 'summarized' },
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'max' } },
    ],
  ] as [string, SimpleStreamOptions, object][])('of %s, for %j, is %j', async (id, options, fields) => {
    const { thinking, output_config } = await sentSimply(modelOf({ id }), options)
    expect(JSON.parse(JSON.stringify({ thinking, output_config }))).toEqual(fields)
  })

  it('is nothing that a model without it is told of', async () => {
    expect(await sentSimply(modelOf({ reasoning: false }), { reasoning: 'high' })).not.toHaveProperty('thinking')
  })

  it('leaves out the temperature for models that take none, thinking or not', async () => {
    expect(await sentSimply(modelOf({ id: 'claude-opus-4-7' }), { temperature: 0.2 })).not.toHaveProperty('temperature')
    expect(await sentSimply(modelOf({ id: 'claude-opus-4-6' }), { temperature: 0.2 })).toMatchObject({
      temperature: 0.2,
    })
  })

  it('says a limit for models that come without one', async () => {
    expect(await sentSimply(modelOf({ maxTokens: 0 }), {})).toMatchObject({ max_tokens: 8192 })
    expect(await sentSimply(modelOf({ maxTokens: 0 }), { reasoning: 'low' })).toMatchObject({
      max_tokens: 8192,
      thinking: { type: 'enabled', budget_tokens: 2048 },
    })
  })

  it('leaves out the temperature, which it forbids', async () => {
    expect(await sentSimply(modelOf(), { reasoning: 'low', temperature: 0.2 })).not.toHaveProperty('temperature')
    expect(await sentSimply(modelOf(), { temperature: 0.2 })).toMatchObject({ temperature: 0.2 })
  })

  it('gives way to a forced choice of tools, which forbids it', async () => {
    const options = { thinkingEnabled: true, thinkingBudgetTokens: 2048, toolChoice: 'any' } as const
    const body = await sent(modelOf(), { ...plain, tools: [weather] }, options)
    expect(body).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'any' } })
  })

  it('does not begin in the middle of a round of tools, of those that count tokens', async () => {
    const other = { api: 'openai-completions', provider: 'openai', id: 'gpt-test' }
    const messages = [user('go'), turn(other, [call('c1')]), result('c1', 'rain')]
    const options = { thinkingEnabled: true, thinkingBudgetTokens: 2048 }
    expect(await sent(modelOf(), { messages }, options)).toMatchObject({ thinking: { type: 'disabled' } })
    const finished = [...messages, turn(other, [{ type: 'text', text: 'Rain.' }]), user('and now?')]
    expect(await sent(modelOf(), { messages: finished }, options)).toMatchObject({ thinking: { type: 'enabled' } })
    expect(await sent(modelOf({ id: adaptiveId }), { messages }, options)).toMatchObject({
      thinking: { type: 'adaptive' },
    })
  })
})
