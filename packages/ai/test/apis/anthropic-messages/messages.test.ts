import { describe, expect, it } from 'vitest'

import type { AnthropicOptions } from '#src/apis/anthropic-messages/options.ts'
import type { Context } from '#src/options/options.ts'

import { noCache, strictAnthropic } from '../../support/anthropic-requests.ts'
import { call, png, result, turn, user } from '../../support/conversation.ts'

const { modelOf, sent } = strictAnthropic()

describe('messages', () => {
  const messagesFor = async (context: Context, options: AnthropicOptions = noCache) =>
    (await sent(modelOf(), context, options))['messages']

  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }

  it('of the user may hold images', async () => {
    const jpg = { ...png, mimeType: 'image/jpg' }
    expect(await messagesFor({ messages: [user([{ type: 'text', text: 'look' }, png, jpg])] })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          image,
          { ...image, source: { ...image.source, media_type: 'image/jpeg' } },
        ],
      },
    ])
  })

  it('of the assistant give back thinking as it came', async () => {
    const said = turn(modelOf(), [
      { type: 'thinking', thinking: 'because', thinkingSignature: 'sig' },
      { type: 'thinking', thinking: '', thinkingSignature: 'omitted' },
      { type: 'thinking', thinking: '[Reasoning redacted]', thinkingSignature: 'enc', redacted: true },
      { type: 'text', text: 'Looking.' },
      call('c1', { city: 'Oslo' }),
    ])
    expect(await messagesFor({ messages: [user('go'), said, result('c1', 'rain')] })).toEqual([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'because', signature: 'sig' },
          { type: 'thinking', thinking: '', signature: 'omitted' },
          { type: 'redacted_thinking', data: 'enc' },
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'rain', is_error: false }] },
    ])
  })

  it('of the assistant hold thinking that nobody signed as text', async () => {
    const said = turn(modelOf(), [
      { type: 'thinking', thinking: 'because' },
      { type: 'text', text: 'So.' },
    ])
    const [, assistant] = (await messagesFor({ messages: [user('go'), said, user('and?')] })) as object[]
    expect(assistant).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'because' },
        { type: 'text', text: 'So.' },
      ],
    })
  })

  it('of the assistant in a row are one', async () => {
    const said = (text: string) => turn(modelOf(), [{ type: 'text', text }])
    const [, assistant] = (await messagesFor({
      messages: [user('go'), said('One.'), said('Two.'), user('and?')],
    })) as object[]
    expect(assistant).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.' },
      ],
    })
  })

  it('of the assistant that are to be gone on with do not end in white space', async () => {
    const begun = turn(modelOf(), [{ type: 'text', text: 'Once upon \n' }])
    const [, assistant] = (await messagesFor({ messages: [user('go'), begun] })) as object[]
    expect(assistant).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Once upon' }] })
  })

  it('of the assistant do not end in thinking, nor in thinking before a text that says nothing', async () => {
    const content = [
      { type: 'text', text: 'Yes.' },
      { type: 'thinking', thinking: 'Hm', thinkingSignature: 'sig' },
      { type: 'text', text: '', textSignature: 'sig' },
    ] as const
    const messages = [user('go'), turn(modelOf(), [...content]), user('on')]
    const [, assistant] = (await messagesFor({ messages })) as object[]
    expect(assistant).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] })
  })

  it('of the user in a row are left to Anthropic to join, and joined for others', async () => {
    const context = { messages: [user('one'), user([{ type: 'text', text: 'two' }])] }
    const joined = [{ role: 'user', content: ['one', 'two'].map((text) => ({ type: 'text', text })) }]
    expect(await messagesFor(context)).toEqual(joined)
    const vertex = await sent(modelOf({ provider: 'google-vertex' }), context, noCache)
    expect(vertex['messages']).toEqual([
      { role: 'user', content: 'one' },
      { role: 'user', content: [{ type: 'text', text: 'two' }] },
    ])
  })

  it('of tools are one, with what the user says next behind all results', async () => {
    const asked = turn(modelOf(), [call('c1'), call('c2'), call('c3'), call('c4')])
    const results = [
      result('c1', [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
      result('c2', [png]),
      result('c3', [png, { type: 'text', text: 'broken' }], true),
      result('c4', []),
    ]
    const [, , answers] = (await messagesFor({
      messages: [user('go'), asked, ...results, user('hurry')],
    })) as object[]
    expect(answers).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'a\nb', is_error: false },
        {
          type: 'tool_result',
          tool_use_id: 'c2',
          content: [{ type: 'text', text: '(see attached image)' }, image],
          is_error: false,
        },
        { type: 'tool_result', tool_use_id: 'c3', content: 'broken', is_error: true },
        { type: 'tool_result', tool_use_id: 'c4', content: '', is_error: false },
        image,
        { type: 'text', text: 'hurry' },
      ],
    })
  })
})
