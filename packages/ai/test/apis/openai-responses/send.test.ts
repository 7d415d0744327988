import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { OpenAIResponsesOptions } from '#src/apis/openai-responses/options.ts'
import type { AssistantContent, AssistantMessage, Message } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import { emptyUsage } from '#src/message/usage.ts'
import type { Context } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { testModel } from '../../support/models.ts'
import { serve, type TestServer } from '../../support/serve.ts'
import { serveResponses } from '../../support/strict/serve-strictly.ts'

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

const user = (content: Extract<Message, { role: 'user' }>['content']): Message => ({
  role: 'user',
  content,
  timestamp: 0,
})
const question = user('Hello')
const asked: Context = { messages: [question] }

const turn = (content: AssistantContent[], origin: Partial<AssistantMessage> = {}): AssistantMessage => ({
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
const result = (
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
const said = (text: string) => [{ type: 'text' as const, text }]
const picture = { type: 'image' as const, data: 'QUJD', mimeType: 'image/png' }
const reasoning = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'hm' }],
  encrypted_content: 'sealed',
}
const thought = { type: 'thinking' as const, thinking: 'hm', thinkingSignature: JSON.stringify(reasoning) }
const calling = (id: string, args: Record<string, unknown> = { q: 'a' }) => ({
  type: 'toolCall' as const,
  id,
  name: 'get',
  arguments: args,
})

describe('the body', () => {
  it('of a question is as short as can be, and stores nothing at the vendor', async () => {
    expect(await bodyOf(plain(), { systemPrompt: 'Be brief.', ...asked })).toEqual({
      model: 'gpt-test',
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      ],
      stream: true,
      store: false,
      max_output_tokens: 8192,
    })
  })

  it('has the settings that were asked for', async () => {
    const model = plain({ wireModelId: 'wire-name' })
    const options = { temperature: 0.5, maxTokens: 100, serviceTier: 'flex' as const, sessionId: 's1' }
    expect(await bodyOf(model, asked, options)).toMatchObject({
      model: 'wire-name',
      temperature: 0.5,
      max_output_tokens: 100,
      service_tier: 'flex',
      prompt_cache_key: 's1',
    })
  })

  it('asks for no fewer tokens than the API takes', async () => {
    expect(await bodyOf(plain(), asked, { maxTokens: 5 })).toMatchObject({ max_output_tokens: 16 })
  })

  it('has no limit where the model has none', async () => {
    expect(await bodyOf(plain({ maxTokens: 0 }), asked)).not.toHaveProperty('max_output_tokens')
  })

  it.each([
    ['gpt-5.4', 'low', undefined],
    ['gpt-5.4', undefined, 0.5],
    ['o3', undefined, undefined],
    ['gpt-test', 'low', 0.5],
  ] as const)('of %s at the effort %s has the temperature %s', async (id, reasoningEffort, temperature) => {
    const options = { temperature: 0.5, ...(reasoningEffort && { reasoningEffort }) }
    expect((await bodyOf(thinker({ id }), asked, options))['temperature']).toBe(temperature)
  })

  it.each([0, Number.NaN, undefined])('takes %s for no limit but the model’s', async (maxTokens) => {
    const options = maxTokens === undefined ? {} : { maxTokens }
    expect(await bodyOf(plain(), asked, options)).toMatchObject({ max_output_tokens: 8192 })
  })

  it('declares tools as functions with their whole schema', async () => {
    const parameters = { type: 'object', properties: { q: { $ref: '#/$defs/q' } }, $defs: { q: { type: 'string' } } }
    const tools = [
      { name: 'get', description: 'Gets', parameters },
      { name: 'now', description: 'Tells the time', parameters: { type: 'object' } },
    ]
    const toolChoice = { type: 'function', name: 'get' }
    expect(await bodyOf(plain(), { ...asked, tools }, { toolChoice })).toMatchObject({
      tools: [
        { type: 'function', name: 'get', description: 'Gets', parameters, strict: false },
        {
          type: 'function',
          name: 'now',
          description: 'Tells the time',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
      ],
      tool_choice: { type: 'function', name: 'get' },
    })
  })

  it('may be replaced before it is sent', async () => {
    const onPayload = (payload: unknown) => ({ ...(payload as object), temperature: 1 })
    expect(await bodyOf(plain(), asked, { onPayload })).toMatchObject({ temperature: 1 })
  })
})

