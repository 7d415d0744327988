import { afterEach, describe, expect, it } from 'vitest'

import { createOpenAIClient, type Model, unregisterApiProviders } from '#src/index.ts'

import { type Chunk, model, ask, scripted, chunksOf, deltasOf } from '../support/openai-client.ts'

afterEach(() => unregisterApiProviders('test'))

describe('a streaming request', () => {
  it('gives chunks of reasoning, text and calls, then the reason of the end', async () => {
    const { client } = scripted({
      thinking: 'hm',
      text: 'Let me look.',
      toolCalls: [
        { id: 'c1', name: 'f', arguments: { a: 1 } },
        { id: 'c2', name: 'g' },
      ],
    })
    expect(deltasOf(await chunksOf(client))).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'hm' },
      { content: 'Let me look.' },
      { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
      { tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'g', arguments: '' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      { finish_reason: 'tool_calls' },
    ])
  })

  it('tells usage in a chunk of its own, where it is asked for', async () => {
    const usage = { input: 10, output: 5, cacheRead: 3, cacheWrite: 2, reasoning: 4 }
    const { client } = scripted({ text: 'x', usage }, { text: 'x', usage })
    expect((await chunksOf(client, { stream_options: { include_usage: true } })).at(-1)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 15,
        completion_tokens: 5,
        total_tokens: 20,
        prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
        completion_tokens_details: { reasoning_tokens: 4 },
      },
    })
    expect((await chunksOf(client)).some(({ usage: told }) => told)).toBe(false)
  })

  it('ends with length where the response was cut', async () => {
    const { client } = scripted({ text: 'x', stopReason: 'length' })
    expect(deltasOf(await chunksOf(client)).at(-1)).toEqual({ finish_reason: 'length' })
  })

  it('rejects when it fails before the response, with a code and whether to try again', async () => {
    const { client } = scripted(
      { fails: { throws: new Error('x') } },
      { fails: { code: 'rate_limited', retryAfterMs: 7 }, failsAfter: 0 },
    )
    await expect(chunksOf(client)).rejects.toThrow('x')
    await expect(client.chat.completions.create({ ...ask, stream: true })).rejects.toMatchObject({
      code: 'rate_limited',
      retryable: true,
      retryAfterMs: 7,
    })
  })

  it('throws out of the iteration when it fails later, after what it said and used', async () => {
    const { client } = scripted({ text: 'part', usage: { input: 1, output: 1 }, fails: 'drop' })
    const seen: Chunk[] = []
    const reading = async () => {
      for await (const chunk of await client.chat.completions.create({
        ...ask,
        stream: true,
        stream_options: { include_usage: true },
      }))
        seen.push(chunk)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'stream_dropped', retryable: true })
    expect(deltasOf(seen)).toEqual([{ role: 'assistant', content: '' }, { content: 'part' }])
    expect(seen.at(-1)?.usage?.total_tokens).toBe(2)
  })

  it('ends when its signal fires, and rejects when it has fired before', async () => {
    const { client } = scripted({ text: 'part', fails: 'hang' }, 'not reached')
    const controller = new AbortController()
    const seen: unknown[] = []
    for await (const chunk of await client.chat.completions.create(
      { ...ask, stream: true },
      { signal: controller.signal },
    )) {
      seen.push(chunk)
      controller.abort()
    }
    expect(seen.length).toBeGreaterThan(0)
    await expect(
      client.chat.completions.create({ ...ask, stream: true }, { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'aborted' })
  })

  it('is aborted when its reader leaves, or aborts its controller', async () => {
    const { client, script } = scripted({ text: 'part', fails: 'hang' }, { text: 'part', fails: 'hang' })
    for await (const _ of await client.chat.completions.create({ ...ask, stream: true })) break
    const stream = await client.chat.completions.create({ ...ask, stream: true })
    stream.controller.abort()
    expect(script.requests.map(({ options }) => options.signal?.aborted)).toEqual([true, true])
  })
})

