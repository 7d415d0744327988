import { describe, expect, it } from 'vitest'

import { deltasOf, fold, says, ends, calls, call } from '../../support/chat-chunks.ts'

describe('tool calls', () => {
  it('are kept apart by index when their fragments interleave', () => {
    const { content, stopReason } = fold([
      calls(
        { index: 0, id: 'x', function: { name: 'f', arguments: '{"a"' } },
        { index: 1, id: 'y', function: { name: 'g', arguments: '{"b"' } },
      ),
      calls({ index: 1, function: { arguments: ':2}' } }, { index: 0, function: { arguments: ':1}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([call('x', 'f', { a: 1 }), call('y', 'g', { b: 2 })])
    expect(stopReason).toBe('toolUse')
  })

  it('are told by their id where the index is missing, or used twice', () => {
    for (const index of [undefined, 0]) {
      const at = index === undefined ? {} : { index }
      const { content } = fold([
        calls({ ...at, id: 'x', function: { name: 'f', arguments: '{"a":' } }),
        calls({ ...at, function: { arguments: '1}' } }),
        calls({ ...at, id: 'y', function: { name: 'f', arguments: '{}' } }),
        ends('tool_calls'),
      ])
      expect(content).toEqual([call('x', 'f', { a: 1 }), call('y', 'f', {})])
    }
  })

  it('are told by their name where there is neither index nor id', () => {
    const { content } = fold([
      calls({ function: { name: 'f', arguments: { a: 1 } } }, { function: { name: 'f', arguments: { a: 2 } } }),
      ends('stop'),
    ])
    expect(content).toEqual([call('call_r-1_0', 'f', { a: 1 }), call('call_r-1_1', 'f', { a: 2 })])
  })

  it('wait for a name that comes after the id, and keep arguments that came before it', () => {
    const { content } = fold([
      calls({ index: 0, id: 'x', function: { arguments: '{"a":' } }),
      calls({ index: 0, function: { name: 'f', arguments: '1}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([call('x', 'f', { a: 1 })])
  })

  it('take a repeated name and id for a repeat', () => {
    const fragment = (text: string) => calls({ index: 0, id: 'x', function: { name: 'read', arguments: text } })
    expect(fold([fragment('{"p":'), fragment('"a"}'), ends('tool_calls')]).content).toEqual([
      call('x', 'read', { p: 'a' }),
    ])
  })

  it('go on under the ids that some vendors give each piece of a call', () => {
    const { content } = fold([
      calls({ index: 0, id: 'a', function: { name: 'weather', arguments: '' } }),
      calls({ index: 0, id: 'b', function: { arguments: '{"city":' } }),
      calls({ index: 0, id: 'c', function: { arguments: '"Oslo"}' } }),
      calls({ index: 1, id: 'd', function: { name: 'time', arguments: '{}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([call('a', 'weather', { city: 'Oslo' }), call('d', 'time', {})])
  })

  it('without a name are none', () => {
    const { content, stopReason } = fold([
      calls({ index: 0, id: 'x', function: { arguments: '{}' } }),
      ends('tool_calls'),
    ])
    expect(content).toEqual([])
    expect(stopReason).toBe('stop')
  })

  it('that a limit cut keep the limit as the reason', () => {
    const { content, stopReason } = fold([
      calls({ index: 0, id: 'x', function: { name: 'f', arguments: '{"a' } }),
      ends('length'),
    ])
    expect(stopReason).toBe('length')
    expect(content).toMatchObject([{ arguments: {}, argumentsError: expect.stringContaining('{"a') }])
  })

  it('whose deltas repeat the text so far are read with the provider quirk on', () => {
    const fragment = (text: string) => calls({ index: 0, id: 'x', function: { name: 'f', arguments: text } })
    const chunks = [fragment('{"a"'), fragment('{"a":1'), fragment('{"a":1}'), ends('tool_calls')]
    expect(fold(chunks, { cumulativeArguments: true }).content).toEqual([call('x', 'f', { a: 1 })])
  })

  it('of the legacy kind say so', () => {
    const chunks = [
      says({ function_call: { name: 'f', arguments: '{"a"' } }),
      says({ function_call: { arguments: ':1}' } }),
      ends('function_call'),
    ]
    expect(deltasOf(chunks).find(({ type }) => type === 'toolcall_start')).toMatchObject({ name: 'f', legacy: true })
    expect(fold(chunks)).toMatchObject({ content: [{ name: 'f', arguments: { a: 1 } }], stopReason: 'toolUse' })
  })
})

describe('what must go back as it came (decision 55)', () => {
  const extra = { google: { thought_signature: 'SIG' } }
  const text = (index: number, more: object) => ({ type: 'reasoning.text', index, ...more })

  it('is kept of calls, with the details that belong to them', () => {
    const sealed = { type: 'reasoning.encrypted', data: 'x', id: 'c1' }
    const { content } = fold([
      says({ reasoning_details: [sealed] }),
      calls({ index: 0, id: 'c1', function: { name: 'f', arguments: '{}' }, extra_content: extra }),
      calls({ index: 1, id: 'c2', function: { name: 'g', arguments: '{}' } }),
      calls({ index: 1, extra_content: extra }),
      ends('tool_calls'),
    ])
    expect(content).toMatchObject([
      { name: 'f', thoughtSignature: JSON.stringify({ extra_content: extra, details: [sealed] }) },
      { name: 'g', thoughtSignature: JSON.stringify({ extra_content: extra }) },
    ])
  })

  it('is all of the details, fragments of one joined, as soon as one is signed', () => {
    const { content } = fold([
      says({ reasoning: 'a', reasoning_details: [text(0, { text: 'a', format: 'x' })] }),
      says({ reasoning: 'b', reasoning_details: [text(0, { text: 'b', format: null })] }),
      says({ reasoning_details: [text(0, { signature: 's1' })] }),
      says({ reasoning: 'c', reasoning_details: [text(1, { text: 'c' })] }),
      ends('stop'),
    ])
    const details = [text(0, { text: 'ab', format: 'x', signature: 's1' }), text(1, { text: 'c' })]
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'abc', thinkingSignature: JSON.stringify({ field: 'reasoning', details }) },
    ])
  })
})
