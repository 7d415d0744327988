import { describe, expect, it } from 'vitest'

import { AgentTool, type AgentPlugin, Message, type SendContext, type ToolCallContext } from '#src/index.ts'

import { scriptedClient } from './support/scripted-client.ts'
import { calling, definition, outline, results, stage, tool } from './support/stage.ts'

const fin = { text: 'fin' }

describe('init()', () => {
  it('initializes each plugin once, in order, and later only those that are new', async () => {
    const order: number[] = []
    const plugin = (n: number): AgentPlugin => ({
      onInit: async () => (await Promise.resolve(), order.push(n), 'a string is nothing here'),
    })
    const { agent } = stage({ plugins: [plugin(1), plugin(2)] })
    await agent.init()
    expect(agent.use(plugin(3))).toBe(agent)
    await agent.init()
    expect(order).toEqual([1, 2, 3])
  })

  it('initializes each plugin once when it is asked for twice at a time', async () => {
    const order: number[] = []
    const plugin = (n: number): AgentPlugin => ({ onInit: async () => (await Promise.resolve(), order.push(n)) })
    const { agent } = stage({ plugins: [plugin(1), plugin(2)] })
    await Promise.all([agent.init(), agent.init()])
    agent.use(plugin(3))
    await agent.init()
    expect(order).toEqual([1, 2, 3])
  })

  it('is tried again after a failure, from the plugin that failed', async () => {
    const order: string[] = []
    const flaky = { onInit: () => (order.push('flaky') < 3 ? Promise.reject(new Error('not yet')) : undefined) }
    const { agent } = stage({ plugins: [{ onInit: () => order.push('first') }, flaky] })
    await expect(agent.init()).rejects.toThrow('not yet')
    await agent.init()
    expect(order).toEqual(['first', 'flaky', 'flaky'])
  })
})

describe('hooks', () => {
  it('are called on their plugin', async () => {
    class Counting implements AgentPlugin {
      count = 0
      onBeforeSend() {
        this.count++
      }
    }
    const counting = new Counting()
    const { agent } = stage({ turns: [fin], plugins: [counting] })
    await agent.send('go')
    expect(counting.count).toBe(1)
  })

  it('are asked one after another until the first string', async () => {
    const order: number[] = []
    const plugin = (n: number, answer?: string): AgentPlugin => ({
      onToolCall: async () => {
        await new Promise((resolve) => setTimeout(resolve, n === 1 ? 5 : 0))
        order.push(n)
        return answer
      },
    })
    const { agent } = stage({
      turns: [calling('a'), fin],
      callbacks: { a: () => 'ran' },
      plugins: [plugin(1), plugin(2, 'no'), plugin(3)],
    })
    await agent.send('go')
    expect([order, results(agent)]).toEqual([[1, 2], ['no']])
  })

  it('of a plugin that another one adds are asked from then on', async () => {
    const seen: string[] = []
    const late: AgentPlugin = {
      onInnerLoopStart: () => void seen.push('start'),
      onInnerLoopEnd: () => void seen.push('end'),
    }
    const { agent } = stage({ turns: [fin], plugins: [{ onBeforeSend: (ctx) => void ctx.agent.use(late) }] })
    await agent.send('go')
    expect(seen).toEqual(['start', 'end'])
  })

  it('and the event before them have the same context, once per call', async () => {
    const pairs: [unknown, unknown][] = []
    let fromEvent: unknown
    const ask = new AgentTool({
      function: definition('ask'),
      client: scriptedClient([fin]).client,
      model: 'm',
      messages: [Message.User('x')],
    })
    const plugin: AgentPlugin = {
      onToolCall: (ctx) => void pairs.push([fromEvent, ctx]),
      onUnknownTool: (ctx) => void pairs.push([fromEvent, ctx]),
      onSubAgentStart: (ctx) => void pairs.push([fromEvent, ctx]),
      onSubAgentEnd: (ctx) => void pairs.push([fromEvent, ctx]),
    }
    const { agent } = stage({ turns: [calling('nope'), calling('ask'), fin], tools: [ask] })
    for (const name of ['tool-call', 'unknown-tool', 'sub-agent-start', 'sub-agent-end'] as const)
      agent.events.on(name, (ctx) => (fromEvent = ctx))
    agent.use(plugin)
    await agent.send('go')
    expect(pairs.length).toBe(5)
    for (const [event, hook] of pairs) expect(event).toBe(hook)
  })

  it('may replace the tools of this send', async () => {
    const late = tool('late', () => 'yes')
    const { agent } = stage({
      turns: [calling('late'), fin],
      plugins: [{ onBeforeSend: (ctx) => void (ctx.agent.tools = [late]) }],
    })
    await agent.send('go')
    expect(results(agent)).toEqual(['yes'])
  })
})

describe('SendContext', () => {
  it('is one object per send, with the text of all sections and the messages of the moment', async () => {
    const seen: [SendContext, string, number][] = []
    const note = (ctx: SendContext) => void seen.push([ctx, ctx.content, ctx.messages.length])
    const { agent } = stage({
      turns: [fin],
      plugins: [{ onBeforeSend: note, onInnerLoopStart: note, onAfterSend: note }],
    })
    await agent.send([
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'x' } },
      { type: 'text', text: 'b' },
    ])
    expect(seen.map(([, text, count]) => [text, count])).toEqual([
      ['a\nb', 0],
      ['a\nb', 2],
      ['a\nb', 2],
    ])
    expect(new Set(seen.map(([ctx]) => ctx)).size).toBe(1)
  })

  it('of a bare run has no text', async () => {
    const seen: string[] = []
    const { agent, count } = stage({
      turns: [fin],
      messages: [Message.User('x')],
      plugins: [{ onInnerLoopsStart: (ctx) => void seen.push(ctx.content) }],
    })
    await agent.run()
    expect([seen, count('onBeforeSend'), count('onAfterSend')]).toEqual([[''], 0, 0])
  })
})

describe('ToolCallContext', () => {
  it('is one object for event, hook and tool, with the documented fields', async () => {
    const seen: ToolCallContext[] = []
    const { agent } = stage({
      turns: [{ calls: [{ id: 'c1', name: 'a', args: { x: 1 } }] }, fin],
      callbacks: { a: (_, ctx) => void seen.push(ctx) },
      plugins: [{ onToolCall: (ctx) => void seen.push(ctx) }],
    })
    agent.events.on('tool-call', (ctx) => void seen.push(ctx))
    await agent.send('go')
    const [ctx] = seen
    expect(seen).toEqual([ctx, ctx, ctx])
    expect(ctx).toMatchObject({
      tool_call: { id: 'c1', type: 'function', function: { name: 'a', arguments: '{"x":1}' } },
      function_call: { name: 'a', arguments: '{"x":1}' },
      parsedArgs: { x: 1 },
      parseError: undefined,
      isPreventDefault: false,
    })
    expect([ctx?.agent, ctx?.resultMessage, ctx?.tool, ctx?.signal.aborted]).toEqual([
      agent,
      agent.messages[2],
      agent.tools[0],
      false,
    ])
  })
})

it('an event for which nobody listens is no failure, not even error', async () => {
  const { agent } = stage({ turns: [{ rejects: new Error('x') }] })
  agent.events.destroy()
  await agent.send('go')
  expect(outline(agent.messages)).toBe('U✓ A✗')
})
