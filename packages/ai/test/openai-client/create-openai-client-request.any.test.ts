import { afterEach, describe, expect, it } from 'vitest'

import {
  createOpenAIClient,
  type Model,
  registerApiProvider,
  registerModels,
  unregisterApiProviders,
} from '#src/index.ts'
import { scriptedStream } from '#src/testing.ts'

import { type Body, model, ask, scripted } from '../support/openai-client.ts'

afterEach(() => unregisterApiProviders('test'))

describe('what a request says', () => {
  const contextOf = async (body: Partial<Body>) => {
    const { client, script } = scripted('ok')
    await client.chat.completions.create({ ...ask, ...body, stream: false })
    return script.requests[0]
  }

  it('becomes a conversation of this library', async () => {
    const call = { id: 'c1', type: 'function' as const, function: { name: 'f', arguments: '{"a":1}' } }
    const request = await contextOf({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        { role: 'assistant', content: 'Looking.', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
        { role: 'assistant', content: null, function_call: { name: 'g', arguments: '' } },
        { role: 'function', name: 'g', content: 'old' },
      ],
      tools: [
        { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object', properties: {} } } },
      ],
    })
    expect(request?.context).toMatchObject({
      systemPrompt: 'Be kind.\n\nBe brief.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image', mimeType: 'image/png', data: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          stopReason: 'toolUse',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'toolCall', id: 'c1', name: 'f', arguments: { a: 1 } },
          ],
        },
        { role: 'toolResult', toolCallId: 'c1', toolName: 'f', content: [{ type: 'text', text: 'a cat' }] },
        { role: 'assistant', content: [{ type: 'toolCall', id: 'call_function_5', name: 'g', arguments: {} }] },
        { role: 'toolResult', toolCallId: 'call_function_5', toolName: 'g', content: [{ type: 'text', text: 'old' }] },
      ],
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object', properties: {} } }],
    })
  })

  it('becomes options of this library', async () => {
    const request = await contextOf({
      temperature: 0,
      max_completion_tokens: 5,
      reasoning_effort: 'low',
      tool_choice: 'required',
      user: 'u',
    })
    expect(request?.options).toMatchObject({
      temperature: 0,
      maxTokens: 5,
      reasoning: 'low',
      toolChoice: 'required',
      metadata: { user_id: 'u' },
    })
    expect((await contextOf({ max_tokens: 6, reasoning_effort: 'none' }))?.options).toMatchObject({ maxTokens: 6 })
  })

  it('comes before the defaults of the client', async () => {
    const script = scriptedStream('ok')
    registerApiProvider({ api: 'scripted', stream: script, streamSimple: script }, 'test')
    await createOpenAIClient(model, { temperature: 1, sessionId: 's' }).chat.completions.create({
      ...ask,
      temperature: 0,
    })
    expect(script.requests[0]?.options).toMatchObject({ temperature: 0, sessionId: 's' })
  })

  it.each([['a sound', { type: 'input_audio', input_audio: { data: '', format: 'wav' } }, 'input_audio']])(
    'is refused where it holds %s',
    async (_, part, text) => {
      const { client } = scripted('ok')
      const messages = [{ role: 'user', content: [part] }] as Body['messages']
      await expect(client.chat.completions.create({ model: 'm', messages })).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringContaining(text),
      })
    },
  )

  it('hands on images by address, strict tools and names (decision 65)', async () => {
    const { client, script } = scripted('ok')
    const parameters = { type: 'object', properties: {} }
    await client.chat.completions.create({
      model: 'm',
      messages: [
        {
          role: 'user',
          name: 'ann',
          content: [{ type: 'image_url', image_url: { url: 'https://example.com/x.JPG?s=1' } }],
        },
        { role: 'assistant', name: 'bob', content: 'a cat' },
        { role: 'user', content: 'sure?' },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters, strict: true } }],
    })
    const { messages, tools } = script.requests[0]?.context ?? {}
    expect(messages).toMatchObject([
      {
        name: 'ann',
        content: [{ type: 'image', data: '', mimeType: 'image/jpeg', url: 'https://example.com/x.JPG?s=1' }],
      },
      { name: 'bob' },
      { content: 'sure?' },
    ])
    expect(tools).toEqual([{ name: 'f', description: '', parameters, strict: true }])
  })

  it('picks the model: its own, or another of the same provider', async () => {
    const other: Model = { ...model, id: 'other' }
    registerModels([other])
    const { client, script } = scripted('ok', 'ok', 'ok')
    for (const id of ['m', '', 'other']) await client.chat.completions.create({ ...ask, model: id })
    expect(script.requests.map((request) => request.model.id)).toEqual(['m', 'm', 'other'])
    await expect(client.chat.completions.create({ ...ask, model: 'nobody' })).rejects.toMatchObject({
      code: 'unknown_model',
    })
  })
})

describe('fields that this library knows nothing of', () => {
  const more = { top_p: 0.5, user: 'u', stop: ['.'] }

  it('go to a server of the same format as they are', async () => {
    const bodies: unknown[] = []
    const chunk = { choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }] }
    const fetch: typeof globalThis.fetch = async (_, init) => {
      bodies.push(await new Response(init?.body ?? null).json())
      return new Response(`data: ${JSON.stringify(chunk)}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
    }
    const chat: Model = { ...model, api: 'openai-completions', provider: 'mine', baseUrl: 'https://llm.test/v1' }
    await createOpenAIClient(chat, { fetch, apiKey: 'k' }).chat.completions.create({ ...ask, ...more })
    expect(bodies).toEqual([expect.objectContaining({ ...more, model: 'm', stream: true })])
  })

  it('are left out elsewhere, not without a word', async () => {
    const warnings: string[] = []
    const script = scriptedStream('ok')
    registerApiProvider({ api: 'scripted', stream: script, streamSimple: script }, 'test')
    const onWarning = (...warning: string[]) => void warnings.push(...warning)
    await createOpenAIClient(model, { onWarning }).chat.completions.create({ ...ask, ...more, seed: null })
    expect(warnings).toEqual(['unsupported_option', 'Left out, because scripted has no place for it: top_p, stop'])
  })
})
