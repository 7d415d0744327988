import { describe, expect, it } from 'vitest'

import {
  user,
  question,
  turn,
  result,
  said,
  picture,
  reasoning,
  thought,
  calling,
  strictResponses,
} from '../../support/responses-requests.ts'

const { plain, thinker, bodyOf, inputOf } = strictResponses()

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

  it('of another provider goes with legal ids and without its reasoning', async () => {
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

  it('of another provider of this API gives its items ids of their own', async () => {
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

  it('gives ids that the provider would refuse another form', async () => {
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

  it('tells a model without eyes that there was an image', async () => {
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