describe('a request that does not stream', () => {
  it('gives the whole answer', async () => {
    const { client } = scripted(
      { thinking: 'hm', text: 'Hello', usage: { input: 1, output: 2 } },
      { toolCalls: [{ id: 'c1', name: 'f', arguments: { a: 1 } }] },
    )
    expect(await client.chat.completions.create(ask)).toMatchObject({
      object: 'chat.completion',
      model: 'm',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'Hello', reasoning_content: 'hm', refusal: null },
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    })
    expect((await client.chat.completions.create(ask)).choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
    })
  })

  it('rejects with the failure', async () => {
    const { client } = scripted({ text: 'No.', refusal: { explanation: 'No.' } })
    await expect(client.chat.completions.create(ask)).rejects.toMatchObject({ code: 'refusal', retryable: false })
  })
})

describe('a response that comes back', () => {
  it('has what the chat format could not hold, unless it was edited', async () => {
    const { client, script } = scripted(
      {
        thinking: 'hm',
        thinkingSignature: 'sig',
        text: 'Hi',
        toolCalls: [{ id: 'c1', name: 'f', arguments: { a: 1 } }],
      },
      'ok',
      'ok',
    )
    const { choices } = await client.chat.completions.create(ask)
    const answer = choices[0]!.message
    const back = (message: typeof answer) =>
      client.chat.completions.create({ model: 'm', messages: [...ask.messages, message] })
    await back(answer)
    await back({ ...answer, content: 'Ho' })
    const blocks = script.requests.map(({ context }) =>
      context.messages.flatMap((message) => (message.role === 'assistant' ? message.content : [])),
    )
    expect(blocks[1]?.[0]).toMatchObject({ type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' })
    expect(blocks[2]?.map(({ type }) => type)).toEqual(['text', 'toolCall'])
  })
})

describe('a response that says no more than another', () => {
  it('is not taken for it, unless it was thought the same way', async () => {
    const { client, script } = scripted({ thinking: 'hm', thinkingSignature: 'sig', text: 'Hi' }, 'ok', 'ok')
    const { choices } = await client.chat.completions.create(ask)
    const { content } = choices[0]!.message
    const back = (more: object) =>
      client.chat.completions.create({
        model: 'm',
        messages: [...ask.messages, { role: 'assistant', content, ...more }],
      })
    await back({})
    await back({ reasoning_content: 'hm' })
    const thinking = script.requests.map(({ context }) =>
      context.messages.flatMap((message) =>
        message.role === 'assistant' ? message.content.map(({ type }) => type) : [],
      ),
    )
    expect(thinking).toEqual([[], ['text'], ['thinking', 'text']])
  })
})

describe('the rest of the official client', () => {
  it('says that it is not there when it is called', () => {
    const { client } = scripted()
    expect(() => client.embeddings.create({ model: 'm', input: 'x' })).toThrow('embeddings.create')
    expect(() => client.chat.completions.list()).toThrow(expect.objectContaining({ code: 'unsupported' }))
  })

  it('does not hinder those who only look', async () => {
    const { client } = scripted()
    expect(await Promise.resolve(client)).toBe(client)
    expect(JSON.stringify(client)).toBe('{"chat":{"completions":{}}}')
  })
})

it('tells the HTTP status of a request that failed (decision 65)', async () => {
  const target: Model = { ...model, api: 'openai-completions', provider: 'custom', baseUrl: 'http://127.0.0.1:9/v1' }
  const fetch = () => Promise.resolve(new Response('{"error":{"message":"no"}}', { status: 422 }))
  const client = createOpenAIClient(target, { apiKey: 'k', fetch: fetch })
  for (const stream of [true, false]) {
    await expect(client.chat.completions.create({ ...ask, stream })).rejects.toMatchObject({
      code: 'invalid_request',
      status: 422,
    })
  }
})
