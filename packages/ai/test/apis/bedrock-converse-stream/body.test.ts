import { describe, expect, it, vi } from 'vitest'

import type { BedrockOptions } from '#src/apis/bedrock-converse-stream/options.ts'
import type { ToolChoice } from '#src/options/options.ts'

import {
  claude,
  nova,
  png,
  weather,
  user,
  assistant,
  call,
  result,
  plain,
  strictBedrock,
} from '../../support/bedrock-requests.ts'

const { modelOf, sent } = strictBedrock()

describe('the body of converse-stream', () => {
  it('is small for a small question', async () => {
    expect(await sent(modelOf(nova), { systemPrompt: 'Be brief.', ...plain }, { temperature: 0.5 })).toEqual({
      messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
      system: [{ text: 'Be brief.' }],
      inferenceConfig: { maxTokens: 8192, temperature: 0.5 },
    })
  })

  it('takes maxTokens and metadata from the caller', async () => {
    expect(await sent(modelOf(nova), plain, { maxTokens: 100, requestMetadata: { team: 'a' } })).toMatchObject({
      inferenceConfig: { maxTokens: 100 },
      requestMetadata: { team: 'a' },
    })
  })

  it('puts the results of a turn and what the user says next into one message', async () => {
    const messages = [
      user('Weather?'),
      assistant([{ type: 'text', text: 'Looking.' }, call('a', 'weather', { city: 'Oslo' }), call('b')]),
      result('a', 'rain'),
      result('b', '', true),
      user([{ type: 'text', text: 'And this?' }, png]),
    ]
    expect(await sent(modelOf(nova), { messages, tools: [weather] })).toEqual({
      messages: [
        { role: 'user', content: [{ text: 'Weather?' }] },
        {
          role: 'assistant',
          content: [
            { text: 'Looking.' },
            { toolUse: { toolUseId: 'a', name: 'weather', input: { city: 'Oslo' } } },
            { toolUse: { toolUseId: 'b', name: 'weather', input: {} } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'a', content: [{ text: 'rain' }], status: 'success' } },
            { toolResult: { toolUseId: 'b', content: [{ text: '(no output)' }], status: 'error' } },
            { text: 'And this?' },
            { image: { format: 'png', source: { bytes: 'aGk=' } } },
          ],
        },
      ],
      inferenceConfig: { maxTokens: 8192 },
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: 'weather',
              description: 'The weather',
              inputSchema: { json: { type: 'object', properties: { city: {} } } },
            },
          },
        ],
      },
    })
  })

  it.each<[ToolChoice | undefined, object | undefined]>([
    ['auto', { auto: {} }],
    ['any', { any: {} }],
    [{ type: 'tool', name: 'weather' }, { tool: { name: 'weather' } }],
    ['none', undefined],
    [undefined, undefined],
  ])('translates the tool choice %j', async (toolChoice, expected) => {
    const body = (await sent(modelOf(nova), { ...plain, tools: [weather] }, { ...(toolChoice && { toolChoice }) })) as {
      toolConfig?: { toolChoice?: unknown }
    }
    expect(body.toolConfig?.toolChoice).toEqual(expected)
    expect(body.toolConfig === undefined).toBe(toolChoice === 'none')
  })

  it('names the tools that were called when there are none any more', async () => {
    const messages = [user('Weather?'), assistant([call('a')]), result('a', 'rain')]
    expect(await sent(modelOf(nova), { messages })).toMatchObject({
      toolConfig: {
        tools: [{ toolSpec: { name: 'weather', inputSchema: { json: { type: 'object', properties: {} } } } }],
      },
    })
  })

  it('leaves out texts that say nothing, and white space before the model goes on', async () => {
    const blank = { type: 'text', text: ' ', textSignature: 'sig' } as const
    const thinking = { type: 'thinking', thinking: 'Hm', thinkingSignature: 'sig' } as const
    const begun = assistant([{ type: 'text', text: 'Once upon ' }, thinking, blank])
    const body = (await sent(modelOf(claude), { messages: [user('Go'), begun] })) as { messages: unknown[] }
    expect(body.messages[1]).toEqual({ role: 'assistant', content: [{ text: 'Once upon' }] })
  })

  it('gives thinking back to the model that made it: signed, withheld, and signed without text', async () => {
    const thinking = [
      { type: 'thinking', thinking: 'Hm', thinkingSignature: 'sig' },
      { type: 'thinking', thinking: '', thinkingSignature: 'c2VjcmV0', redacted: true },
      { type: 'thinking', thinking: '', thinkingSignature: 'only' },
      { type: 'thinking', thinking: 'unsigned' },
      { type: 'text', text: 'Yes.' },
    ] as const
    const messages = [user('Is it?'), assistant([...thinking]), user('Sure?')]
    const body = (await sent(modelOf(claude), { messages }, { cacheRetention: 'none' })) as { messages: unknown[] }
    expect(body.messages[1]).toEqual({
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'Hm', signature: 'sig' } } },
        { reasoningContent: { redactedContent: 'c2VjcmV0' } },
        { reasoningContent: { reasoningText: { text: '', signature: 'only' } } },
        { text: 'Yes.' },
      ],
    })
  })

  it('does not give DeepSeek its reasoning back, which it refuses', async () => {
    const model = modelOf('us.deepseek.r1-v1:0')
    const thought = { type: 'thinking', thinking: 'Hm' } as const
    const turn = { ...assistant([thought, { type: 'text', text: 'Yes.' }]), model: model.id }
    const body = (await sent(model, { messages: [user('Is it?'), turn, user('Sure?')] })) as { messages: unknown[] }
    expect(body.messages[1]).toEqual({ role: 'assistant', content: [{ text: 'Yes.' }] })
  })

  it('leaves out the thinking of another model, or labels it', async () => {
    const messages = [
      user('Is it?'),
      assistant([
        { type: 'thinking', thinking: 'Hm', thinkingSignature: 'sig' },
        { type: 'text', text: 'Yes.' },
      ]),
      user('Sure?'),
    ]
    const dropped = (await sent(modelOf(nova), { messages })) as { messages: unknown[] }
    expect(dropped.messages[1]).toEqual({ role: 'assistant', content: [{ text: 'Yes.' }] })
    const labelled = await sent(modelOf(nova), { messages }, { foreignThinking: 'label' })
    expect(JSON.stringify(labelled)).toContain('Hm')
    expect(JSON.stringify(labelled)).not.toContain('sig')
  })

  it('makes ids of other providers legal, the same for call and result', async () => {
    const foreign = { api: 'openai-responses', provider: 'openai', model: 'gpt' }
    const messages = [user('Weather?'), assistant([call('call_1|fc_2')], foreign), result('call_1|fc_2', 'rain')]
    const body = (await sent(modelOf(nova), { messages, tools: [weather] })) as {
      messages: { content: [{ toolUse?: { toolUseId: string }; toolResult?: { toolUseId: string } }] }[]
    }
    const id = body.messages[1]?.content[0].toolUse?.toolUseId
    expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(body.messages[2]?.content[0].toolResult?.toolUseId).toBe(id)
  })

  it('has a note for an image in a format that Bedrock does not take, which would wedge the conversation', async () => {
    const context = { messages: [user([{ ...png, mimeType: 'image/bmp' }])] }
    expect(await sent(modelOf(nova), context)).toMatchObject({
      messages: [{ content: [{ text: '[image omitted: the provider takes no images of type image/bmp]' }] }],
    })
  })
})

