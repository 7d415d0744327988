import { describe, expect, it } from 'vitest'

import type { Model } from '#src/message/model.ts'
import { streamSimple } from '#src/stream/stream.ts'

import { asked, strictResponses } from '../../support/responses-requests.ts'

const { requests, plain, thinker, bodyOf } = strictResponses()

describe('the body', () => {
  it('of a question is as short as can be, and stores nothing at the provider', async () => {
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
    return requests()[0]?.json as Record<string, unknown>
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
