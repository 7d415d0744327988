import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ToolCall } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import type { ToolChoice } from '#src/options/options.ts'
import type { Context, ProviderStreamOptions, SimpleStreamOptions } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { call as weatherCall, png, result, turn, user } from '../../support/conversation.ts'
import { modelAt } from '../../support/model-at.ts'
import type { TestServer } from '../../support/serve.ts'
import { serveGoogle } from '../../support/strict/serve-strictly.ts'

let server: TestServer
beforeAll(async () => {
  server = await serveGoogle()
})
afterAll(() => server.close())

const modelOf = (id: string, facts: Partial<Model> = {}): Model =>
  modelAt(`${server.url}/v1beta`, { api: 'google-generative-ai', provider: 'google', id, ...facts })

const read = {
  name: 'weather',
  description: 'Reads',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}
const call = (id: string, facts: Partial<ToolCall> = {}): ToolCall => ({ ...weatherCall(id, { path: id }), ...facts })
const hello = { messages: [user('Hello')] }

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

describe('the body of streamGenerateContent', () => {
  it('is small for a small question', async () => {
    expect(
      await sent(modelOf('gemini-2.5-flash'), { systemPrompt: 'Be brief.', ...hello }, { temperature: 0.5 }),
    ).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 0.5, maxOutputTokens: 8192 },
    })
  })

  it.each([
    [undefined, 8192],
    [0, 8192],
    [Number.NaN, 8192],
    [100, 100],
  ])('asks, for maxTokens %d, for %d tokens', async (maxTokens, maxOutputTokens) => {
    const options = maxTokens === undefined ? {} : { maxTokens }
    expect(await sent(modelOf('gemini-2.5-flash'), hello, options)).toMatchObject({
      generationConfig: { maxOutputTokens },
    })
  })

  it('shows images to the model', async () => {
    expect(await contentsOf('gemini-2.5-flash', user([{ type: 'text', text: 'What is it?' }, png]))).toEqual([
      { role: 'user', parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'image/png', data: 'aGk=' } }] },
    ])
  })

  it('gives the model back what it thought, said and called, signed as it was', async () => {
    const model = modelOf('gemini-2.5-flash')
    const said = turn(model, [
      { type: 'thinking', thinking: 'Hm.', thinkingSignature: 'dGhpbms=' },
      { type: 'text', text: 'Let me see.', textSignature: 'dGV4dA==' },
      call('a', { thoughtSignature: 'Y2FsbA==' }),
    ])
    expect(await contentsOf(model.id, user('Read a'), said, result('a', 'A'))).toEqual([
      { role: 'user', parts: [{ text: 'Read a' }] },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true, thoughtSignature: 'dGhpbms=' },
          { text: 'Let me see.', thoughtSignature: 'dGV4dA==' },
          { functionCall: { name: 'weather', args: { path: 'a' } }, thoughtSignature: 'Y2FsbA==' },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: 'A' } } }] },
    ])
  })

  it('leaves out signatures that are no base64', async () => {
    const said = turn(modelOf('gemini-2.5-flash'), [{ type: 'text', text: 'Hi', textSignature: '{"v":1}' }])
    expect(await contentsOf('gemini-2.5-flash', user('Hello'), said, user('Bye'))).toContainEqual({
      role: 'model',
      parts: [{ text: 'Hi' }],
    })
  })

  it('answers parallel calls in one turn of the user, errors as errors', async () => {
    const said = turn(modelOf('gemini-2.5-flash'), [call('a'), call('b')])
    const contents = await contentsOf(
      'gemini-2.5-flash',
      user('Read'),
      said,
      result('b', 'no such file', true),
      result('a', 'A'),
    )
    expect(contents).toMatchObject([
      {},
      {},
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'weather', response: { output: 'A' } } },
          { functionResponse: { name: 'weather', response: { error: 'no such file' } } },
        ],
      },
    ])
  })

  it('joins turns of the model that follow one another', async () => {
    const model = modelOf('gemini-2.5-flash')
    const contents = await contentsOf(
      model.id,
      user('Read a'),
      turn(model, [{ type: 'text', text: 'I will.' }]),
      turn(model, [call('a')]),
      result('a', 'A'),
    )
    expect(contents).toMatchObject([
      { role: 'user' },
      { role: 'model', parts: [{ text: 'I will.' }, {}] },
      { role: 'user' },
    ])
  })
})

