import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ToolCall } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import type { ToolChoice, Context, ProviderStreamOptions } from '#src/options/options.ts'
import { stream, streamSimple } from '#src/stream/stream.ts'

import { call as weatherCall, png, result, turn, user } from '../../support/conversation.ts'
import { modelAt } from '../../support/model-at.ts'
import type { TestServer } from '../../support/serve.ts'
import { serveMistral } from '../../support/strict/serve-strictly.ts'

let server: TestServer
beforeAll(async () => {
  server = await serveMistral()
})
afterAll(() => server.close())

const modelOf = (id = 'mistral-large-2512'): Model =>
  modelAt(server.url, { api: 'mistral-conversations', provider: 'mistral', id })

const read = {
  name: 'weather',
  description: 'Reads',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}
const call = (id: string, facts: Partial<ToolCall> = {}): ToolCall => ({ ...weatherCall(id, { path: id }), ...facts })
const hello = { messages: [user('Hello')] }

/** The body that the strict server got, and accepted. */
async function sent(
  context: Context,
  options: ProviderStreamOptions = {},
  model = modelOf(),
): Promise<Record<string, unknown>> {
  const message = await stream(model, context, { apiKey: 'key', maxRetries: 0, ...options }).result()
  expect([message.errorMessage, message.stopReason]).toEqual([undefined, 'stop'])
  return server.requests.at(-1)?.json as Record<string, unknown>
}

const messagesOf = async (...messages: Context['messages']): Promise<unknown> => (await sent({ messages }))['messages']

describe('the body of a request to Mistral', () => {
  it('has no limit where the model has none, and no prompt that says nothing', async () => {
    const body = await sent({ systemPrompt: ' ', ...hello }, {}, { ...modelOf(), maxTokens: 0 })
    expect(body).not.toHaveProperty('max_tokens')
    expect(body['messages']).toEqual([{ role: 'user', content: 'Hello' }])
  })

  it('is small for a small question', async () => {
    expect(await sent({ systemPrompt: 'Be brief.', ...hello }, { temperature: 0.5, maxTokens: 100 })).toEqual({
      model: 'mistral-large-2512',
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      max_tokens: 100,
      temperature: 0.5,
    })
  })

  it('asks for as many tokens as the model can give', async () => {
    expect(await sent(hello)).toMatchObject({ max_tokens: 8192 })
  })

  it('shows images to the model, those of tools inside of the result', async () => {
    const image_url = 'data:image/png;base64,aGk='
    const said = turn(modelOf(), [call('aaaaaaaaa'), call('bbbbbbbbb')])
    const results = [result('aaaaaaaaa', [{ type: 'text', text: 'A' }, png]), result('bbbbbbbbb', [png])]
    expect(await messagesOf(user([{ type: 'text', text: 'Look' }, png]), said, ...results)).toMatchObject([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url },
        ],
      },
      {},
      {
        role: 'tool',
        content: [
          { type: 'text', text: 'A' },
          { type: 'image_url', image_url },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'text', text: '(see attached image)' },
          { type: 'image_url', image_url },
        ],
      },
    ])
  })

  it('gives the model back what it thought, said and called', async () => {
    const said = turn(modelOf(), [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Let me see.' },
      call('EscTeQY62'),
    ])
    expect(await messagesOf(user('Read'), said, result('EscTeQY62', 'A'))).toEqual([
      { role: 'user', content: 'Read' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], closed: true },
          { type: 'text', text: 'Let me see.' },
        ],
        tool_calls: [
          { id: 'EscTeQY62', type: 'function', function: { name: 'weather', arguments: '{"path":"EscTeQY62"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'EscTeQY62', name: 'weather', content: 'A' },
    ])
  })

  it('says text alone as a string, and nothing beside calls without text', async () => {
    const said = turn(modelOf(), [
      { type: 'text', text: 'One, ' },
      { type: 'text', text: 'two.' },
    ])
    const called = turn(modelOf(), [call('aaaaaaaaa')])
    const messages = (await messagesOf(
      user('Count'),
      said,
      user('Read'),
      called,
      result('aaaaaaaaa', 'A'),
    )) as unknown[]
    expect(messages[1]).toEqual({ role: 'assistant', content: 'One, two.' })
    expect(messages[3]).not.toHaveProperty('content')
  })

  it('tells errors of tools and results without text in words', async () => {
    const said = turn(modelOf(), [call('aaaaaaaaa'), call('bbbbbbbbb')])
    expect(
      await messagesOf(user('Read'), said, result('aaaaaaaaa', 'no such file', true), result('bbbbbbbbb', '')),
    ).toMatchObject([{}, {}, { content: '[tool error] no such file' }, { content: '(no tool output)' }])
  })

  it('lets the assistant speak between a result and the user, as Mistral demands', async () => {
    const said = turn(modelOf(), [call('aaaaaaaaa')])
    expect(await messagesOf(user('Read'), said, result('aaaaaaaaa', 'A'), user('Stop'))).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool' },
      { role: 'assistant', content: 'I have processed the tool results.' },
      { role: 'user', content: 'Stop' },
    ])
  })

  it('names calls of other providers with nine letters and digits, the same for call and result', async () => {
    const claude = { api: 'anthropic-messages', provider: 'anthropic', id: 'claude-sonnet-4-6' }
    const said = turn(claude, [call('toolu_01ABCdef'), call('toolu_01ABCdeg')])
    const messages = await messagesOf(user('Read'), said, result('toolu_01ABCdef', 'A'), result('toolu_01ABCdeg', 'B'))
    const [, assistant, ...results] = messages as { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    const ids = assistant?.tool_calls?.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(2)
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(ids)
  })
})

