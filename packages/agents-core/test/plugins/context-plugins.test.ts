import { describe, expect, it } from 'vitest'

import {
  type AgentNS,
  AutoMigratePlugin,
  ContextGuardPlugin,
  ContextOverflowError,
  Message,
  sumUsage,
} from '#src/index.ts'

import { type Turn, usage } from '../support/scripted-client.ts'
import { outline, stage } from '../support/stage.ts'

const said = (text: string, promptTokens: number): Turn => ({ text, usage: usage(promptTokens, 10) })

describe('ContextGuardPlugin', () => {
  const afterOne = async (promptTokens: number | undefined, options: { maxTokens: number; ratio?: number }) => {
    const turns = [promptTokens === undefined ? { text: 'a' } : said('a', promptTokens), { text: 'b' }]
    const { agent } = stage({ turns, plugins: [new ContextGuardPlugin(options)] })
    await agent.send('go')
    return agent.send('more').then(
      () => 'passes',
      (error: unknown) => error,
    )
  }

  it.each([
    ['no usage', undefined],
    ['less', 149],
    ['exactly as much', 150],
  ])('lets %s pass', async (_, promptTokens) => {
    expect(await afterOne(promptTokens, { maxTokens: 100 })).toBe('passes')
  })

  it('stops what is above', async () => {
    const error = await afterOne(151, { maxTokens: 100 })
    expect(error).toBeInstanceOf(ContextOverflowError)
    expect(error).toMatchObject({
      promptTokens: 151,
      maxTokens: 100,
      ratio: 1.5,
      threshold: 150,
      code: 'context_overflow',
    })
  })

  it('takes another ratio', async () => {
    expect(await afterOne(121, { maxTokens: 100, ratio: 1.2 })).toMatchObject({ threshold: 120 })
    expect(await afterOne(120, { maxTokens: 100, ratio: 1.2 })).toBe('passes')
  })
})