describe('prompt caching on Bedrock', () => {
  const marks = async (id: string, options: BedrockOptions = {}) =>
    (await sent(modelOf(id), { systemPrompt: 'Be brief.', ...plain }, options)) as {
      system: unknown[]
      messages: [{ content: unknown[] }]
    }

  it('marks the end of the system prompt and of the last user message', async () => {
    const { system, messages } = await marks(claude)
    expect(system).toEqual([{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }])
    expect(messages[0].content).toEqual([{ text: 'Hello' }, { cachePoint: { type: 'default' } }])
  })

  it('keeps the cache for an hour when asked to', async () => {
    const { system } = await marks(claude, { cacheRetention: 'long' })
    expect(system[1]).toEqual({ cachePoint: { type: 'default', ttl: '1h' } })
  })

  it.each([
    ['anthropic.claude-3-5-haiku-20241022-v1:0', true],
    ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', true],
    ['global.anthropic.claude-opus-4-6-v1', true],
    ['us.anthropic.claude-sonnet-5', true],
    ['anthropic.claude-3-haiku-20240307-v1:0', false],
    ['anthropic.claude-3-5-sonnet-20240620-v1:0', false],
    [nova, false],
  ])('%s: %s', async (id, isMarked) => {
    expect((await marks(id)).system.length).toBe(isMarked ? 2 : 1)
  })

  it('is left out when the caller says none, and forced by the environment', async () => {
    expect((await marks(claude, { cacheRetention: 'none' })).system).toHaveLength(1)
    vi.stubEnv('AWS_BEDROCK_FORCE_CACHE', '1')
    expect((await marks(nova)).system).toHaveLength(2)
  })
})
