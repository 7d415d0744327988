import { describe, expect, it } from 'vitest'

import { call, png, result, turn, user } from '../support/conversation.ts'
import { own, other, repair, contentOf } from '../support/repair.ts'

describe('what another model made', () => {
  const made = turn(other, [
    { type: 'text', text: 'Before.', textSignature: 'msg_1' },
    { type: 'thinking', thinking: 'because', thinkingSignature: 'sig' },
    { type: 'thinking', thinking: '', thinkingSignature: 'enc', redacted: true },
    { type: 'text', text: 'After.' },
    { ...call('c1'), thoughtSignature: 'sig' },
  ])
  const history = [user('go'), made, result('c1', '1')]
  const before = structuredClone(history)

  it('loses its reasoning and its signatures', () => {
    const [, kept] = repair(history)
    expect(kept).toMatchObject({ role: 'assistant', model: 'gpt-test' })
    expect(contentOf(kept)).toEqual([{ type: 'text', text: 'Before.' }, { type: 'text', text: 'After.' }, call('c1')])
    expect(history).toEqual(before)
  })

  it('keeps its reasoning as labelled text where that is asked for', () => {
    const [, kept] = repair(history, { foreignThinking: 'label' })
    const label = '\n\n<reformatted-pre-switch-reasoning>\nbecause\n</reformatted-pre-switch-reasoning>\n\n'
    expect(contentOf(kept)).toEqual([
      { type: 'text', text: 'Before.' },
      { type: 'text', text: label },
      { type: 'text', text: 'After.' },
      call('c1'),
    ])
  })

  it('keeps its reasoning as it is for a model of the same provider, where the signature is no secret', () => {
    const sibling = { ...other, id: 'gpt-sibling', input: ['text' as const] }
    const [, kept] = repair(history, { model: sibling, sharedSignatures: ['sig'] })
    expect(contentOf(kept)[1]).toEqual({ type: 'thinking', thinking: 'because', thinkingSignature: 'sig' })
  })
})

describe('what the model itself thought', () => {
  const replayed = (block: Extract<ReturnType<typeof contentOf>[number], { type: 'thinking' }>) => {
    const [, kept] = repair([user('go'), turn(own, [block, { type: 'text', text: 'So.' }])])
    return contentOf(kept).slice(0, -1)
  }

  it('is kept when only its signature is left of it', () => {
    const omitted = { type: 'thinking' as const, thinking: '', thinkingSignature: 'sig' }
    expect(replayed(omitted)).toEqual([omitted])
    const redacted = { ...omitted, redacted: true }
    expect(replayed(redacted)).toEqual([redacted])
  })

  it('is left out when nothing is left of it', () => {
    expect(replayed({ type: 'thinking', thinking: ' ' })).toEqual([])
    expect(replayed({ type: 'thinking', thinking: 'x', redacted: true })).toEqual([])
  })

  it('does not end a turn for those who refuse that', () => {
    const cut = turn(own, [
      { type: 'text', text: 'So' },
      { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
    ])
    const [, kept] = repair([user('go'), cut], { trailingThinking: 'drop' })
    expect(contentOf(kept)).toEqual([{ type: 'text', text: 'So' }])
  })
})

describe('images for a model that sees none', () => {
  const blind = { model: { ...own, input: ['text' as const] } }

  it('become a note', () => {
    const asked = turn(own, [call('c1'), call('c2')])
    const history = [
      user([png, { type: 'text', text: 'look' }]),
      asked,
      result('c1', [png, { type: 'text', text: 'a cat' }]),
      result('c2', [png]),
    ]
    expect(repair(history, blind)).toEqual([
      user([
        { type: 'text', text: 'look' },
        { type: 'text', text: '[image omitted: model does not support images]' },
      ]),
      asked,
      result('c1', [
        { type: 'text', text: 'a cat' },
        { type: 'text', text: '[tool image omitted: model does not support images]' },
      ]),
      result('c2', '(image omitted: model does not support images)'),
    ])
  })
})

describe('text', () => {
  it('is well-formed everywhere, also in the keys and values of arguments', () => {
    const asked = turn(own, [
      { type: 'text', text: 'a\ud83d' },
      call('c1', { 'k\udc00': ['x\0', { deep: '🌤\ud83d' }] }),
    ])
    const repaired = repair([user('go \ud83d🌤'), asked, result('c1', '\udc00end')])
    expect(repaired).toEqual([
      user('go 🌤'),
      turn(own, [{ type: 'text', text: 'a' }, call('c1', { k: ['x', { deep: '🌤' }] })]),
      result('c1', 'end'),
    ])
  })
})