describe('images of a tool', () => {
  const conversation = (id: string) => [
    user('Look'),
    turn(modelOf(id), [call('a'), call('b')]),
    result('a', [{ type: 'text', text: 'A' }, png]),
    result('b', [png]),
  ]
  const inlineData = { mimeType: 'image/png', data: 'aGk=' }

  it('follow in a turn of their own up to Gemini 2', async () => {
    expect((await contentsOf('gemini-2.5-flash', ...conversation('gemini-2.5-flash'))) as unknown[]).toEqual([
      expect.anything(),
      expect.anything(),
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'weather', response: { output: 'A' } } },
          { functionResponse: { name: 'weather', response: { output: '(see attached image)' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'Tool result image:' }, { inlineData }, { inlineData }] },
    ])
  })

  it('are inside of the result since Gemini 3', async () => {
    const contents = (await contentsOf(
      'gemini-3-flash-preview',
      ...conversation('gemini-3-flash-preview'),
    )) as unknown[]
    expect(contents).toHaveLength(3)
    expect(contents[2]).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'weather', response: { output: 'A' }, parts: [{ inlineData }] } },
        {
          functionResponse: {
            id: 'b',
            name: 'weather',
            response: { output: '(see attached image)' },
            parts: [{ inlineData }],
          },
        },
      ],
    })
  })
})

describe('calls of Gemini 3', () => {
  const gemini3 = () => modelOf('gemini-3.5-flash')
  const partsOf = async (...content: Parameters<typeof turn>[1]) => {
    const results = content.flatMap((block) => (block.type === 'toolCall' ? [result(block.id, 'x')] : []))
    const contents = await contentsOf(gemini3().id, user('Go'), turn(gemini3(), content), ...results)
    return (contents as { parts: unknown[] }[])[1]?.parts
  }

  it('go back with the ids that the model gave, and without those that are ours', async () => {
    expect(await partsOf(call('adeuph8e', { thoughtSignature: 'c2ln' }))).toEqual([
      { functionCall: { id: 'adeuph8e', name: 'weather', args: { path: 'adeuph8e' } }, thoughtSignature: 'c2ln' },
    ])
    expect(await partsOf(call('gemini_r1_0', { thoughtSignature: 'c2ln' }))).toEqual([
      { functionCall: { name: 'weather', args: { path: 'gemini_r1_0' } }, thoughtSignature: 'c2ln' },
    ])
  })

  it('are excused from the signature check when nobody signed them', async () => {
    expect(await partsOf(call('a'), call('b'))).toMatchObject([
      { thoughtSignature: 'skip_thought_signature_validator' },
      { thoughtSignature: 'skip_thought_signature_validator' },
    ])
  })

  it('stay as they came when the first is signed for all', async () => {
    const [first, second] = (await partsOf(call('a', { thoughtSignature: 'c2ln' }), call('b'))) ?? []
    expect(first).toHaveProperty('thoughtSignature', 'c2ln')
    expect(second).not.toHaveProperty('thoughtSignature')
  })

  it('come without id and signature from another model', async () => {
    const claude = { api: 'anthropic-messages', provider: 'anthropic', id: 'claude-sonnet-4-6' }
    const said = turn(claude, [call('toolu_01', { thoughtSignature: 'b3RoZXI=' })])
    expect(await contentsOf(gemini3().id, user('Go'), said, result('toolu_01', 'x'))).toEqual([
      { role: 'user', parts: [{ text: 'Go' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { name: 'weather', args: { path: 'toolu_01' } },
            thoughtSignature: 'skip_thought_signature_validator',
          },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: 'x' } } }] },
    ])
  })
})

describe('tools of Gemini', () => {
  it('are declared with their whole JSON Schema', async () => {
    expect((await sent(modelOf('gemini-2.5-flash'), { ...hello, tools: [read] }))['tools']).toEqual([
      { functionDeclarations: [{ name: 'weather', description: 'Reads', parametersJsonSchema: read.parameters }] },
    ])
  })

  it('are declared in the OpenAPI subset for models that know no other, and without parameters where they take none', async () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    const strict = { ...read, parameters: { $schema, ...read.parameters, additionalProperties: false } }
    const none = { name: 'now', description: 'Tells the time', parameters: { type: 'object', properties: {} } }
    expect((await sent(modelOf('gemini-1.5-flash'), { ...hello, tools: [strict, none] }))['tools']).toEqual([
      {
        functionDeclarations: [
          {
            name: 'weather',
            description: 'Reads',
            parameters: { type: 'object', properties: { path: { type: 'string' } } },
          },
          { name: 'now', description: 'Tells the time' },
        ],
      },
    ])
  })

  it.each<[ToolChoice, object]>([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['any', { mode: 'ANY' }],
    ['required', { mode: 'ANY' }],
    [
      { type: 'tool', name: 'weather' },
      { mode: 'ANY', allowedFunctionNames: ['weather'] },
    ],
    [
      { type: 'function', function: { name: 'weather' } },
      { mode: 'ANY', allowedFunctionNames: ['weather'] },
    ],
  ])('are chosen by %o', async (toolChoice, functionCallingConfig) => {
    const body = await sent(modelOf('gemini-2.5-flash'), { ...hello, tools: [read] }, { toolChoice })
    expect(body['toolConfig']).toEqual({ functionCallingConfig })
  })

  it('are not chosen where there are none', async () => {
    expect(await sent(modelOf('gemini-2.5-flash'), hello, { toolChoice: 'any' })).not.toHaveProperty('toolConfig')
  })
})

