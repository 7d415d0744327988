import { describe, expect, it } from 'vitest'

import type { GoogleChunk } from '#src/apis/google-generative-ai/wire.ts'

import { deltasOf, parts, finish, blocksOf, outcomeOf } from '../../support/google-deltas.ts'

describe('calls of Gemini', () => {
  it('come whole: start, signature, arguments, end', () => {
    const call = { functionCall: { id: 'adeuph8e', name: 'get', args: { city: 'Oslo' } }, thoughtSignature: 'c2ln' }
    expect(blocksOf(call)).toEqual([
      { type: 'toolcall_start', contentIndex: 0, id: 'adeuph8e', name: 'get' },
      { type: 'toolcall_signature', contentIndex: 0, signature: 'c2ln' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '{"city":"Oslo"}' },
      { type: 'toolcall_end', contentIndex: 0 },
    ])
  })

  it('end the text before them', () => {
    expect(
      blocksOf({ text: 'Let me look.' }, { functionCall: { id: 'a', name: 'get' } }).map(({ type }) => type),
    ).toEqual(['text_start', 'text_delta', 'text_end', 'toolcall_start', 'toolcall_delta', 'toolcall_end'])
  })

  it('have empty arguments where none are sent', () => {
    expect(blocksOf({ functionCall: { id: 'a', name: 'now' } })[1]).toEqual({
      type: 'toolcall_delta',
      contentIndex: 0,
      delta: '{}',
    })
  })

  it('get ids of their own where the provider gives none or repeats one', () => {
    const first: GoogleChunk = {
      responseId: 'r-1',
      ...parts({ functionCall: { name: 'get' } }, { functionCall: { id: 'a', name: 'get' } }),
    }
    const starts = deltasOf(first, parts({ functionCall: { id: 'a', name: 'get' } }), finish('STOP')).filter(
      ({ type }) => type === 'toolcall_start',
    )
    expect(starts).toMatchObject([{ id: 'gemini_r-1_0' }, { id: 'a' }, { id: 'gemini_r-1_2' }])
  })

  it('get ids that differ from turn to turn where the response has no id either', () => {
    const idsOf = (promptTokenCount: number) =>
      deltasOf({ ...parts({ functionCall: { name: 'get' } }), usageMetadata: { promptTokenCount } }).flatMap((delta) =>
        delta.type === 'toolcall_start' ? [delta.id] : [],
      )
    expect([...idsOf(20), ...idsOf(41)]).toEqual(['gemini_20_0', 'gemini_41_0'])
  })

  it('may have arguments that are text, which is read as such and never spread', () => {
    const call = (args: string) => blocksOf({ functionCall: { id: 'a', name: 'f', args } })[1]
    expect(call('{"city":"Oslo"}')).toEqual({ type: 'toolcall_delta', contentIndex: 0, delta: '{"city":"Oslo"}' })
    expect(call('Oslo')).toEqual({ type: 'toolcall_delta', contentIndex: 0, delta: 'Oslo' })
  })

  it('are no calls without a name', () => {
    expect(blocksOf({ functionCall: {} }, { functionCall: { id: 'a', name: '', args: { b: 1 } } })).toEqual([])
  })

  it('make the message one that ends in tool use, though the provider says STOP', () => {
    const call = parts({ functionCall: { id: 'a', name: 'now' } })
    expect(outcomeOf(call, finish('STOP'))).toEqual({ type: 'done', reason: 'toolUse', rawStopReason: 'STOP' })
    expect(outcomeOf(call, finish('MAX_TOKENS'))).toEqual({
      type: 'done',
      reason: 'length',
      rawStopReason: 'MAX_TOKENS',
    })
    expect(outcomeOf(call, finish('SAFETY'))).toMatchObject({ type: 'error', code: 'refusal' })
  })

  it('are put together when their arguments come value by value', () => {
    const deltas = blocksOf(
      { functionCall: { id: 'a', name: 'save', willContinue: true }, thoughtSignature: 'c2ln' },
      {
        functionCall: {
          partialArgs: [{ jsonPath: '$.name', stringValue: 'Os', willContinue: true }],
          willContinue: true,
        },
      },
      { functionCall: { partialArgs: [{ jsonPath: '$.name', stringValue: 'lo' }], willContinue: true } },
      {
        functionCall: {
          partialArgs: [
            { jsonPath: '$.spots[0].at', numberValue: 59.9 },
            { jsonPath: "$['is a capital']", boolValue: true },
            { jsonPath: '$.note', nullValue: 'NULL_VALUE' },
          ],
          willContinue: true,
        },
      },
      { functionCall: {} },
    )
    expect(deltas).toEqual([
      { type: 'toolcall_start', contentIndex: 0, id: 'a', name: 'save' },
      { type: 'toolcall_signature', contentIndex: 0, signature: 'c2ln' },
      {
        type: 'toolcall_delta',
        contentIndex: 0,
        delta: '{"name":"Oslo","spots":[{"at":59.9}],"is a capital":true,"note":null}',
      },
      { type: 'toolcall_end', contentIndex: 0 },
    ])
  })

  it('whose last piece never comes have arguments that nobody can take for whole', () => {
    const open = { functionCall: { id: 'a', name: 'rm', args: { path: '/tmp' }, willContinue: true } }
    expect(blocksOf(open)).toContainEqual({ type: 'toolcall_delta', contentIndex: 0, delta: '{"path":"/tmp"' })
    expect(blocksOf(open, { text: 'Done.' })).toContainEqual({
      type: 'toolcall_delta',
      contentIndex: 0,
      delta: '{"path":"/tmp"',
    })
  })
})
