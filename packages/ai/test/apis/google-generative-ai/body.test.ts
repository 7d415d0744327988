import { describe, expect, it } from 'vitest'

import { png, result, turn, user } from '../../support/conversation.ts'
import { call, hello, strictGoogle } from '../../support/google-requests.ts'

const { modelOf, sent, contentsOf } = strictGoogle()

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

  it('opens the first turn of Gemma with the system prompt, for which it has no field', async () => {
    const body = await sent(modelOf('gemma-3-27b-it'), { systemPrompt: 'Be brief.', ...hello })
    expect(body).not.toHaveProperty('systemInstruction')
    expect(body).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'Be brief.' }, { text: 'Hello' }] }] })
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

it('of a model without a limit, and with a blank prompt, says neither', async () => {
  const model = { ...modelOf('gemini-2.5-flash'), maxTokens: 0 }
  const body = await sent(model, { systemPrompt: ' \n', ...hello })
  expect(body).toEqual({ contents: body['contents'], generationConfig: {} })
})