it('of a model without a limit, and with a blank prompt, says neither', async () => {
  const model = { ...modelOf('gemini-2.5-flash'), maxTokens: 0 }
  const body = await sent(model, { systemPrompt: ' \n', ...hello })
  expect(body).toEqual({ contents: body['contents'], generationConfig: {} })
})

describe('thinking of Gemini', () => {
  it.each([
    ['gemini-2.5-pro', { minimal: 128, low: 2048, medium: 8192, high: 32_768 }],
    ['gemini-2.5-flash', { minimal: 128, low: 2048, medium: 8192, high: 24_576 }],
    ['gemini-2.5-flash-lite', { minimal: 512, low: 2048, medium: 8192, high: 24_576 }],
    ['gemini-2.0-flash-thinking', { minimal: -1, low: -1, medium: -1, high: -1 }],
  ])('is a budget for %s', async (id, budgets) => {
    for (const reasoning of ['minimal', 'low', 'medium', 'high'] as const) {
      expect(await thinkingOf(id, { reasoning })).toEqual({ includeThoughts: true, thinkingBudget: budgets[reasoning] })
    }
    expect(await thinkingOf(id, { reasoning: 'max' })).toEqual({ includeThoughts: true, thinkingBudget: budgets.high })
  })

  it.each([
    ['gemini-2.5-pro', 5, 128],
    ['gemini-2.5-flash-lite', 5, 512],
    ['gemini-2.5-flash', 60_000, 24_576],
    ['gemini-2.5-flash', -1, -1],
  ])('keeps the budget of %s in its range: %d is sent as %d', async (id, low, sent) => {
    const facts = { maxTokens: 65_536 }
    expect(await thinkingOf(id, { reasoning: 'low', thinkingBudgets: { low } }, facts)).toMatchObject({
      thinkingBudget: sent,
    })
  })

  it('takes the budget of the caller, and leaves 1024 tokens for the answer', async () => {
    expect(await thinkingOf('gemini-2.5-flash', { reasoning: 'low', thinkingBudgets: { low: 500 } })).toMatchObject({
      thinkingBudget: 500,
    })
    expect(await thinkingOf('gemini-2.5-flash', { reasoning: 'high', maxTokens: 8192 })).toMatchObject({
      thinkingBudget: 7168,
    })
  })

  it.each([
    ['gemini-3-pro-preview', ['LOW', 'LOW', 'LOW', 'HIGH']],
    ['gemini-3.1-pro-preview', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-3.8-flash', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-flash-latest', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-3.5-flash', ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']],
  ])('is a level for %s', async (id, levels) => {
    for (const [at, reasoning] of (['minimal', 'low', 'medium', 'high'] as const).entries()) {
      expect(await thinkingOf(id, { reasoning })).toEqual({ includeThoughts: true, thinkingLevel: levels[at] })
    }
    expect(await thinkingOf(id, { reasoning: 'xhigh' })).toMatchObject({ thinkingLevel: 'HIGH' })
  })

  it.each([
    ['gemini-2.5-flash', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { thinkingBudget: 128 }],
    ['gemini-3-pro-preview', { thinkingLevel: 'LOW' }],
    ['gemini-3.5-flash', { thinkingLevel: 'MINIMAL' }],
  ])('is as little as %s can when it is not asked for', async (id, config) => {
    expect(await thinkingOf(id, {})).toEqual(config)
  })

  it('is not mentioned to a model that can not, nor where `stream` is not told', async () => {
    expect(await thinkingOf('gemini-2.0-flash', { reasoning: 'high' }, { reasoning: false })).toBeUndefined()
    expect(await sent(modelOf('gemini-2.5-flash'), hello)).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      generationConfig: { maxOutputTokens: 8192 },
    })
  })
})
