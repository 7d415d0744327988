import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OpenAICompletionsOptions } from '#src/apis/openai-completions/options.ts'
import type { Model } from '#src/message/model.ts'
import type { Context } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { call, png, result, turn, user, weather } from '../../support/conversation.ts'
import { testModel } from '../../support/models.ts'
import type { TestServer } from '../../support/serve.ts'
import { serveChat } from '../../support/strict/serve-strictly.ts'

let server: TestServer
beforeAll(async () => {
  server = await serveChat()
})
afterAll(() => server.close())

const modelOf = (facts: Partial<Model> = {}): Model =>
  testModel({ api: 'openai-completions', provider: 'openai', id: 'gpt-test', baseUrl: `${server.url}/v1`, ...facts })

/** The body that the strict server got, and accepted. */
async function sent(model: Model, context: Context, options: OpenAICompletionsOptions & Record<string, unknown> = {}) {
  const message = await stream(model, context, { apiKey: 'key', maxRetries: 0, ...options }).result()
  expect([message.errorMessage, message.stopReason]).toEqual([undefined, 'stop'])
  const { url, json } = server.requests.at(-1)!
  expect(url).toBe('/v1/chat/completions')
  return json as Record<string, unknown>
}

const plain = { messages: [user('Hello')] }

it('a text that says nothing is no content, even if it is signed', async () => {
  const model = modelOf()
  const said = turn(model, [{ type: 'text', text: ' ', textSignature: 'sig' }, call('c1')])
  const { messages } = await sent(model, { messages: [user('Hi'), said, result('c1', 'rain')] })
  expect((messages as { content: unknown }[])[1]?.content).toBeNull()
})

describe('the body', () => {
  it('for OpenAI', async () => {
    const context = { systemPrompt: 'Be brief.', ...plain, tools: [weather] }
    expect(
      await sent(modelOf(), context, { temperature: 0.5, toolChoice: 'required', reasoningEffort: 'low' }),
    ).toEqual({
      model: 'gpt-test',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      store: false,
      max_completion_tokens: 8192,
      temperature: 0.5,
      tools: [{ type: 'function', function: { ...weather, strict: false } }],
      tool_choice: 'required',
      reasoning_effort: 'low',
    })
  })

  it('for a server that nobody knows', async () => {
    const model = modelOf({ provider: 'mine', reasoning: false })
    expect(await sent(model, { systemPrompt: 'Be brief.', ...plain, tools: [weather] })).toEqual({
      model: 'gpt-test',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 8192,
      tools: [{ type: 'function', function: weather }],
    })
  })

  it('holds nothing that the server does not know', async () => {
    const compat = { supportsUsageInStreaming: false }
    expect(await sent(modelOf({ provider: 'mine', compat }), { systemPrompt: ' ', ...plain })).toEqual({
      model: 'gpt-test',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      max_tokens: 8192,
    })
  })

  it('names the model as the wire knows it', async () => {
    expect(await sent(modelOf({ wireModelId: 'gpt-test-2' }), plain)).toMatchObject({ model: 'gpt-test-2' })
  })

  it('leaves the choice of tools out where there are none', async () => {
    expect(await sent(modelOf(), { ...plain, tools: [] }, { toolChoice: 'auto' })).not.toHaveProperty('tool_choice')
  })

  it('leaves out a temperature that the model refuses', async () => {
    expect(await sent(modelOf({ id: 'o3' }), plain, { temperature: 0.5 })).not.toHaveProperty('temperature')
    expect(await sent(modelOf({ id: 'gpt-4o' }), plain, { temperature: 0.5 })).toMatchObject({ temperature: 0.5 })
  })

  it('has no limit where the model has none', async () => {
    expect(await sent(modelOf({ maxTokens: 0 }), plain)).not.toHaveProperty('max_completion_tokens')
  })

  it('routes where the gateway is told to', async () => {
    const openRouterRouting = { only: ['anthropic'] }
    const vercelGatewayRouting = { order: ['bedrock', 'anthropic'] }
    expect(await sent(modelOf({ compat: { openRouterRouting } }), plain)).toMatchObject({ provider: openRouterRouting })
    const body = await sent(modelOf({ compat: { vercelGatewayRouting } }), plain)
    expect(body).toMatchObject({ providerOptions: { gateway: vercelGatewayRouting } })
  })

  it('ties requests of a session together for Kimi', async () => {
    const kimi = modelOf({ compat: { thinkingFormat: 'kimi' } })
    expect(await sent(kimi, plain, { sessionId: 's1' })).toMatchObject({ prompt_cache_key: 's1' })
    expect(await sent(modelOf(), plain, { sessionId: 's1' })).not.toHaveProperty('prompt_cache_key')
  })

  it('is the same bytes for the same conversation, made anew or out of the cache', async () => {
    const messages = [user('go'), turn(modelOf(), [call('c1', { city: 'Oslo' })]), result('c1', 'rain'), user('so?')]
    const bytes = async (context: Context) => {
      await sent(modelOf(), context)
      return server.requests.at(-1)?.text
    }
    const frozen = messages.map((message) => Object.freeze(structuredClone(message)))
    const first = await bytes({ messages })
    expect(await bytes({ messages: frozen })).toBe(first)
    expect(await bytes({ messages: frozen })).toBe(first)
  })
})

