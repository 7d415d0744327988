import { describe, expect, it } from 'vitest'

import { type ApprovalDecision, type ApprovalOptions, ApprovalPlugin, type ApprovalRequest } from '#src/index.ts'

import { chunk, type Turn } from '../support/scripted-client.ts'
import { calling, gate, outline, results, stage } from '../support/stage.ts'

const fin: Turn = { text: 'fin' }
const rm: Turn = { calls: [{ id: 'c1', name: 'rm', args: { path: '/' } }] }

const play = async (options: ApprovalOptions, turns: Turn[] = [rm, fin]) => {
  const given: unknown[] = []
  const plugin = new ApprovalPlugin(options)
  const staged = stage({
    turns,
    callbacks: { rm: (args) => (given.push(args), 'removed'), ls: () => 'files' },
    plugins: [plugin],
  })
  await staged.agent.send('go')
  return { ...staged, plugin, given }
}
const answering = (decision: ApprovalDecision): ApprovalOptions => ({ ask: () => decision })

describe('ApprovalPlugin', () => {
  it('asks with what is to be run, and runs what is allowed', async () => {
    const asked: ApprovalRequest[] = []
    const { agent, given, plugin } = await play({ ask: async (request) => (asked.push(request), { type: 'allow' }) })
    const messageId = agent.messages[1]?.id
    const place = { id: `${messageId}:0`, messageId, position: 0 }
    expect(asked).toEqual([{ ...place, callId: 'c1', name: 'rm', arguments: { path: '/' } }])
    expect([given, results(agent), plugin.pending]).toEqual([[{ path: '/' }], ['removed'], []])
  })

  it.each<[ApprovalDecision, Partial<ApprovalOptions>, string]>([
    [{ type: 'deny' }, {}, '用户拒绝了对 rm 的调用。'],
    [{ type: 'deny', reason: 'not that one' }, {}, 'not that one'],
    [{ type: 'deny', reason: 'r' }, { deniedText: (name, reason) => `${name}: ${reason}` }, 'rm: r'],
  ])('tells the model of %j', async (decision, options, text) => {
    const { agent, given, requests } = await play({ ...answering(decision), ...options })
    expect([given, results(agent), requests.length]).toEqual([[], [text], 2])
  })

  it('runs other arguments, which then stand in the history', async () => {
    const { agent, given, requests } = await play(answering({ type: 'edit', arguments: { path: '/tmp' } }))
    expect([given, results(agent)]).toEqual([[{ path: '/tmp' }], ['removed']])
    expect(requests[1]?.body.messages[1]?.tool_calls?.[0]?.function?.arguments).toBe('{"path":"/tmp"}')
  })

  it('asks only about what needs approval, never about what would not run', async () => {
    const asked: string[] = []
    const turns: Turn[] = [
      {
        calls: [
          { id: 'c1', name: 'rm' },
          { id: 'c2', name: 'ls' },
          { id: 'c3', name: 'nope' },
          { id: 'c4', name: 'rm', raw: '{' },
        ],
      },
      fin,
    ]
    await play(
      { ask: ({ callId }) => (asked.push(callId), { type: 'allow' }), needsApproval: ({ name }) => name === 'rm' },
      turns,
    )
    expect(asked).toEqual(['c1'])
  })

  it('fails closed when the callback fails', async () => {
    const { agent, given, plugin } = await play({ ask: () => Promise.reject(new Error('dialog crashed')) })
    expect([given, results(agent), plugin.pending]).toEqual([[], ['执行工具 rm 时出错：dialog crashed'], []])
  })

  it('is not waited for after an abort, and nothing stays pending', async () => {
    const asked = gate()
    const plugin = new ApprovalPlugin({ ask: () => (asked.open(), new Promise(() => {})) })
    const { agent, count } = stage({ turns: [rm, fin], callbacks: { rm: () => 'removed' }, plugins: [plugin] })
    const sending = agent.send('go')
    await asked.opened
    expect(plugin.pending).toMatchObject([{ callId: 'c1' }])
    agent.abort()
    await sending
    await Promise.resolve()
    expect([results(agent), count('exec:rm'), plugin.pending]).toEqual([['用户中断了会话'], 0, []])
  })
})

