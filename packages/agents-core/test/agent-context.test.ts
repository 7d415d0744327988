import { describe, expect, it } from 'vitest'

import { Agent, AgentContext, Message } from '#src/index.ts'

import { scriptedClient } from './support/scripted-client.ts'
import { calling, results, stage, tool } from './support/stage.ts'

const fin = { text: 'fin' }

describe('AgentContext', () => {
  const { client } = scriptedClient([])

  it('needs a client and a model', () => {
    expect(() => new AgentContext({ model: 'm' } as never)).toThrow('must have a client')
    expect(() => new AgentContext({ client, model: '' })).toThrow('must have a model')
    expect(() => new AgentContext({ client, model: 'm', abortedToolRoundStrategy: 'forget' as never })).toThrow(
      'forget',
    )
  })

  it('has defaults, also for options that are undefined', () => {
    expect(new AgentContext({ client, model: 'm', tools: undefined, allowJsonParseError: undefined })).toMatchObject({
      modelConfig: {},
      messages: [],
      tools: [],
      allowJsonParseError: true,
      abortedToolRoundStrategy: 'fill',
      abortedToolRoundReason: '用户中断了会话',
    })
  })

  it('keeps what it is given, lists by reference', () => {
    const messages = [Message.System('s')]
    const agent = new Agent({ client, model: 'm', messages, abortedToolRoundReason: '', allowJsonParseError: false })
    expect(agent.messages).toBe(messages)
    expect([agent.abortedToolRoundReason, agent.allowJsonParseError, agent instanceof AgentContext]).toEqual([
      '',
      false,
      true,
    ])
  })

  it('appends a message and gives it back', () => {
    const agent = new Agent({ client, model: 'm' })
    const message = Message.User('x')
    expect(agent.append(message)).toBe(message)
    expect(agent.messages).toEqual([message])
  })

  it('names the tools that there are to whoever hears of an unknown one', async () => {
    const { agent } = stage({ turns: [calling('nope'), fin], tools: [tool('a', () => ''), tool('b', () => '')] })
    const heard: string[][] = []
    agent.events.on('unknown-tool', ({ availableTools }) => heard.push(availableTools))
    await agent.send('go')
    expect(heard).toEqual([['a', 'b']])
  })

  it('tells models in the words it is given', async () => {
    const { agent } = stage({ turns: [calling('nope'), fin], texts: { unknownTool: (name) => `no ${name} here` } })
    await agent.send('go')
    expect(results(agent)).toEqual(['no nope here'])
  })
})
