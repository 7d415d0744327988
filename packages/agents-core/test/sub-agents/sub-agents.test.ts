import { describe, expect, it } from 'vitest'

import {
  Agent,
  type AgentNS,
  type AgentContextOptions,
  AgentTool,
  AgentToolLazy,
  type BuildAgent,
  Message,
  type ToolCallContext,
} from '#src/index.ts'

import { scriptedClient, type Turn } from '../support/scripted-client.ts'
import { calling, definition, gate, results, stage, untilFired } from '../support/stage.ts'

const fin: Turn = { text: 'fin' }
const childOf = (turns: Turn[], more: Partial<AgentContextOptions> = {}) => {
  const { client, requests } = scriptedClient(turns)
  return {
    requests,
    ask: new AgentTool({
      function: definition('ask'),
      client,
      model: 'child',
      messages: [Message.User('{{q}}')],
      ...more,
    }),
  }
}
const calls = (...args: Record<string, unknown>[]): Turn => ({
  calls: args.map((one, at) => ({ id: `c${at}`, name: 'ask', args: one })),
})

describe('AgentTool', () => {
  it('answers with what its agent says last, and leaves the bus of the host alone', async () => {
    const { ask, requests } = childOf([{ text: 'the child says' }])
    const { agent, count } = stage({ turns: [calls({ q: 'why?' }), fin], tools: [ask] })
    await agent.send('go')
    expect([results(agent), count('open'), count('onInnerLoopStart')]).toEqual([['the child says'], 2, 2])
    expect(requests[0]?.body).toMatchObject({ model: 'child', messages: [{ role: 'user', content: 'why?' }] })
  })

  it('runs an agent of its own for each call; the template stays', async () => {
    const { ask, requests } = childOf([{ text: 'one' }, { text: 'two' }])
    const before = JSON.stringify(ask.messages)
    const ids: (string | undefined)[] = [ask.messages[0]?.id]
    const { agent } = stage({ turns: [calls({ q: '101' }, { q: '202' }), fin], tools: [ask] })
    agent.events.on('sub-agent-start', ({ subAgent }) => void ids.push(subAgent.messages[0]?.id))
    await agent.send('go')
    expect(requests.map(({ body }) => body.messages.map(({ content }) => content))).toEqual([['101'], ['202']])
    expect([new Set(ids).size, JSON.stringify(ask.messages)]).toEqual([3, before])
  })

  it('hands its options on, and nothing that one run could spoil for the next', () => {
    const { ask } = childOf([], {
      modelConfig: { temperature: 1 },
      abortedToolRoundStrategy: 'drop',
      abortedToolRoundReason: 'r',
      allowJsonParseError: false,
    })
    const config = ask.toAgentConfig()
    expect(config).toMatchObject({
      model: 'child',
      modelConfig: { temperature: 1 },
      abortedToolRoundStrategy: 'drop',
      abortedToolRoundReason: 'r',
      allowJsonParseError: false,
    })
    expect([
      config.modelConfig === ask.modelConfig,
      config.messages === ask.messages,
      config.tools === ask.tools,
    ]).toEqual([false, false, false])
  })

  it('needs a definition, a template that ends with the user, a client', () => {
    const { client } = scriptedClient([])
    const make = (options: object) => () =>
      new AgentTool({ function: definition('f'), client, model: 'm', messages: [Message.User('x')], ...options })
    expect(make({ function: undefined, messages: [] })).toThrow('must have a function')
    expect(make({ messages: [Message.System('x')] })).toThrow('must end with a user message')
    expect(make({ messages: undefined })).toThrow('must end with a user message')
    expect(make({ client: undefined })).toThrow('must have a client')
  })

  it('can be called without a host that runs, and stops with the signal', async () => {
    const { ask } = childOf([{ hangs: 'at the end', isDeaf: true }])
    const { agent: host, count } = stage()
    const controller = new AbortController()
    const tool_call = { id: 'c', function: { name: 'ask', arguments: '{}' } }
    const ctx = {
      agent: host,
      tool_call,
      parsedArgs: {},
      resultMessage: Message.Tool(tool_call),
      signal: controller.signal,
    }
    host.events.on('sub-agent-start', ({ subAgent }) => void subAgent.events.on('open', () => controller.abort()))
    expect(await ask.exec(ctx as unknown as ToolCallContext)).toBe('')
    expect([count('sub-agent-start'), count('sub-agent-end')]).toEqual([1, 1])
  })
})