describe('reasoning', () => {
  const include = ['reasoning.encrypted_content']
  const simple = async (model: Model, options: object): Promise<Record<string, unknown>> => {
    await streamSimple(model, asked, { apiKey: 'test', ...options }).result()
    return server.requests[0]?.json as Record<string, unknown>
  }

  it.each([
    ['gpt-test', {}, { effort: 'none' }],
    ['gpt-test', { reasoning: 'high' }, { effort: 'high', summary: 'auto' }],
    ['gpt-test', { reasoning: 'minimal' }, { effort: 'minimal', summary: 'auto' }],
    ['gpt-test', { reasoning: 'max' }, { effort: 'high', summary: 'auto' }],
    ['gpt-5.2', { reasoning: 'xhigh' }, { effort: 'xhigh', summary: 'auto' }],
    ['gpt-5.2', { reasoning: 'max' }, { effort: 'xhigh', summary: 'auto' }],
    ['gpt-5.6', { reasoning: 'max' }, { effort: 'max', summary: 'auto' }],
    ['gpt-5.2', { reasoning: 'minimal' }, { effort: 'low', summary: 'auto' }],
    ['gpt-5-mini', { reasoning: 'minimal' }, { effort: 'minimal', summary: 'auto' }],
    ['gpt-5-mini', {}, { effort: 'minimal' }],
    ['gpt-5-codex', {}, { effort: 'low' }],
    ['o3-mini', {}, { effort: 'low' }],
    ['openai/o4-mini', { reasoning: 'minimal' }, { effort: 'low', summary: 'auto' }],
    ['gpt-5-pro', {}, undefined],
    ['gpt-5-pro', { reasoning: 'low' }, { summary: 'auto' }],
    ['gpt-6-sol', { reasoning: 'minimal' }, { effort: 'low', summary: 'auto' }],
  ])('of %s with %o', async (id, options, expected) => {
    const body = await simple(thinker({ id }), options)
    expect({ include: body['include'], reasoning: body['reasoning'] }).toEqual({ include, reasoning: expected })
  })

  it.each([
    [
      { reasoningEffort: 'low', reasoningSummary: 'detailed' },
      { effort: 'low', summary: 'detailed' },
    ],
    [
      { reasoningEffort: 'low', reasoningSummary: null },
      { effort: 'low', summary: null },
    ],
    [{ reasoningSummary: 'concise' }, { effort: 'medium', summary: 'concise' }],
  ] as const)('may be summarised as asked for: %o', async (options, expected) => {
    expect(await bodyOf(thinker(), asked, options)).toMatchObject({ reasoning: expected, include })
  })

  it('is not mentioned to GitHub Copilot unless it is wanted', async () => {
    expect(await bodyOf(thinker({ provider: 'github-copilot' }), asked)).not.toHaveProperty('reasoning')
  })

  it('is not mentioned to models that do not reason', async () => {
    const body = await bodyOf(plain(), asked, { reasoningEffort: 'high' })
    expect(body).not.toHaveProperty('reasoning')
    expect(body).not.toHaveProperty('include')
  })

  it('makes the system prompt one of the developer', async () => {
    expect(await bodyOf(thinker(), { systemPrompt: 'Be brief.', ...asked })).toMatchObject({
      input: [{ role: 'developer', content: 'Be brief.' }, { role: 'user' }],
    })
  })
})

