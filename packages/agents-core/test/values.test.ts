import { describe, expect, it } from 'vitest'

import { type AgentWarning, CallbackTool, costOf, Message } from '#src/index.ts'

import { chunk, type Turn, usage } from './support/scripted-client.ts'
import { calling, results, stage } from './support/stage.ts'

const fin: Turn = { text: 'fin' }

describe('arguments, results and content (decision 63)', () => {
  const city = (given: unknown[]) =>
    new CallbackTool({
      function: {
        name: 'weather',
        parameters: { type: 'object', properties: { days: { type: 'number' } }, required: ['days'] },
      },
      callback: (args) => (given.push(args), 'sunny'),
    })
  const call = (args: Record<string, unknown>): Turn => ({ calls: [{ id: 'c1', name: 'weather', args }] })

  it('validates arguments against the schema: fitting ones run, others are told to the model', async () => {
    const given: unknown[] = []
    const { agent } = stage({ turns: [call({ days: '3' }), call({ day: 3 }), fin], tools: [city(given)], texts: 'en' })
    await agent.send('go')
    expect(given).toEqual([{ days: 3 }])
    expect(results(agent)[1]).toMatch(/do not fit.*days/s)
  })

  it.each<[unknown, unknown]>([
    [{ content: [{ type: 'text', text: 'no such file' }], isError: true }, '执行工具 a 时出错：no such file'],
    [{ content: [{ type: 'text', text: 'yes' }] }, [{ type: 'text', text: 'yes' }]],
    [{ content: [], structuredContent: { n: 1 } }, '{"n":1}'],
    [
      [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
      [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    ],
    [
      { content: [{ type: 'resource_link', uri: 'https://a.example/x', name: 'X' }] },
      [{ type: 'text', text: 'X (https://a.example/x)' }],
    ],
    [
      { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'inside' } }] },
      [{ type: 'text', text: 'inside' }],
    ],
    [{ content: 'a row' }, '{"content":"a row"}'],
    [7n, '"7"'],
  ])('a result of %o', async (value, expected) => {
    const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: () => value } })
    await agent.send('go')
    expect(results(agent)).toEqual([expected])
  })

  it('sends unknown content as text, once with a warning', async () => {
    const warnings: AgentWarning[] = []
    const content = [42, { type: 'resource', resource: { text: 'inside' } }, { type: 'text', text: 'known' }] as never
    const { agent, requests } = stage({
      turns: [fin, fin],
      messages: [Message.User(content)],
      onWarning: (warning) => void warnings.push(warning),
    })
    await agent.run()
    await agent.send('more')
    const texts = ['42', 'inside', 'known'].map((text) => ({ type: 'text', text }))
    expect(requests[1]?.body.messages[0]?.content).toEqual(texts)
    expect(warnings.map(({ code }) => code)).toEqual(['unknown_content'])
  })

  it('repairs names and surrogates that providers refuse, on the way out only', () => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'multi_tool_use.parallel', arguments: String.raw`{"a":"\ud83d"}` },
    }
    const messages = [
      Message.User('half \ud83d'),
      Message.Assistant('', { status: 'completed', tool_calls: [call] }),
      Message.Tool(call, 'x', { status: 'completed' }),
    ]
    const before = JSON.stringify(messages)
    const [user, assistant, result] = stage({ messages }).agent.formatHistory()
    expect(user?.content).toBe('half \ufffd')
    expect(assistant?.tool_calls?.[0]?.function).toEqual({
      name: 'multi_tool_use_parallel',
      arguments: '{"a":"\ufffd"}',
    })
    expect([result?.name, JSON.stringify(messages)]).toEqual(['multi_tool_use_parallel', before])
  })

  it('gives extra_content of calls back as it came (decision 55)', async () => {
    const extra_content = { google: { thought_signature: 'SIGN' } }
    const delta = { tool_calls: [{ index: 0, id: 'c1', function: { name: 'a', arguments: '{}' }, extra_content }] }
    const { agent, requests } = stage({
      turns: [{ chunks: [chunk(delta), chunk({}, 'tool_calls')] }, fin],
      callbacks: { a: () => '' },
    })
    await agent.send('go')
    expect(requests[1]?.body.messages[1]?.tool_calls).toMatchObject([{ id: 'c1', extra_content }])
  })

  it('takes the cost of a usage as it is (decision 60)', () => {
    const used = {
      ...usage(1_000_000, 1_000_000),
      prompt_tokens_details: { cached_tokens: 400_000, cache_write_tokens: 100_000 },
    }
    const cost = { input: 2, output: 10, cacheRead: 1, cacheWrite: 4 }
    expect(costOf(used, { cost })).toEqual({ input: 1, output: 10, cacheRead: 0.4, cacheWrite: 0.4, total: 11.8 })
    expect(costOf(used, { cost: { input: 2, output: 10 } }).total).toBeUndefined()
  })
})