describe('the template', () => {
  const { replaceStringWithValues, injectArgs } = AgentTool

  it.each([
    ['{{a}} and {{ a }}', { a: 'x' }, 'x and x'],
    ['{{none}}', {}, '{{ none }}'],
    ['{{snake_case}} {{城市}}', { snake_case: 1, 城市: '罗马' }, '1 罗马'],
    ['{{a}}', { a: { b: [1] } }, '{"b":[1]}'],
    ['{{a}}{{b}}', { a: '{{b}}', b: 2 }, '{{b}}2'],
    ['{{toString}}', {}, '{{ toString }}'],
    ['{{a}}', { a: undefined }, 'undefined'],
    ['{{a}}', null, '{{ a }}'],
  ])('%s with %j is %s', (template, values, text) => {
    expect(replaceStringWithValues(template, values)).toBe(text)
  })

  it('is filled in texts of every role, not in sections, and copies have ids of their own and no usage', () => {
    const used = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const template = [Message.System('{{a}}', { usage: used }), Message.User([{ type: 'text', text: '{{a}}' }])]
    const before = JSON.stringify(template)
    const filled = injectArgs(template, { a: 'x' })
    expect(filled.map(({ content }) => content)).toEqual(['x', [{ type: 'text', text: '{{a}}' }]])
    expect([filled.some(({ id }, at) => id === template[at]?.id), filled[0]?.usage, JSON.stringify(template)]).toEqual([
      false,
      undefined,
      before,
    ])
  })
})

describe('AgentToolLazy', () => {
  const lazy = (buildAgent: BuildAgent, messages?: AgentNS.Message[]) =>
    new AgentToolLazy({ function: definition('ask'), buildAgent, messages })

  it('builds its agent from the arguments and the context', async () => {
    const { client, requests } = scriptedClient([{ text: 'built' }])
    const tool = lazy(
      async (args, ctx) => new Agent({ client, model: ctx.agent.model, messages: [Message.User(String(args['q']))] }),
    )
    const { agent } = stage({ turns: [calls({ q: 'why?' }), fin], tools: [tool] })
    await agent.send('go')
    expect([results(agent), requests[0]?.body.messages]).toEqual([['built'], [{ role: 'user', content: 'why?' }]])
  })

  it('replaces the messages of the built agent by its template, where it has one', async () => {
    const { client, requests } = scriptedClient([fin])
    const tool = lazy(() => new Agent({ client, model: 'm', messages: [Message.User('own')] }), [Message.User('{{q}}')])
    const { agent } = stage({ turns: [calls({ q: 'why?' }), fin], tools: [tool] })
    await agent.send('go')
    expect(requests[0]?.body.messages.map(({ content }) => content)).toEqual(['why?'])
  })

  it('needs a definition, and a template that ends with the user, if any', () => {
    const build: BuildAgent = () => stage().agent
    expect(() => new AgentToolLazy({ buildAgent: build } as never)).toThrow('must have a function')
    expect(() => lazy(build, [Message.System('x')])).toThrow('must end with a user message')
    expect(lazy(build).messages).toBeUndefined()
  })

  it('is not waited for when it is aborted while it builds', async () => {
    const building = gate()
    const tool = lazy(() => (building.open(), new Promise<Agent>(() => {})))
    const { agent, count } = stage({ turns: [calling('ask'), fin], tools: [tool] })
    const sending = agent.send('go')
    await building.opened
    agent.abort()
    await sending
    expect([results(agent), count('sub-agent-start')]).toEqual([['用户中断了会话'], 0])
  })
})

describe('hooks of a delegation', () => {
  it('refuse it with a string: the event has come, the child does not run, there is no end', async () => {
    const { ask, requests } = childOf([])
    const { agent, count } = stage({
      turns: [calling('ask'), fin],
      tools: [ask],
      plugins: [{ onSubAgentStart: () => 'No budget left.' }],
    })
    await agent.send('go')
    expect([results(agent), requests.length, count('sub-agent-start'), count('sub-agent-end')]).toEqual([
      ['No budget left.'],
      0,
      1,
      0,
    ])
  })

  it('tell host and child apart, and may give the child plugins', async () => {
    const seen: string[] = []
    const { ask } = childOf([fin])
    const { agent } = stage({
      turns: [calling('ask'), fin],
      tools: [ask],
      plugins: [
        {
          onSubAgentStart: ({ agent: host, subAgent, toolCallContext }) => {
            seen.push(host.model, subAgent.model, toolCallContext.tool_call.id ?? '')
            subAgent.use({ onInnerLoopStart: () => void seen.push('child plugin') })
          },
          onSubAgentEnd: ({ toolCallContext }) =>
            void seen.push(`usage ${typeof toolCallContext.resultMessage.subAgentUsage}`),
        },
      ],
    })
    await agent.send('go')
    expect(seen).toEqual(['m', 'child', 'c1', 'child plugin', 'usage undefined'])
  })
})

it('a tool that honours its signal can be waited for by the child itself', async () => {
  const running = gate()
  const { client } = scriptedClient([calling('wait'), fin])
  const build = () => {
    const child = stage({
      messages: [Message.User('x')],
      callbacks: { wait: async (_, ctx) => (running.open(), untilFired(ctx.signal)) },
    }).agent
    child.client = client
    return child
  }
  const { agent } = stage({
    turns: [calling('ask'), fin],
    tools: [new AgentToolLazy({ function: definition('ask'), buildAgent: build })],
  })
  const sending = agent.send('go')
  await running.opened
  agent.abort()
  await sending
  expect(agent.isHasPendingMessage).toBe(false)
})