describe('history', () => {
  it('goes back item by item, with its ids and its encrypted reasoning', async () => {
    const messages = [
      question,
      turn([
        thought,
        { type: 'text', text: 'Let me see.', textSignature: '{"v":1,"id":"msg_1","phase":"commentary"}' },
        calling('call_1|fc_1'),
        calling('call_2|fc_2', {}),
      ]),
      result('call_2|fc_2', said('two')),
      result('call_1|fc_1', [...said('one'), picture]),
    ]
    expect(await inputOf(thinker(), messages)).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      reasoning,
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Let me see.', annotations: [] }],
        phase: 'commentary',
      },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get', arguments: '{"q":"a"}' },
      { type: 'function_call', id: 'fc_2', call_id: 'call_2', name: 'get', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'call_1',
        output: [
          { type: 'input_text', text: 'one' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,QUJD' },
        ],
      },
      { type: 'function_call_output', call_id: 'call_2', output: 'two' },
    ])
  })

  it('loses reasoning that is not encrypted, and with it the ids that refer to it', async () => {
    const bare = { ...thought, thinkingSignature: JSON.stringify({ ...reasoning, encrypted_content: null }) }
    const messages = [
      question,
      turn([
        bare,
        { type: 'text', text: 'Hm.', textSignature: '{"v":1,"id":"msg_1","phase":"commentary"}' },
        calling('call_1|fc_1'),
      ]),
      result('call_1|fc_1', said('r')),
    ]
    expect(await inputOf(thinker(), messages)).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      { role: 'assistant', content: 'Hm.', phase: 'commentary' },
      { type: 'function_call', call_id: 'call_1', name: 'get', arguments: '{"q":"a"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'r' },
    ])
  })

  it('does not end a turn with reasoning that led to nothing', async () => {
    const blank = { type: 'text' as const, text: '', textSignature: '{"v":1,"id":"msg_1"}' }
    const messages = [question, turn([calling('call_1|fc_1'), thought, blank]), result('call_1|fc_1', said('r'))]
    expect(await inputOf(thinker(), messages)).toMatchObject([
      { role: 'user' },
      { type: 'function_call', id: 'fc_1' },
      { type: 'function_call_output' },
    ])
  })

  it('of a sibling model goes without its reasoning and ids', async () => {
    const messages = [
      question,
      turn([thought, ...said('Hi'), calling('call_1|fc_1')], { model: 'gpt-sibling' }),
      result('call_1|fc_1', said('r')),
    ]
    expect(await inputOf(thinker(), messages)).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      { role: 'assistant', content: 'Hi' },
      { type: 'function_call', call_id: 'call_1', name: 'get', arguments: '{"q":"a"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'r' },
    ])
  })

  it('of another vendor goes with legal ids and without its reasoning', async () => {
    const origin = { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-test' }
    const foreign = { type: 'thinking' as const, thinking: 'hm', thinkingSignature: 'sig' }
    const messages = [question, turn([foreign, calling('toolu.1')], origin), result('toolu.1', said('r'))]
    const [, call, output] = (await inputOf(thinker(), messages)) as { call_id: string }[]
    expect(call).toEqual({
      type: 'function_call',
      call_id: expect.stringMatching(/^toolu_1_[0-9a-z]+$/),
      name: 'get',
      arguments: '{"q":"a"}',
    })
    expect(output).toEqual({ type: 'function_call_output', call_id: call?.call_id, output: 'r' })
  })

  it('of another vendor of this API gives its items ids of their own', async () => {
    const messages = [
      question,
      turn([calling('call_1|fc_of_another_vendor')], { provider: 'xai' }),
      result('call_1|fc_of_another_vendor', said('r')),
    ]
    expect(await inputOf(thinker(), messages)).toMatchObject([
      { role: 'user' },
      { type: 'function_call', call_id: 'call_1', id: expect.stringMatching(/^fc_[0-9a-z]{9,14}$/) },
      { type: 'function_call_output', call_id: 'call_1' },
    ])
  })

  it('shows the reasoning of another model as text where that is wanted', async () => {
    const messages = [question, turn([thought, ...said('Hi')], { model: 'gpt-sibling' }), question]
    const [, label] = (await inputOf(thinker(), messages, { foreignThinking: 'label' })) as { content: string }[]
    expect(label?.content).toContain('hm')
  })

  it('gives ids that the vendor would refuse another form', async () => {
    const said = turn([{ type: 'text', text: 'a', textSignature: 'item 1' }])
    const [, message] = (await inputOf(thinker(), [question, said, question])) as { id: string }[]
    expect(message?.id).toMatch(/^msg_[0-9a-z]{14}$/)
  })

  it('knows text signatures that are plain ids, and shortens ids that are too long', async () => {
    const messages = [
      question,
      turn([{ type: 'text', text: 'a', textSignature: 'msg_plain' }]),
      question,
      turn([{ type: 'text', text: 'b', textSignature: JSON.stringify({ v: 1, id: 'x'.repeat(200) }) }]),
      question,
      turn([{ type: 'text', text: 'c', textSignature: '{"broken' }]),
      question,
    ]
    const texts = ((await inputOf(thinker(), messages)) as { role: string }[]).filter(
      ({ role }) => role === 'assistant',
    )
    expect(texts).toMatchObject([
      { id: 'msg_plain' },
      { id: expect.stringMatching(/^msg_[0-9a-z]{9,14}$/) },
      { role: 'assistant', content: 'c' },
    ])
  })

  it('tells a model without eyes that there was a picture', async () => {
    const messages = [user([...said('See'), picture]), turn([calling('call_1')]), result('call_1', [picture])]
    expect(await inputOf(plain({ input: ['text'] }), messages)).toMatchObject([
      {
        content: [
          { type: 'input_text', text: 'See' },
          { type: 'input_text', text: '[image omitted: model does not support images]' },
        ],
      },
      { type: 'function_call' },
      { type: 'function_call_output', output: '(image omitted: model does not support images)' },
    ])
  })

  it('has no half characters anywhere', async () => {
    const context = {
      systemPrompt: 'a\ud83d',
      messages: [user('b\udc00'), turn([calling('call_1', { q: 'c\ud83d' })]), result('call_1', said('d\0'))],
    }
    expect(await bodyOf(plain(), context)).toMatchObject({
      input: [{ content: 'a' }, { content: [{ text: 'b' }] }, { arguments: '{"q":"c"}' }, { output: 'd' }],
    })
  })
})

