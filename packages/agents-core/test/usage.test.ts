import { describe, expect, it } from 'vitest'

import { Agent, AgentTool, AgentToolLazy, type CallbackTool, type AgentNS, Message, sumUsage } from '#src/index.ts'

import { chunk, scriptedClient, type Turn, usage, usageChunk } from './support/scripted-client.ts'
import { calling, definition, gate, outline, results, stage, tool } from './support/stage.ts'

const paid = (turn: Turn, prompt: number, completion: number): Turn => ({ ...turn, usage: usage(prompt, completion) })
const ask = (name: string, turns: Turn[], tools: (AgentTool | CallbackTool)[] = []) =>
  new AgentTool({
    function: definition(name),
    client: scriptedClient(turns).client,
    model: 'm',
    messages: [Message.User('please')],
    tools,
  })
const look = tool('look', () => 'seen')
const delegated = (messages: readonly AgentNS.Message[]) =>
  messages.filter(({ role }) => role === 'tool').map(({ subAgentUsage }) => subAgentUsage)

describe('usage of delegations', () => {
  it('A: is counted once at every level', async () => {
    const grandchild = ask('ask_g', [paid({ text: 'deep' }, 30, 5)])
    const children: Agent[] = []
    const child = ask('ask_c', [paid(calling('ask_g'), 50, 10), paid({ text: 'mid' }, 90, 15)], [grandchild])
    const { agent } = stage({
      turns: [paid(calling('ask_c'), 100, 20), paid({ text: 'top' }, 180, 30)],
      tools: [child],
    })
    agent.events.on('sub-agent-end', ({ subAgent }) => void children.push(subAgent))
    await agent.send('go')
    expect(delegated(children[0]?.messages ?? [])).toEqual([usage(30, 5)])
    expect(sumUsage(children[0]?.messages ?? [])).toEqual(usage(170, 30))
    expect(delegated(agent.messages)).toEqual([usage(170, 30)])
    expect(sumUsage(agent.messages)).toEqual(usage(450, 80))
    expect(agent.lastUsage).toEqual(usage(180, 30))
  })

  it('B: is kept apart for two delegations at a time', async () => {
    const tools = [ask('x', [paid({ text: 'x' }, 50, 10)]), ask('y', [paid({ text: 'y' }, 90, 15)])]
    const { agent } = stage({ turns: [paid(calling('x', 'y'), 10, 1), paid({ text: 'top' }, 10, 1)], tools })
    await agent.send('go')
    expect(delegated(agent.messages).map((used) => used?.total_tokens)).toEqual([60, 105])
    expect(sumUsage(agent.messages).total_tokens).toBe(11 + 11 + 165)
  })

  it('C: is kept when the sub-agent is aborted in its second round', async () => {
    const second = gate()
    const { client } = scriptedClient(
      [paid(calling('look'), 50, 10), { text: 'par', hangs: 'at the end' }],
      (_, nth) => void (nth === 2 && setTimeout(second.open, 10)),
    )
    const child = new AgentTool({
      function: definition('ask'),
      client,
      model: 'm',
      messages: [Message.User('please')],
      tools: [look],
    })
    const { agent } = stage({ turns: [paid(calling('ask'), 100, 20)], tools: [child] })
    const sending = agent.send('go')
    await second.opened
    agent.abort()
    await sending
    expect([delegated(agent.messages), results(agent)]).toEqual([[usage(50, 10)], ['用户中断了会话']])
    expect(sumUsage(agent.messages)).toEqual(usage(150, 30))
  })

  it('D: is none when the delegation was refused', async () => {
    const plugins = [{ onSubAgentStart: () => 'no' }]
    const { agent } = stage({
      turns: [paid(calling('ask'), 100, 20), paid({ text: 'ok' }, 120, 5)],
      tools: [ask('ask', [])],
      plugins,
    })
    await agent.send('go')
    expect([delegated(agent.messages), results(agent), sumUsage(agent.messages)]).toEqual([
      [undefined],
      ['no'],
      usage(220, 25),
    ])
  })

  it('E: is that of each run when one object is used twice', async () => {
    const child = new Agent({
      client: scriptedClient([paid({ text: 'one' }, 50, 10), paid({ text: 'two' }, 60, 10)]).client,
      model: 'm',
    })
    const lazy = new AgentToolLazy({
      function: definition('ask'),
      buildAgent: () => (child.append(Message.User('please')), child),
    })
    const { agent } = stage({ turns: [calling('ask'), calling('ask'), { text: 'ok' }], tools: [lazy] })
    await agent.send('go')
    expect(delegated(agent.messages)).toEqual([usage(50, 10), usage(60, 10)])
  })

  it('F: is kept when the sub-agent fails after a paid round', async () => {
    const child = ask('ask', [paid(calling('look'), 50, 10), { rejects: new Error('500 boom') }], [look])
    const { agent } = stage({ turns: [calling('ask'), { text: 'ok' }], tools: [child] })
    await agent.send('go')
    expect([delegated(agent.messages), results(agent)]).toEqual([[usage(50, 10)], ['执行工具 ask 时出错：500 boom']])
  })

  it('survives a sub-agent that forgets its history', async () => {
    const forget = {
      onInnerLoopsEnd: ({ agent: own }: { agent: { messages: AgentNS.Message[] } }) =>
        void own.messages.splice(0, own.messages.length - 1),
    }
    const lazy = new AgentToolLazy({
      function: definition('ask'),
      messages: [Message.User('please')],
      buildAgent: () =>
        new Agent({
          client: scriptedClient([paid(calling('look'), 50, 10), paid({ text: 'x' }, 60, 10)]).client,
          model: 'm',
          tools: [look],
        }).use(forget),
    })
    const { agent } = stage({ turns: [calling('ask'), { text: 'ok' }], tools: [lazy] })
    await agent.send('go')
    expect(delegated(agent.messages)).toEqual([usage(110, 20)])
  })
})

