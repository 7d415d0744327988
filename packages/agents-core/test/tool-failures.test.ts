import { describe, expect, it } from 'vitest'

import type { AgentPlugin, ToolCallContext } from '#src/index.ts'

import { calling, outline, results, type Setting, stage } from './support/stage.ts'

const done = { text: 'done' }
const failing = (text: string) => () => {
  throw new Error(text)
}
const send = async (setting: Setting) => {
  const staged = stage(setting)
  await staged.agent.send('go')
  return { ...staged, outline: outline(staged.agent.messages), results: results(staged.agent) }
}

describe('malformed arguments', () => {
  const broken = { calls: [{ id: 'c1', name: 'a', raw: '{"city":' }] }

  it('are told to hook and model, and the run goes on', async () => {
    const seen: Pick<ToolCallContext, 'parseError' | 'parsedArgs'>[] = []
    const watch: AgentPlugin = {
      onToolCall: ({ parseError, parsedArgs }) => void seen.push({ parseError, parsedArgs }),
    }
    const played = await send({ turns: [broken, done], callbacks: { a: () => 'ran' }, plugins: [watch] })
    expect(seen).toEqual([{ parseError: expect.stringMatching(/JSON/), parsedArgs: undefined }])
    expect(played.results).toEqual([expect.stringContaining('参数解析错误')])
    expect([played.outline, played.count('exec:a'), played.requests.length]).toEqual(['U✓ A✓ T✓ A✓', 0, 2])
  })

  it('end the run without a hook when they are not allowed', async () => {
    const played = await send({ turns: [broken, done], callbacks: { a: () => 'ran' }, allowJsonParseError: false })
    expect([played.outline, played.count('onToolCall'), played.count('exec:a'), played.requests.length]).toEqual([
      'U✓ A✓ T✗',
      0,
      0,
      1,
    ])
  })

  it.each([
    ['', {}],
    [' \n', {}],
    ['null', {}],
    ['{"n":1}', { n: 1 }],
  ])('%j is no malformed text', async (raw, args) => {
    const given: unknown[] = []
    await send({
      turns: [{ calls: [{ id: 'c1', name: 'a', raw }] }, done],
      callbacks: { a: (got) => void given.push(got) },
    })
    expect(given).toEqual([args])
  })

  it.each(['[1]', '5', '"text"'])('%s is no object, so the tool is not run', async (raw) => {
    const played = await send({
      turns: [{ calls: [{ id: 'c1', name: 'a', raw }] }, done],
      callbacks: { a: () => 'ran' },
    })
    expect([played.count('exec:a'), played.outline]).toEqual([0, 'U✓ A✓ T✓ A✓'])
  })
})

describe.each<[string, Setting]>([
  ['a tool throws', { turns: [calling('a'), done], callbacks: { a: failing('disk full') } }],
  [
    'onToolCall throws',
    { turns: [calling('a'), done], callbacks: { a: () => 'ran' }, plugins: [{ onToolCall: failing('disk full') }] },
  ],
  ['onUnknownTool throws', { turns: [calling('nope'), done], plugins: [{ onUnknownTool: failing('disk full') }] }],
])('%s', (_, setting) => {
  it('and the model is told; the run goes on', async () => {
    const played = await send(setting)
    const name = setting.callbacks ? 'a' : 'nope'
    expect([played.outline, played.results, played.count('exec:a')]).toEqual([
      'U✓ A✓ T✓ A✓',
      [`执行工具 ${name} 时出错：disk full`],
      setting.plugins ? 0 : 1,
    ])
  })

  it('and the run ends with the bare reason when failures are not allowed', async () => {
    const played = await send({ ...setting, allowJsonParseError: false })
    expect([played.outline, played.results, played.requests.length]).toEqual(['U✓ A✓ T✗', ['disk full'], 1])
  })
})

describe.each([true, false])('with allowJsonParseError %s', (allowJsonParseError) => {
  it('unknown and rejected tools are answered and the run goes on', async () => {
    const played = await send({
      turns: [calling('nope', 'a'), done],
      callbacks: { a: () => 'ran' },
      plugins: [{ onToolCall: ({ tool }) => (tool ? 'rejected' : undefined) }],
      allowJsonParseError,
    })
    expect(played.results).toEqual(['未知工具 "nope"。可用的工具：a。', 'rejected'])
    expect([played.outline, played.count('exec:a')]).toEqual(['U✓ A✓ T✓ T✓ A✓', 0])
  })
})

it('one tool that fails does not keep the others from finishing', async () => {
  const later = () => new Promise((resolve) => setTimeout(() => resolve('B'), 5))
  const played = await send({
    turns: [calling('a', 'b'), done],
    callbacks: { a: failing('x'), b: later },
    allowJsonParseError: false,
  })
  expect([played.outline, played.results]).toEqual(['U✓ A✓ T✗ T✓', ['x', 'B']])
})

it('what is thrown that is no Error is told as text', async () => {
  const played = await send({ turns: [calling('a'), done], callbacks: { a: () => Promise.reject('just text') } })
  expect(played.results).toEqual(['执行工具 a 时出错：just text'])
})

it('an unanswered call is answered on the wire, and stays as it is in the messages', async () => {
  const { agent, requests } = stage({
    turns: [calling('a'), done],
    callbacks: { a: failing('x') },
    allowJsonParseError: false,
  })
  await agent.send('go')
  await agent.send('again')
  expect(requests[1]?.body.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'go'],
    ['assistant', ''],
    ['tool', '工具 a 没有结果。'],
    ['user', 'again'],
  ])
  expect(outline(agent.messages)).toBe('U✓ A✓ T✗ U✓ A✓')
})

describe('preventDefault', () => {
  it.each<[string, Setting]>([
    ['by a tool', { callbacks: { a: (_, ctx) => (ctx.preventDefault(), 'shown') } }],
    ['by a hook that rejects', { plugins: [{ onToolCall: (ctx) => (ctx.preventDefault(), 'wait') }] }],
    [
      'by a tool that fails',
      {
        callbacks: {
          a: (_, ctx) => {
            ctx.preventDefault()
            throw new Error('x')
          },
        },
      },
    ],
  ])('%s stops the run after the round', async (_, setting) => {
    const played = await send({ turns: [calling('a'), done], callbacks: { a: () => '' }, ...setting })
    expect([played.outline, played.requests.length]).toEqual(['U✓ A✓ T✓', 1])
  })
})

describe('a response that was cut by its length', () => {
  const cut = { calls: [{ id: 'c1', name: 'a', raw: '{"n":1}' }], finish: 'length' }

  it.each(['length', 'max_tokens', 'model_length'])('(%s) has no call run, and the model is told', async (finish) => {
    const played = await send({ turns: [{ ...cut, finish }, done], callbacks: { a: () => 'ran' } })
    expect([played.count('exec:a'), played.count('onToolCall'), played.outline]).toEqual([0, 0, 'U✓ A✓ T✓ A✓'])
    expect(played.results).toEqual([expect.stringContaining('未执行')])
  })

  it('ends the run when it happens twice in a row', async () => {
    const played = await send({ turns: [cut, cut, done], callbacks: { a: () => 'ran' } })
    expect([played.requests.length, played.outline]).toEqual([2, 'U✓ A✓ T✓ A✓ T✓'])
  })
})