describe('a deferred call', () => {
  const deferred = () => play(answering({ type: 'defer' }), [rm, fin])

  it('stops the run and stays pending', async () => {
    const { agent, plugin, requests, given } = await deferred()
    expect([outline(agent.messages), results(agent), requests.length, given]).toEqual([
      'U✓ A✓ T✓',
      ['等待用户批准。'],
      1,
      [],
    ])
    expect(JSON.parse(JSON.stringify(plugin.pending))).toMatchObject([
      { callId: 'c1', name: 'rm', arguments: { path: '/' } },
    ])
  })

  it.each<[ApprovalDecision, string, unknown[]]>([
    [{ type: 'allow' }, 'removed', [{ path: '/' }]],
    [{ type: 'edit', arguments: { path: '/tmp' } }, 'removed', [{ path: '/tmp' }]],
    [{ type: 'deny', reason: 'no' }, 'no', []],
  ])('is decided later with %j, by another process too', async (decision, result, runs) => {
    const { agent, plugin, given, requests } = await deferred()
    const restored = new ApprovalPlugin({
      ...answering({ type: 'defer' }),
      pending: JSON.parse(JSON.stringify(plugin.pending)) as ApprovalRequest[],
    })
    agent.messages = JSON.parse(JSON.stringify(agent.messages)) as typeof agent.messages
    await restored.decide(agent, 'c1', decision)
    expect([results(agent), given, restored.pending]).toEqual([[result], runs, []])
    await agent.run()
    expect([requests[1]?.body.messages[2]?.content, agent.messages.at(-1)?.content]).toEqual([result, 'fin'])
  })

  it('may be a legacy function call, which has no id', async () => {
    const chunks = [chunk({ function_call: { name: 'rm', arguments: '{"path":"/"}' } }), chunk({}, 'function_call')]
    const { agent, plugin, given } = await play(answering({ type: 'defer' }), [{ chunks }, fin])
    expect(plugin.pending).toMatchObject([{ callId: '', name: 'rm', arguments: { path: '/' } }])
    await plugin.decide(agent, '', { type: 'allow' })
    expect([results(agent), given, plugin.pending]).toEqual([['removed'], [{ path: '/' }], []])
  })

  it('is the newest one of its id, where a server counts anew in every round', async () => {
    const plugin = new ApprovalPlugin({ ask: ({ name }) => ({ type: name === 'rm' ? 'defer' : 'allow' }) })
    const callbacks = { ls: () => 'listed', rm: () => 'removed' }
    const { agent } = stage({ turns: [calling('ls'), calling('rm')], callbacks, plugins: [plugin] })
    await agent.send('go')
    await plugin.decide(agent, 'c1', { type: 'allow' })
    expect(results(agent)).toEqual(['listed', 'removed'])
  })

  it('may be deferred again; a call that is not pending can not be decided', async () => {
    const { agent, plugin } = await deferred()
    await plugin.decide(agent, 'c1', { type: 'defer' })
    expect(plugin.pending.length).toBe(1)
    await expect(plugin.decide(agent, 'c9', { type: 'allow' })).rejects.toThrow('No call c9 is pending in this agent.')
  })

  it('whose tool fails or is gone is told to the model', async () => {
    const { agent, plugin } = await deferred()
    agent.tools = []
    await plugin.decide(agent, 'c1', { type: 'allow' })
    expect(results(agent)).toEqual(['未知工具 "rm"。可用的工具：无。'])
    const again = await play(answering({ type: 'defer' }), [calling('rm'), fin])
    again.agent.tools = [
      {
        ...again.agent.tools[0]!,
        type: 'function',
        function: again.agent.tools[0]!.function,
        exec: () => Promise.reject(new Error('gone')),
      },
    ]
    await again.plugin.decide(again.agent, 'c1', { type: 'allow' })
    expect(results(again.agent)).toEqual(['执行工具 rm 时出错：gone'])
  })
})
