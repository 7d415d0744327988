import { describe, expect, it } from 'vitest'

import { type AgentNS, CallbackTool, Message, reconcileAbortedToolRounds } from '#src/index.ts'

import { chunk } from './support/scripted-client.ts'
import { calling, definition, outline, results, stage } from './support/stage.ts'

const fin = { text: 'fin' }
const done = { status: 'completed' } as const

describe('formatHistory', () => {
  it('keeps finished messages that are not omitted, and those without a status', () => {
    const { agent } = stage()
    const statuses = ['pending', 'writing', 'error', 'aborted', 'unknown', 'completed'] as const
    agent.messages = [
      ...statuses.map((status) => Message.Assistant(status, { status })),
      Message.User('omitted', { omit: true }),
      Message.User('hidden', { hidden: true }),
      { id: 'x', role: 'user', content: 'plain' },
    ]
    expect(agent.formatHistory().map(({ content }) => content)).toEqual(['completed', 'hidden', 'plain'])
  })

  it('sends a list of fields and no others, without what streaming left', () => {
    const { agent } = stage()
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }
    agent.messages = [
      Message.User([{ type: 'text', text: 'x', index: 0 }]),
      Message.Assistant('', {
        ...done,
        tool_calls: [call],
        reasoning_content: 'hm',
        finish_reason: 'stop',
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
      Message.Tool(call, 'r', { ...done, subAgentUsage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }),
      Object.assign(Message.User('mine'), { own: 'field' }),
      Message.Assistant('x', { ...done, tool_calls: [] }),
    ]
    const before = JSON.stringify(agent.messages)
    expect(agent.formatHistory()).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'x' }] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
        reasoning_content: 'hm',
      },
      { role: 'tool', content: 'r', name: 'f', tool_call_id: 'c1' },
      { role: 'user', content: 'mine' },
      { role: 'assistant', content: 'x' },
    ])
    expect(JSON.stringify(agent.messages)).toBe(before)
  })

  it.each(['', ' ', '{"x":', '5', 'null', '[1]'])(
    'sends arguments %j as an object, and keeps what the model wrote',
    (written) => {
      const { agent } = stage()
      agent.messages = [
        Message.Assistant('', { ...done, tool_calls: [{ id: 'c', function: { name: 'f', arguments: written } }] }),
      ]
      expect(agent.formatHistory()[0]?.tool_calls?.[0]?.function?.arguments).toBe('{}')
      expect(agent.messages[0]?.tool_calls?.[0]?.function?.arguments).toBe(written)
    },
  )

  it('passes content of all kinds as it is', () => {
    const { agent } = stage()
    const sections: AgentNS.MessageContentSection[] = [
      { type: 'image_url', image_url: { url: 'https://example.com/x.png', detail: 'low' } },
      { type: 'file', file_id: 'file-1' },
      { type: 'file', file: { file_data: 'data:,', filename: 'x' } },
      { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
    ]
    agent.messages = [Message.User(sections)]
    expect(agent.formatHistory()[0]?.content).toBe(sections)
  })
})

describe('a history that another program has stored', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
  const nothing = { name: null, tool_calls: null, tool_call_id: null, function_call: null, reasoning_content: null }
  const stored = JSON.stringify([
    { ...nothing, role: 'developer', content: 'Be brief.' },
    { ...nothing, role: 'user', content: 'go', status: null, usage: null, omit: null },
    { ...nothing, role: 'assistant', content: null, refusal: null, audio: null, annotations: [], tool_calls: [call] },
    { ...nothing, role: 'tool', content: 'r', tool_call_id: 'a', subAgentUsage: null },
    { ...nothing, role: 'assistant', content: 'done' },
  ])

  it('is sent without the fields that are null in it', async () => {
    const { agent, requests } = stage({ turns: [fin], messages: JSON.parse(stored) as AgentNS.Message[] })
    await agent.send('more')
    expect(requests[0]?.body.messages).toEqual([
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', content: 'r', tool_call_id: 'a' },
      { role: 'assistant', content: 'done' },
      { role: 'user', content: 'more' },
    ])
  })

  it.each(['fill', 'drop'] as const)('is left alone by %s', (strategy) => {
    const messages = JSON.parse(stored) as AgentNS.Message[]
    expect(reconcileAbortedToolRounds(messages, strategy)).toEqual(JSON.parse(stored))
  })
})