describe('messages', () => {
  const messagesFor = async (model: Model, context: Context, options = {}) =>
    (await sent(model, context, options))['messages']

  it('of the user may hold images', async () => {
    const context = {
      messages: [user([{ type: 'text', text: 'look' }, png]), user([{ type: 'text', text: 'please' }])],
    }
    expect(await messagesFor(modelOf(), context)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
      },
      { role: 'user', content: 'please' },
    ])
  })

  it('of the assistant are one text, its calls, and its reasoning in the field it came in', async () => {
    const said = turn(modelOf(), [
      { type: 'thinking', thinking: 'one', thinkingSignature: 'reasoning' },
      { type: 'thinking', thinking: 'two', thinkingSignature: 'reasoning' },
      { type: 'text', text: 'Look' },
      { type: 'text', text: 'ing.' },
      call('c1', { city: 'Ålesund\n"' }),
    ])
    expect(await messagesFor(modelOf(), { messages: [user('go'), said, result('c1', 'rain')] })).toEqual([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: 'Looking.',
        reasoning: 'one\ntwo',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Ålesund\\n\\""}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'rain' },
    ])
  })

  it('give back opaque details of reasoning, with the text that was signed', async () => {
    const detail = { type: 'reasoning.text', index: 0, signature: 'sig' }
    const encrypted = { type: 'reasoning.encrypted', id: 'c1', data: 'enc' }
    const said = turn(modelOf(), [
      {
        type: 'thinking',
        thinking: 'because',
        thinkingSignature: JSON.stringify({ field: 'reasoning', details: [detail] }),
      },
      { ...call('c1'), thoughtSignature: JSON.stringify(encrypted) },
    ])
    const [, assistant] = (await messagesFor(modelOf(), { messages: [user('go'), said] })) as object[]
    expect(assistant).toMatchObject({
      reasoning: 'because',
      reasoning_details: [{ ...detail, text: 'because' }, encrypted],
    })
  })

  it('carry reasoning as text for those who take it only so', async () => {
    const model = modelOf({ compat: { requiresThinkingAsText: true } })
    const said = turn(model, [
      { type: 'thinking', thinking: 'because', thinkingSignature: 'reasoning_content' },
      { type: 'text', text: 'So.' },
    ])
    const [, assistant] = (await messagesFor(model, { messages: [user('go'), said, user('and?')] })) as object[]
    expect(assistant).toEqual({ role: 'assistant', content: 'because\n\nSo.' })
  })

  it('carry empty reasoning for those who want it on every turn', async () => {
    const model = modelOf({ compat: { requiresReasoningContent: true } })
    const said = turn({ ...model, provider: 'other' }, [{ type: 'text', text: 'So.' }])
    const [, assistant] = (await messagesFor(model, { messages: [user('go'), said, user('and?')] })) as object[]
    expect(assistant).toEqual({ role: 'assistant', content: 'So.', reasoning_content: '' })
  })

  it('keep reasoning of another model of the same provider, where it is plain text', async () => {
    const older = { ...modelOf(), id: 'gpt-older' }
    const said = turn(older, [
      { type: 'thinking', thinking: 'because', thinkingSignature: 'reasoning_content' },
      { type: 'text', text: 'So.' },
    ])
    const context = { messages: [user('go'), said, user('and?')] }
    const [, kept] = (await messagesFor(modelOf(), context)) as object[]
    expect(kept).toEqual({ role: 'assistant', content: 'So.', reasoning_content: 'because' })
    const [, dropped] = (await messagesFor(modelOf({ reasoning: false }), context)) as object[]
    expect(dropped).toEqual({ role: 'assistant', content: 'So.' })
  })

  it('of tools are text; their images follow behind the last of them', async () => {
    const asked = turn(modelOf(), [call('c1'), call('c2'), call('c3')])
    const results = [
      result('c1', [png]),
      result('c2', [{ type: 'text', text: 'a' }, png, { type: 'text', text: 'b' }]),
      result('c3', []),
    ]
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }
    const messages = (await messagesFor(modelOf(), {
      messages: [user('go'), asked, ...results, user('well?')],
    })) as object[]
    expect(messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: '(see attached image)' },
      { role: 'tool', tool_call_id: 'c2', content: 'a\nb' },
      { role: 'tool', tool_call_id: 'c3', content: '(no tool output)' },
      { role: 'user', content: [{ type: 'text', text: 'Attached image(s) from tool result:' }, image, image] },
      { role: 'user', content: 'well?' },
    ])
  })

  it('of tools are followed by one of the assistant for those who want that, and name their tool', async () => {
    const model = modelOf({ compat: { requiresAssistantAfterToolResult: true, requiresToolResultName: true } })
    const messages = (await messagesFor(model, {
      messages: [user('go'), turn(model, [call('c1')]), result('c1', 'rain'), user('well?')],
    })) as object[]
    expect(messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', name: 'weather', content: 'rain' },
      { role: 'assistant', content: 'I have processed the tool results.' },
      { role: 'user', content: 'well?' },
    ])
  })

  it('take the public part of ids of the Responses API', async () => {
    const responses = { api: 'openai-responses', provider: 'openai', id: 'gpt-test' }
    const messages = [user('go'), turn(responses, [call('call_1|fc_1')]), result('call_1|fc_1', 'rain')]
    const [, asked, answer] = (await messagesFor(modelOf({ provider: 'mine' }), { messages })) as Record<
      string,
      unknown
    >[]
    expect(asked?.['tool_calls']).toMatchObject([{ id: 'call_1' }])
    expect(answer).toMatchObject({ tool_call_id: 'call_1' })
  })

  it('are marked for the cache of Anthropic behind OpenRouter, unless no cache is wanted', async () => {
    const model = modelOf({ provider: 'openrouter', id: 'anthropic/claude-sonnet-4.5' })
    const marked = [{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } }]
    expect(await messagesFor(model, plain)).toEqual([{ role: 'user', content: marked }])
    expect(await messagesFor(model, plain, { cacheRetention: 'none' })).toEqual([{ role: 'user', content: 'Hello' }])
  })
})