describe('AutoMigratePlugin', () => {
  const system = () => Message.System('You help.')

  it('does nothing as long as there is room', async () => {
    const { agent, requests } = stage({ turns: [said('a', 100)], plugins: [new AutoMigratePlugin({ maxTokens: 100 })] })
    await agent.send('go')
    expect([requests.length, outline(agent.messages)]).toEqual([1, 'U✓ A✓'])
  })

  it('omits the old messages and goes on from a summary', async () => {
    const told: unknown[] = []
    const plugin = new AutoMigratePlugin({
      maxTokens: 100,
      onBeforeMigrate: (agent, tokens) => void told.push([outline(agent.messages), tokens]),
      onMigrated: (agent, summary) => void told.push([outline(agent.messages), summary]),
    })
    const turns = [said('a', 101), said('the summary', 30), { text: 'b' }]
    const { agent, requests } = stage({
      turns,
      messages: [system()],
      plugins: [plugin],
      modelConfig: { temperature: 0, tool_choice: 'auto' },
    })
    await agent.send('go')
    expect(told).toEqual([
      ['S✓ U✓ A✓', 101],
      ['S✓ U✓ A✓ U✓', 'the summary'],
    ])
    expect(requests[1]?.body).toMatchObject({
      model: 'm',
      temperature: 0,
      messages: [{ role: 'system' }, { role: 'user', content: '<user>\ngo\n\n<assistant>\na' }],
    })
    expect(requests[1]?.body).not.toHaveProperty('tool_choice')
    await agent.send('more')
    expect(requests[2]?.body.messages.map(({ content }) => content)).toEqual(['You help.', 'the summary', 'more'])
    expect(sumUsage(agent.messages)).toEqual(usage(131, 20))
  })

  it('sums up what another program has stored, with null where there is nothing', async () => {
    const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }]
    const stored = [
      { role: 'assistant', content: null, name: null, tool_calls: calls, function_call: null },
      { role: 'tool', content: 'r', tool_call_id: 'c', tool_calls: null },
    ]
    const messages = JSON.parse(JSON.stringify(stored)) as AgentNS.Message[]
    const plugins = [new AutoMigratePlugin({ maxTokens: 100 })]
    const { agent, requests } = stage({ turns: [said('a', 101), said('sum', 1)], messages, plugins })
    await agent.send('go')
    const [, transcript] = requests[1]?.body.messages ?? []
    expect(transcript?.content).toBe('<assistant>\n\n[call f {}]\n\n<tool>\nr\n\n<user>\ngo\n\n<assistant>\na')
  })

  it.each(['omit', 'prune'] as const)('sums up what was sent, and keeps instructions, under %s', async (strategy) => {
    const developer = JSON.parse('{"role":"developer","content":"Be brief."}') as AgentNS.Message
    const failed = Message.Assistant('429 slow down', { status: 'error' })
    const messages = [developer, Message.User('a'), failed]
    const plugins = [new AutoMigratePlugin({ maxTokens: 100, strategy })]
    const { agent, requests } = stage({ turns: [said('b', 101), said('sum', 1)], messages, plugins })
    await agent.send('go')
    expect(requests[1]?.body.messages[1]?.content).toBe('<user>\na\n\n<user>\ngo\n\n<assistant>\nb')
    expect(agent.formatHistory().map(({ content }) => content)).toEqual(['Be brief.', 'sum'])
  })

  it('removes them under the strategy prune, and carries on what they cost', async () => {
    const turns = [said('a', 101), said('the summary', 30), { text: 'b' }]
    const { agent } = stage({
      turns,
      messages: [system()],
      plugins: [new AutoMigratePlugin({ maxTokens: 100, strategy: 'prune' })],
    })
    const { messages } = agent
    await agent.send('go')
    expect(agent.messages).toBe(messages)
    expect(agent.messages.map(({ content }) => content)).toEqual(['You help.', 'the summary'])
    expect(sumUsage(agent.messages)).toEqual(usage(131, 20))
  })

  it('does not sum up again what is omitted already', async () => {
    const turns = [said('a', 101), said('first', 30), said('b', 102), said('second', 30)]
    const { agent, requests } = stage({ turns, plugins: [new AutoMigratePlugin({ maxTokens: 100 })] })
    await agent.send('go')
    await agent.send('more')
    expect(requests[3]?.body.messages[1]?.content).toBe('<user>\nfirst\n\n<user>\nmore\n\n<assistant>\nb')
  })

  it('forgets the stale figure, so that a guard does not refuse the next send', async () => {
    const turns = [said('a', 1000), said('the summary', 30), { text: 'b' }]
    const plugins = [new ContextGuardPlugin({ maxTokens: 100 }), new AutoMigratePlugin({ maxTokens: 100 })]
    const { agent } = stage({ turns, plugins })
    await agent.send('go')
    expect(agent.lastUsage).toBeUndefined()
    await agent.send('more')
    expect(agent.messages.at(-1)?.content).toBe('b')
  })

  it.each<[string, Turn]>([
    ['fails', { rejects: new Error('503') }],
    ['says nothing', { text: '' }],
  ])('leaves the messages alone when the model %s, and tells it as an error event', async (_, turn) => {
    const errors: Error[] = []
    const { agent } = stage({ turns: [said('a', 101), turn], plugins: [new AutoMigratePlugin({ maxTokens: 100 })] })
    agent.events.on('error', (error) => void errors.push(error))
    await agent.send('go')
    expect([outline(agent.messages), errors.length, agent.lastUsage]).toEqual(['U✓ A✓', 1, usage(101, 10)])
  })

  it('goes on when a callback fails', async () => {
    const fail = () => {
      throw new Error('callback')
    }
    const { agent } = stage({
      turns: [said('a', 101), said('s', 1)],
      plugins: [new AutoMigratePlugin({ maxTokens: 100, onBeforeMigrate: fail, onMigrated: fail })],
    })
    await agent.send('go')
    expect(agent.messages.at(-1)?.content).toBe('s')
  })
})
