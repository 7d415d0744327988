import { describe, expect, it } from 'vitest'

import { createOpenAIChatNormalizer } from '#src/apis/openai-completions/normalize.ts'

import { fold, says, ends, calls, call } from '../../support/chat-chunks.ts'

describe('text and reasoning', () => {
  it('follow one another as blocks of their own', () => {
    const { content } = fold([
      says({ reasoning_content: 'hm' }),
      says({ content: 'yes' }),
      says({ reasoning_content: 'hm!' }),
      ends('stop'),
    ])
    expect(content).toEqual([
      { type: 'thinking', thinking: 'hm', thinkingSignature: 'reasoning_content' },
      { type: 'text', text: 'yes' },
      { type: 'thinking', thinking: 'hm!', thinkingSignature: 'reasoning_content' },
    ])
  })

  it('count reasoning once that comes in two fields of one delta', () => {
    const detail = { type: 'reasoning.text', text: 'hm' }
    const { content } = fold([says({ reasoning: 'hm', reasoning_details: [detail] }), ends('stop')])
    expect(content).toEqual([{ type: 'thinking', thinking: 'hm', thinkingSignature: 'reasoning' }])
  })

  it('show reasoning that comes in details only', () => {
    const { content } = fold([
      says({ reasoning_details: [{ type: 'reasoning.summary', summary: 'hm' }] }),
      ends('stop'),
    ])
    expect(content).toEqual([{ type: 'thinking', thinking: 'hm', thinkingSignature: 'reasoning_details' }])
  })

  it('keep signatures and encrypted reasoning with their block', () => {
    const signed = { type: 'reasoning.text', signature: 'sig' }
    const { content } = fold([
      says({ reasoning: 'hm' }),
      says({ reasoning_details: [signed] }),
      says({ content: 'a' }),
      ends('stop'),
    ])
    expect(content[0]).toEqual({
      type: 'thinking',
      thinking: 'hm',
      thinkingSignature: JSON.stringify({ field: 'reasoning', details: [signed] }),
    })
    const sealed = { type: 'reasoning.encrypted', data: 'abc' }
    expect(fold([says({ reasoning_details: [sealed] }), ends('stop')]).content).toEqual([
      {
        type: 'thinking',
        thinking: '',
        redacted: true,
        thinkingSignature: JSON.stringify({ field: 'reasoning_details', details: [sealed] }),
      },
    ])
  })

  it('keep encrypted reasoning with the call whose id it carries', () => {
    const sealed = { type: 'reasoning.encrypted', id: 'c1', data: 'abc' }
    const { content } = fold([
      says({ reasoning_details: [sealed] }),
      calls({ index: 0, id: 'c1', function: { name: 'f', arguments: '{}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([{ ...call('c1', 'f', {}), thoughtSignature: JSON.stringify(sealed) }])
  })

  it('are read from lists of parts', () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }
    const { content } = fold([
      says({ content: [thinking] }),
      says({ content: [{ type: 'text', text: 'yes' }] }),
      ends('stop'),
    ])
    expect(content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'yes' },
    ])
  })

  it('are told apart by tags, however these are cut, where the model has them', () => {
    const pieces = ['<th', 'ink>', '\nplan <b>', ' more</thi', 'nk>\n\nanswer <', ' done']
    const { content } = fold([...pieces.map((text) => says({ content: text })), ends('stop')], { thinkTags: true })
    expect(content).toEqual([
      { type: 'thinking', thinking: 'plan <b> more' },
      { type: 'text', text: 'answer < done' },
    ])
  })
})

it('an interleaved second choice, and chunks without choices or delta, are no content', () => {
  const { content } = fold([
    { choices: [] },
    {},
    { choices: [{ index: 0 }] },
    { choices: [{ index: 1, delta: { content: 'b' } }] },
    says({ content: 'a' }),
    ends('stop'),
  ])
  expect(content).toEqual([{ type: 'text', text: 'a' }])
})

it('the first choice is the one of index 0, wherever it stands', () => {
  const { content } = fold([
    {
      choices: [
        { index: 1, delta: { content: 'b' } },
        { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
      ],
    },
  ])
  expect(content).toEqual([{ type: 'text', text: 'a' }])
})

it('a response that comes whole is read; a message beside deltas only repeats them', () => {
  const tool_calls = [{ id: 'c', function: { name: 'f', arguments: '{}' } }]
  expect(fold([{ choices: [{ message: { content: 'a', tool_calls }, finish_reason: 'tool_calls' }] }])).toMatchObject({
    content: [{ type: 'text', text: 'a' }, call('c', 'f', {})],
    stopReason: 'toolUse',
  })
  const beside = { choices: [{ delta: { content: 'b' }, message: { content: 'ab' } }] }
  const last = { choices: [{ message: { content: 'ab' }, finish_reason: 'stop' }] }
  expect(fold([says({ content: 'a' }), beside, last]).content).toEqual([{ type: 'text', text: 'ab' }])
})

it('the state comes back as it was while a block grows', () => {
  const { initial, reduce } = createOpenAIChatNormalizer()
  const [open] = reduce(initial, says({ content: 'a' }))
  expect(reduce(open, says({ content: 'b' }))[0]).toBe(open)
})

describe('think tags (decision 64)', () => {
  const tagged = (thinkTags: boolean | 'open', ...pieces: string[]) =>
    fold([...pieces.map((content) => says({ content })), ends('stop')], { thinkTags }).content

  it('that close and were never opened are taken out', () => {
    expect(tagged(true, 'Let me count.\n</thi', 'nk>\n\nSeven.')).toEqual([
      { type: 'text', text: 'Let me count.\nSeven.' },
    ])
  })

  it('need no beginning where the model begins inside its thinking', () => {
    expect(tagged('open', 'Let me count.\n</thi', 'nk>\n\nSeven.')).toEqual([
      { type: 'thinking', thinking: 'Let me count.\n' },
      { type: 'text', text: 'Seven.' },
    ])
  })
})
