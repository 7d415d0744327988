import { describe, expect, it, vi } from 'vitest'

import { AgentTool, Message } from '#src/index.ts'

import { scriptedClient, tick, usage } from './support/scripted-client.ts'
import { calling, definition, eventNames, stage, tool } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

/** Two rounds, two tools, one of them a sub-agent that has a tool and a second round of its own. */
function begin(strategy: 'fill' | 'drop') {
  const child = scriptedClient([{ ...calling('look'), usage: usage(5, 1) }, { text: 'child says' }]).client
  const slow = async (): Promise<string> => (await tick(), 'done')
  const ask = new AgentTool({
    function: definition('ask'),
    client: child,
    model: 'm',
    messages: [Message.User('please')],
    tools: [tool('look', slow)],
  })
  const turns = [{ text: 'hm', ...calling('a', 'ask') }, { text: 'ok' }, { text: 'fin' }, { text: 'fin' }]
  return stage({ turns, callbacks: { a: slow }, tools: [ask], abortedToolRoundStrategy: strategy })
}

async function expectWhole({ agent, count, requests }: ReturnType<typeof begin>): Promise<void> {
  expect(agent.isHasPendingMessage).toBe(false)
  expect([agent.innerLoopsTasks.size, agent.innerLoopTasks.size]).toEqual([0, 0])
  expect(problemsOf(agent.formatHistory())).toEqual([])
  expect(count('inner-loops-start')).toBe(count('inner-loops-end'))
  expect(count('inner-loop-start')).toBe(count('finally'))
  expect(count('onAfterSend')).toBe(1)
  await agent.send('next')
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', status: 'completed' })
  for (const { body } of requests) expect(problemsOf(body.messages)).toEqual([])
}

/** Whether the run was over before it was aborted. */
async function abortAfter({ agent }: ReturnType<typeof begin>, macro: number, micro: number): Promise<boolean> {
  let isOver = false
  const sending = agent.send('go').then(() => (isOver = true))
  for (let i = 0; i < macro; i++) await tick()
  for (let i = 0; i < micro; i++) await Promise.resolve()
  const wasOver = isOver
  agent.abort()
  await sending
  return wasOver
}

/** How many events the run had. */
async function abortAtEvent({ agent }: ReturnType<typeof begin>, at: number): Promise<number> {
  let seen = 0
  const count = () => void (++seen === at && agent.abort())
  for (const name of eventNames) agent.events.on(name, count)
  await agent.send('go')
  for (const name of eventNames) agent.events.off(name, count)
  return seen
}

describe.each(['fill', 'drop'] as const)('abort() at every step of a run (%s)', (strategy) => {
  it('after every turn of the event loop and every microtask', async () => {
    let isOver = false
    let macro = 0
    for (; !isOver; macro++) {
      for (let micro = 0; micro < 8; micro++) {
        const staged = begin(strategy)
        isOver = await abortAfter(staged, macro, micro)
        await expectWhole(staged)
      }
    }
    expect(macro).toBeGreaterThan(10)
  })

  it('inside a listener, at every event', async () => {
    let seen = Infinity
    for (let at = 1; seen >= at; at++) {
      const staged = begin(strategy)
      seen = await abortAtEvent(staged, at)
      await expectWhole(staged)
    }
    expect(seen).toBeGreaterThan(20)
  })

  it('inside a listener of the sub-agent, at every event', async () => {
    for (const name of eventNames) {
      const staged = begin(strategy)
      staged.agent.events.on(
        'sub-agent-start',
        ({ subAgent }) => void subAgent.events.on(name, () => staged.agent.abort()),
      )
      await staged.agent.send('go')
      await expectWhole(staged)
      expect(staged.count('sub-agent-start')).toBe(1)
    }
  })
})

it('a run leaves no abort listener behind', async () => {
  const counts = new Map<unknown, number>()
  const count = (signal: unknown, by: number) => counts.set(signal, (counts.get(signal) ?? 0) + by)
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener')
  const { agent } = begin('fill')
  await agent.send('go')
  for (const signal of added.mock.contexts) count(signal, 1)
  for (const signal of removed.mock.contexts) count(signal, -1)
  vi.restoreAllMocks()
  expect(counts.size).toBeGreaterThan(5)
  expect([...counts.values()].filter((left) => left > 0)).toEqual([])
})