describe('the prompt cache', () => {
  const openai = () => thinker({ baseUrl: 'https://api.openai.com/v1' })

  it.each([
    ['none', {}],
    ['short', { prompt_cache_key: 's1' }],
    ['long', { prompt_cache_key: 's1', prompt_cache_retention: '24h' }],
  ] as const)('is kept %s', async (cacheRetention, expected) => {
    const { prompt_cache_key, prompt_cache_retention } = await bodyOf(openai(), asked, {
      sessionId: 's1',
      cacheRetention,
    })
    expect({ prompt_cache_key, prompt_cache_retention }).toEqual({
      prompt_cache_key: undefined,
      prompt_cache_retention: undefined,
      ...expected,
    })
  })

  it('is kept as long as the environment says, where the caller does not', async () => {
    vi.stubEnv('DREB_CACHE_RETENTION', 'long')
    expect(await bodyOf(thinker({ baseUrl: '' }), asked)).toMatchObject({ prompt_cache_retention: '24h' })
    vi.unstubAllEnvs()
  })

  it('is kept for a day only at OpenAI', async () => {
    expect(await bodyOf(thinker(), asked, { cacheRetention: 'long' })).not.toHaveProperty('prompt_cache_retention')
  })

  it('has a key that is not too long, and another one for another session', async () => {
    const keys = []
    for (const end of ['a', 'b']) {
      server.requests.length = 0
      keys.push((await bodyOf(thinker(), asked, { sessionId: 's'.repeat(100) + end }))['prompt_cache_key'])
    }
    expect(keys[0]).toMatch(/^s+_[0-9a-z]+$/)
    expect(keys[0]).not.toBe(keys[1])
  })
})

describe('the request', () => {
  it('carries the key, and headers of the caller over those of the model', async () => {
    const model = plain({ headers: { 'x-one': 'model', 'x-two': 'model' } })
    await bodyOf(model, asked, { headers: { 'x-two': 'caller' } })
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer test',
      'x-one': 'model',
      'x-two': 'caller',
    })
  })

  it('carries no key where the server needs none', async () => {
    const model = plain({ provider: 'lmstudio' })
    expect((await stream(model, asked).result()).stopReason).toBe('stop')
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('tells nobody but OpenAI which organisation asks', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-1')
    const fetch: typeof toServer = (...request) => toServer(...request)
    await bodyOf(plain({ provider: 'xai' }), asked, { fetch })
    await bodyOf(plain({ baseUrl: 'https://api.openai.com/v1' }), asked, { fetch })
    vi.unstubAllEnvs()
    expect(server.requests.map(({ headers }) => headers['openai-organization'])).toEqual([undefined, 'org-1'])
  })

  it('is not made without a key', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    const message = await stream(plain({ baseUrl: '' }), asked, { fetch: toServer }).result()
    vi.unstubAllEnvs()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'missing_key' })
    expect(message.errorMessage).toContain('OPENAI_API_KEY')
    expect(server.requests).toEqual([])
  })

  it('that is refused fails with the words of the vendor', async () => {
    const message = await stream(plain(), { messages: [] }, { apiKey: 'test' }).result()
    expect(message).toMatchObject({ stopReason: 'error', errorCode: 'invalid_request', retryable: false })
    expect(message.errorMessage).toContain("Missing required parameter: 'input'.")
  })

  it('is priced by the service tier that served it (decision 53)', async () => {
    const usage = { input_tokens: 0, output_tokens: 1_000_000 }
    const event = { type: 'response.completed', response: { status: 'completed', service_tier: 'default', usage } }
    const billing = await serve(() => ({ body: `data: ${JSON.stringify(event)}\n\n` }))
    const message = await stream(plain({ baseUrl: `${billing.url}/v1` }), asked, {
      apiKey: 'test',
      serviceTier: 'priority',
    }).result()
    await billing.close()
    expect(message.usage.cost.total).toBe(15)
  })
})