describe('options of a request to Mistral', () => {
  it('declare tools with their whole JSON Schema', async () => {
    expect((await sent({ ...hello, tools: [read] }))['tools']).toEqual([
      { type: 'function', function: { name: 'weather', description: 'Reads', parameters: read.parameters } },
    ])
  })

  it.each<[ToolChoice, unknown]>([
    ['any', 'any'],
    ['required', 'required'],
    [
      { type: 'tool', name: 'weather' },
      { type: 'function', function: { name: 'weather' } },
    ],
    [
      { type: 'function', function: { name: 'weather' } },
      { type: 'function', function: { name: 'weather' } },
    ],
    ['whatever' as ToolChoice, undefined],
  ])('choose tools by %o', async (toolChoice, tool_choice) => {
    expect((await sent({ ...hello, tools: [read] }, { toolChoice }))['tool_choice']).toEqual(tool_choice)
  })

  it('choose no tools where there are none', async () => {
    expect(await sent(hello, { toolChoice: 'any' })).not.toHaveProperty('tool_choice')
  })

  it.each([
    ['magistral-medium-2509', { prompt_mode: 'reasoning' }],
    ['mistral-small-2603', { reasoning_effort: 'high' }],
  ])('ask %s to think', async (id, wanted) => {
    const ask = async (options: { reasoning?: 'low' }) => {
      await streamSimple(modelOf(id), hello, { apiKey: 'key', ...options }).result()
      return server.requests.at(-1)?.json
    }
    expect(await ask({ reasoning: 'low' })).toMatchObject(wanted)
    expect(await ask({})).not.toHaveProperty(Object.keys(wanted))
  })

  it('tie the requests of a session together', async () => {
    const affinity = async (options: ProviderStreamOptions) => {
      await sent(hello, options)
      return server.requests.at(-1)?.headers['x-affinity']
    }
    expect(await affinity({ sessionId: 's1' })).toBe('s1')
    expect(await affinity({ sessionId: 's1', cacheRetention: 'none' })).toBeUndefined()
    expect(await affinity({ sessionId: 's1', headers: { 'X-Affinity': 'mine' } })).toBe('mine')
  })
})