describe('the request', () => {
  const bodyOf = async (options: Parameters<typeof stage>[0] = {}) => {
    const { agent, requests } = stage({ turns: [fin], ...options })
    await agent.send('go')
    return requests[0]?.body
  }

  it('is model, messages, stream and the wish for usage', async () => {
    expect(await bodyOf()).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'go' }],
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('passes modelConfig through, which can not change what is asked or how it is read', async () => {
    const modelConfig = { temperature: 0, model: 'evil', messages: [], stream: false }
    expect(await bodyOf({ modelConfig })).toMatchObject({
      temperature: 0,
      model: 'm',
      stream: true,
      messages: [{ content: 'go' }],
    })
  })

  it.each([
    [{ stream_options: null }, undefined],
    [{ stream_options: undefined }, undefined],
    [{ stream_options: { include_usage: false } }, { include_usage: false }],
  ])('with modelConfig %j asks for usage as %j', async (modelConfig, wish) => {
    expect((await bodyOf({ modelConfig }))?.['stream_options']).toEqual(wish)
  })

  it('has the tools of the vendor where the agent has none, and the tools of the agent where it has', async () => {
    const modelConfig = { tools: [{ type: 'web_search' }] }
    expect(await bodyOf({ modelConfig })).toMatchObject(modelConfig)
    const strict = new CallbackTool({ function: { ...definition('s'), strict: true } })
    const { tools } = (await bodyOf({ modelConfig, callbacks: { a: () => '' }, tools: [strict] })) ?? {}
    expect(tools).toEqual([
      { type: 'function', function: definition('a') },
      { type: 'function', function: { ...definition('s'), strict: true } },
    ])
    expect(Object.keys((await bodyOf()) ?? {})).not.toContain('tools')
  })

  it('answers calls without a result, leaves out results without a call and empty answers', async () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
    const body = await bodyOf({
      messages: [
        Message.Tool(call('gone'), 'orphan', done),
        Message.Assistant('', { ...done, tool_calls: [call('a'), call('b')] }),
        Message.User('in between'),
        Message.Tool(call('b'), 'B', done),
        Message.Assistant('', done),
      ],
    })
    expect(body?.messages.map(({ role, tool_call_id, content }) => [role, tool_call_id, content])).toEqual([
      ['assistant', undefined, ''],
      ['tool', 'a', '工具 f 没有结果。'],
      ['tool', 'b', 'B'],
      ['user', undefined, 'in between'],
      ['user', undefined, 'go'],
    ])
  })
})

