import { describe, expect, it } from 'vitest'

import type { ToolChoice } from '#src/options/options.ts'

import { result, turn, user } from '../../support/conversation.ts'
import { read, call, hello, strictGoogle } from '../../support/google-requests.ts'

const { modelOf, sent, contentsOf } = strictGoogle()

describe('calls of Gemini 3', () => {
  const gemini3 = () => modelOf('gemini-3.5-flash')
  const partsOf = async (...content: Parameters<typeof turn>[1]) => {
    const results = content.flatMap((block) => (block.type === 'toolCall' ? [result(block.id, 'x')] : []))
    const contents = await contentsOf(gemini3().id, user('Go'), turn(gemini3(), content), ...results)
    return (contents as { parts: unknown[] }[])[1]?.parts
  }

  it('go back with the ids that the model gave, and without those that are ours', async () => {
    expect(await partsOf(call('adeuph8e', { thoughtSignature: 'c2ln' }))).toEqual([
      { functionCall: { id: 'adeuph8e', name: 'weather', args: { path: 'adeuph8e' } }, thoughtSignature: 'c2ln' },
    ])
    expect(await partsOf(call('gemini_r1_0', { thoughtSignature: 'c2ln' }))).toEqual([
      { functionCall: { name: 'weather', args: { path: 'gemini_r1_0' } }, thoughtSignature: 'c2ln' },
    ])
  })

  it('are excused from the signature check when nobody signed them', async () => {
    expect(await partsOf(call('a'), call('b'))).toMatchObject([
      { thoughtSignature: 'skip_thought_signature_validator' },
      { thoughtSignature: 'skip_thought_signature_validator' },
    ])
  })

  it('stay as they came when the first is signed for all', async () => {
    const [first, second] = (await partsOf(call('a', { thoughtSignature: 'c2ln' }), call('b'))) ?? []
    expect(first).toHaveProperty('thoughtSignature', 'c2ln')
    expect(second).not.toHaveProperty('thoughtSignature')
  })

  it('come without id and signature from another model', async () => {
    const claude = { api: 'anthropic-messages', provider: 'anthropic', id: 'claude-sonnet-4-6' }
    const said = turn(claude, [call('toolu_01', { thoughtSignature: 'b3RoZXI=' })])
    expect(await contentsOf(gemini3().id, user('Go'), said, result('toolu_01', 'x'))).toEqual([
      { role: 'user', parts: [{ text: 'Go' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { name: 'weather', args: { path: 'toolu_01' } },
            thoughtSignature: 'skip_thought_signature_validator',
          },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { output: 'x' } } }] },
    ])
  })
})

describe('tools of Gemini', () => {
  it('are declared with their whole JSON Schema', async () => {
    expect((await sent(modelOf('gemini-2.5-flash'), { ...hello, tools: [read] }))['tools']).toEqual([
      { functionDeclarations: [{ name: 'weather', description: 'Reads', parametersJsonSchema: read.parameters }] },
    ])
  })

  it('are declared in the OpenAPI subset for models that know no other, and without parameters where they take none', async () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    const strict = { ...read, parameters: { $schema, ...read.parameters, additionalProperties: false } }
    const none = { name: 'now', description: 'Tells the time', parameters: { type: 'object', properties: {} } }
    expect((await sent(modelOf('gemini-1.5-flash'), { ...hello, tools: [strict, none] }))['tools']).toEqual([
      {
        functionDeclarations: [
          {
            name: 'weather',
            description: 'Reads',
            parameters: { type: 'object', properties: { path: { type: 'string' } } },
          },
          { name: 'now', description: 'Tells the time' },
        ],
      },
    ])
  })

  it.each<[ToolChoice, object]>([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
    ['any', { mode: 'ANY' }],
    ['required', { mode: 'ANY' }],
    [
      { type: 'tool', name: 'weather' },
      { mode: 'ANY', allowedFunctionNames: ['weather'] },
    ],
    [
      { type: 'function', function: { name: 'weather' } },
      { mode: 'ANY', allowedFunctionNames: ['weather'] },
    ],
  ])('are chosen by %o', async (toolChoice, functionCallingConfig) => {
    const body = await sent(modelOf('gemini-2.5-flash'), { ...hello, tools: [read] }, { toolChoice })
    expect(body['toolConfig']).toEqual({ functionCallingConfig })
  })

  it('are not chosen where there are none', async () => {
    expect(await sent(modelOf('gemini-2.5-flash'), hello, { toolChoice: 'any' })).not.toHaveProperty('toolConfig')
  })
})