describe('usage of a response', () => {
  it('G: is what was reported last, of reports that grow', async () => {
    const report = (completion: number) => ({ usage: usage(5, completion) })
    const chunks = [
      chunk({ content: 'a' }, null, report(5)),
      chunk({ content: 'b' }, null, report(15)),
      chunk({}, 'stop', { usage: null }),
      usageChunk(usage(5, 28)),
    ]
    const { agent } = stage({ turns: [{ chunks }] })
    await agent.send('go')
    expect(agent.messages[1]?.usage).toEqual(usage(5, 28))
    expect(agent.lastUsage).toBe(agent.messages[1]?.usage)
  })

  it('H: goes with a round that is dropped', async () => {
    const running = gate()
    const { agent } = stage({
      turns: [paid(calling('a'), 100, 20)],
      callbacks: { a: () => (running.open(), new Promise(() => {})) },
      abortedToolRoundStrategy: 'drop',
    })
    const sending = agent.send('go')
    await running.opened
    agent.abort()
    await sending
    expect([outline(agent.messages), sumUsage(agent.messages)]).toEqual(['U✓', usage(0, 0)])
  })

  it('that reports none leaves lastUsage as it was', async () => {
    const { agent } = stage({ turns: [paid({ text: 'a' }, 10, 2), { text: 'b' }, { rejects: new Error('x') }] })
    expect(agent.lastUsage).toBeUndefined()
    for (const text of ['1', '2', '3']) await agent.send(text)
    expect([agent.lastUsage, agent.messages[3]?.usage]).toEqual([usage(10, 2), undefined])
  })

  it.each([
    ['in the choice', [{ choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: usage(10, 5) }] }]],
    ['in x_groq', [chunk({}, 'stop', { x_groq: { usage: usage(10, 5) } })]],
  ])('is found %s', async (_, chunks) => {
    const { agent } = stage({ turns: [{ chunks }] })
    await agent.send('go')
    expect(agent.lastUsage).toEqual(usage(10, 5))
  })
})

describe('sumUsage', () => {
  it('counts missing and odd parts as 0, and knows the total without being told', () => {
    const odd = [
      null,
      undefined,
      { usage: { prompt_tokens: 3, completion_tokens: 4 } },
      { usage: null },
      { subAgentUsage: { prompt_tokens: 'x', completion_tokens: 1, total_tokens: 1 } },
      {},
    ]
    expect(sumUsage(odd as never)).toEqual({ prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 })
    expect(sumUsage([])).toEqual(usage(0, 0))
  })

  it('counts omitted, hidden and failed messages, and keeps details (decision 60)', () => {
    const details = { ...usage(1, 1), completion_tokens_details: { reasoning_tokens: 1 } }
    const messages = [
      Message.User('x', { omit: true, usage: details }),
      Message.Assistant('', { status: 'error', hidden: true, usage: details }),
    ]
    expect(sumUsage(messages)).toEqual({ ...usage(2, 2), completion_tokens_details: { reasoning_tokens: 2 } })
  })

  it('is the same after a round trip through JSON', () => {
    const messages = [
      Message.Assistant('', { usage: usage(1, 2) }),
      Message.Tool({ id: 'c' }, '', { subAgentUsage: usage(3, 4) }),
    ]
    const restored = JSON.parse(JSON.stringify(messages)) as AgentNS.Message[]
    expect([sumUsage(restored), sumUsage(restored.map((one) => new Message(one)))]).toEqual([usage(4, 6), usage(4, 6)])
  })
})