describe('messages from elsewhere', () => {
  it('plain objects are as good, and get an id', async () => {
    const saved = JSON.parse(
      '[{"role":"user","content":"hi"},{"role":"assistant","content":"yo"}]',
    ) as AgentNS.Message[]
    const { agent, requests } = stage({ turns: [fin], messages: saved })
    await agent.send('go')
    expect(requests[0]?.body.messages.map(({ content }) => content)).toEqual(['hi', 'yo', 'go'])
    expect(agent.messages.every(({ id }) => id)).toBe(true)
    expect(agent.messages).toBe(saved)
  })

  it('a result written by hand reaches the model', async () => {
    const { agent, requests } = stage({
      turns: [calling('a'), fin],
      callbacks: { a: (_, ctx) => (ctx.preventDefault(), '') },
    })
    await agent.send('go')
    agent.messages[2] = Message.Tool(agent.messages[1]?.tool_calls?.[0] ?? {}, 'the user said yes')
    await agent.send('go on')
    expect(requests[1]?.body.messages[2]?.content).toBe('the user said yes')
  })

  it('a list that was saved in the middle of a run is made whole by the next one', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } }
    const messages = [Message.User('u'), Message.Assistant('', { ...done, tool_calls: [call] }), Message.Tool(call)]
    const { agent } = stage({ turns: [fin], messages })
    await agent.send('go')
    expect([outline(agent.messages), results(agent)]).toEqual(['U✓ A✓ T✓ U✓ A✓', ['用户中断了会话']])
  })

  it('a placeholder that stands last is written to, and what it said itself is replaced', async () => {
    const { agent } = stage({ turns: [fin], messages: [Message.User('u'), Message.Assistant('draft')] })
    await agent.run()
    expect(agent.messages.map(({ content }) => content)).toEqual(['u', 'fin'])
  })

  it('a finished answer that stands last is left alone', async () => {
    const { agent } = stage({ turns: [fin], messages: [Message.User('u'), Message.Assistant('said', done)] })
    await agent.run()
    expect(agent.messages.map(({ content }) => content)).toEqual(['u', 'said', 'fin'])
  })

  it('a list that a plugin replaces is the one that is answered and returned', async () => {
    const summary = [Message.User('summary')]
    const { agent, requests } = stage({
      turns: [fin],
      plugins: [{ onInnerLoopStart: (ctx) => void (ctx.agent.messages = summary) }],
    })
    expect(await agent.send('go')).toBe(summary)
    expect([requests[0]?.body.messages.map(({ content }) => content), outline(summary)]).toEqual([['summary'], 'U✓ A✓'])
  })
})

it('a list that is replaced while an answer is read still gets the answer and its results', async () => {
  const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: () => 'A' } })
  agent.events.once('parsed', () => (agent.messages = [Message.User('summary')]))
  await agent.send('go')
  expect(outline(agent.messages)).toBe('U✓ A✓ T✓ A✓')
})

describe('what streams bring', () => {
  const receive = async (...chunks: unknown[]) => {
    const { agent } = stage({ turns: [{ chunks: [...chunks, chunk({}, 'stop')] }, fin] })
    await agent.send('go')
    return agent.messages[1]
  }

  it('pictures become sections, those with an index from pieces', async () => {
    const image = (url: string, index: number) => ({ type: 'image_url', index, image_url: { url } })
    const message = await receive(
      chunk({ content: 'Look: ' }),
      chunk({ content: [image('data:a', 1)] }),
      chunk({ content: [image('b', 1), { type: 'text', text: 'nice' }] }),
      chunk({ images: [image('data:c', 2)] }),
    )
    expect(message?.content).toEqual([
      { type: 'text', text: 'Look: ' },
      image('data:ab', 1),
      { type: 'text', text: 'nice' },
      image('data:c', 2),
    ])
  })

  it('reasoning is kept under either name', async () => {
    expect(
      await receive(chunk({ reasoning: 'hm ' }), chunk({ reasoning: 'yes' }), chunk({ content: 'x' })),
    ).toMatchObject({ reasoning_content: 'hm yes', content: 'x' })
  })

  it('arguments that repeat the text so far are taken once', async () => {
    const piece = (text: string) =>
      chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: text } }] })
    const message = await receive(piece('{"a"'), piece('{"a":1'), piece('{"a":1}'))
    expect(message?.tool_calls?.[0]?.function?.arguments).toBe('{"a":1}')
  })

  it('a legacy function call is answered by a function message', async () => {
    const { agent, requests } = stage({
      turns: [
        {
          chunks: [
            chunk({ function_call: { name: 'a', arguments: '{"n"' } }),
            chunk({ function_call: { arguments: ':1}' } }),
            chunk({}, 'function_call'),
          ],
        },
        fin,
      ],
      callbacks: { a: (args) => args },
    })
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A✓ F✓ A✓')
    expect(requests[1]?.body.messages.slice(1)).toEqual([
      { role: 'assistant', content: '', function_call: { name: 'a', arguments: '{"n":1}' } },
      { role: 'function', content: '{"n":1}', name: 'a' },
    ])
  })
})
