import { describe, expect, it, vi } from 'vitest'

import { AgentTool, type AgentPlugin, HookRejectionError, Message } from '#src/index.ts'

import { scriptedClient, type Turn } from './support/scripted-client.ts'
import { calling, definition, outline, results, stage } from './support/stage.ts'

const fin: Turn = { text: 'fin' }
const error = new Error('not like this')
const throwing = (hook: keyof AgentPlugin): AgentPlugin => ({
  [hook]: () => {
    throw error
  },
})

describe('a hook that throws', () => {
  it('onInit makes init() reject, and later plugins are not initialized', async () => {
    const later = vi.fn<() => void>()
    const { agent } = stage({ plugins: [throwing('onInit'), { onInit: later }] })
    await expect(agent.init()).rejects.toBe(error)
    expect(later).not.toHaveBeenCalled()
  })

  it('onBeforeSend makes send() reject with that error; nothing is appended, no other hook is called', async () => {
    const { agent, notes, requests } = stage({ turns: [fin], plugins: [throwing('onBeforeSend')] })
    await expect(agent.send('go')).rejects.toBe(error)
    expect([agent.messages, requests.length, notes]).toEqual([[], 0, ['before-send', 'onBeforeSend']])
  })

  it('onInnerLoopsStart makes send() reject; the user message stays, without a placeholder', async () => {
    const { agent, requests } = stage({ turns: [fin], plugins: [throwing('onInnerLoopsStart')] })
    await expect(agent.send('go')).rejects.toBe(error)
    expect([outline(agent.messages), requests.length]).toEqual(['U✓', 0])
  })

  it('onInnerLoopStart makes send() reject; the placeholder is an error and the group is ended', async () => {
    const { agent, requests, count } = stage({ turns: [fin], plugins: [throwing('onInnerLoopStart')] })
    await expect(agent.send('go')).rejects.toBe(error)
    expect([outline(agent.messages), agent.messages[1]?.content, requests.length]).toEqual([
      'U✓ A✗',
      'not like this',
      0,
    ])
    expect([count('finally'), count('onInnerLoopsEnd'), agent.innerLoopsTasks.size, agent.isHasPendingMessage]).toEqual(
      [1, 1, 0, false],
    )
  })

  it('onInnerLoopEnd makes send() reject; the response is untouched and no further round begins', async () => {
    const { agent, requests } = stage({
      turns: [calling('a'), fin],
      callbacks: { a: () => 'A' },
      plugins: [throwing('onInnerLoopEnd')],
    })
    await expect(agent.send('go')).rejects.toBe(error)
    expect([outline(agent.messages), requests.length]).toEqual(['U✓ A✓ T✓', 1])
  })

  it.each(['onInnerLoopsEnd', 'onAfterSend'] as const)('%s makes send() reject after all bookkeeping', async (hook) => {
    const { agent } = stage({ turns: [{ text: 'answer' }], plugins: [throwing(hook)] })
    await expect(agent.send('go')).rejects.toBe(error)
    expect([outline(agent.messages), agent.messages[1]?.content, agent.innerLoopTasks.size]).toEqual([
      'U✓ A✓',
      'answer',
      0,
    ])
  })

  it('onInnerLoopsEnd does not hide the failure that came first', async () => {
    const first = new Error('first')
    const { agent } = stage({
      turns: [fin],
      plugins: [{ onInnerLoopStart: () => Promise.reject(first) }, throwing('onInnerLoopsEnd')],
    })
    await expect(agent.send('go')).rejects.toBe(first)
  })

  const ask = (client = scriptedClient([fin]).client) =>
    new AgentTool({ function: definition('ask'), client, model: 'm', messages: [Message.User('please')] })

  it('onSubAgentStart is a failed tool; the sub-agent does not run', async () => {
    const { client, requests } = scriptedClient([fin])
    const { agent } = stage({
      turns: [calling('ask'), fin],
      tools: [ask(client)],
      plugins: [throwing('onSubAgentStart')],
    })
    await agent.send('go')
    expect([requests.length, outline(agent.messages), results(agent)]).toEqual([
      0,
      'U✓ A✓ T✓ A✓',
      ['执行工具 ask 时出错：not like this'],
    ])
  })

  it('onSubAgentEnd leaves the result and is told as an error event', async () => {
    const errors: Error[] = []
    const { agent } = stage({ turns: [calling('ask'), fin], tools: [ask()], plugins: [throwing('onSubAgentEnd')] })
    agent.events.on('error', (told) => void errors.push(told))
    await agent.send('go')
    expect([results(agent), errors]).toEqual([['fin'], [error]])
  })

  it('a listener disturbs nothing', async () => {
    const reported: unknown[] = []
    const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: () => 'A' } })
    Object.assign(agent.events, { onListenerError: (told: unknown) => void reported.push(told) })
    for (const name of ['before-send', 'open', 'tool-call', 'parsed', 'finally'] as const) {
      agent.events.on(name, () => {
        throw error
      })
      agent.events.on(name, () => Promise.reject(error))
    }
    await agent.send('go')
    expect([outline(agent.messages), reported.length]).toEqual(['U✓ A✓ T✓ A✓', 16])
  })
})

describe('a hook that answers with a string', () => {
  it.each([
    ['onBeforeSend', ''],
    ['onInnerLoopsStart', 'U✓'],
    ['onInnerLoopStart', 'U✓ A✗'],
  ] as const)('%s makes send() reject with the reason, which later plugins do not hear of', async (hook, messages) => {
    const later = vi.fn<() => void>()
    const { agent, requests } = stage({ turns: [fin], plugins: [{ [hook]: () => 'over budget' }, { [hook]: later }] })
    const failure = await agent.send('go').catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(HookRejectionError)
    expect(failure).toMatchObject({ hook, reason: 'over budget', message: `${hook}: over budget` })
    expect([outline(agent.messages), requests.length, later.mock.calls]).toEqual([messages, 0, []])
  })

  it.each(['onAfterSend', 'onInnerLoopEnd', 'onInnerLoopsEnd'] as const)(
    '%s only skips later plugins',
    async (hook) => {
      const later = vi.fn<() => void>()
      const { agent } = stage({ turns: [fin], plugins: [{ [hook]: () => 'enough' }, { [hook]: later }] })
      await agent.send('go')
      expect([outline(agent.messages), later.mock.calls]).toEqual(['U✓ A✓', []])
    },
  )

  it('counts when it is empty; null and numbers do not', async () => {
    const answerOf = async (answer: unknown) => {
      const plugin = { onToolCall: () => answer } as AgentPlugin
      const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: () => 'ran' }, plugins: [plugin] })
      await agent.send('go')
      return results(agent)
    }
    expect([await answerOf(''), await answerOf(null), await answerOf(5)]).toEqual([[''], ['ran'], ['ran']])
  })
})
