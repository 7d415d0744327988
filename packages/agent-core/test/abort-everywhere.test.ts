import { describe, expect, it } from 'vitest'

import { faultInHistory, unansweredCalls } from './support/history.ts'
import { calls, staged, type Stage } from './support/staged.ts'

/** Milliseconds that an abort may take. */
const limitMs = 300

/** Two turns, two tools of which one fails, hooks at every place, and a listener that takes its time. */
function twoTurns(): Stage {
  const stage = staged([{ text: 'look', ...calls(['t1', 'fast'], ['t2', 'boom']) }, 'ok', 'fine', 'fine'], {
    beforeLlmCall: async () => undefined,
    transformContext: async (messages) => messages,
    convertToLlm: async (messages) => messages,
    getApiKey: async () => 'k',
    shouldContinue: () => true,
    beforeToolCall: async () => undefined,
    afterToolCall: async () => undefined,
  })
  stage.agent.subscribe(async () => {})
  return stage
}

/** How many steps, each as little as an `await` takes, a run has from its start to its end. */
async function stepsOf({ agent }: Stage): Promise<number> {
  const end = { isOver: false }
  const running = agent.prompt('go').then(() => (end.isOver = true))
  let steps = 0
  for (; !end.isOver && steps < 10_000; steps++) await Promise.resolve()
  await running
  return steps
}

async function expectSound({ agent, quiet }: Stage, startedAt: number): Promise<void> {
  expect(performance.now() - startedAt).toBeLessThan(limitMs)
  expect(agent.state).toMatchObject({ isStreaming: false, streamMessage: null, pendingToolCalls: new Set() })
  const count = (start: string) => quiet().filter((entry) => entry.startsWith(start)).length
  for (const kind of ['agent', 'turn', 'tool'])
    expect([kind, count(`${kind}_start`)]).toEqual([kind, count(`${kind}_end`)])
  expect(count('S(')).toBe(count('E('))
  expect(unansweredCalls(agent.state.messages)).toEqual([])
  expect(await faultInHistory(agent)).toBeUndefined()
  await agent.prompt('next')
  expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'stop' })
}

// The first run loads what is loaded late; without that nothing in a run waits for anything but promises.
await twoTurns().agent.prompt('go')
const steps = await stepsOf(twoTurns())
const events = await (async () => {
  const stage = twoTurns()
  await stage.agent.prompt('go')
  return stage.lines()
})()

describe('an abort at every event of a run of two turns and two tools', () => {
  it.each(events.map((event, at) => [at, event] as const))('%i: %s', async (at) => {
    const stage = twoTurns()
    let heard = 0
    let abortedAt = Infinity
    stage.agent.subscribe(() => {
      if (heard++ !== at) return
      abortedAt = performance.now()
      stage.agent.abort()
    })
    await stage.agent.prompt('go')
    await expectSound(stage, abortedAt)
  })
})

describe('an abort at every await of a run of two turns and two tools', () => {
  it('is tried at more than a hundred places', () => {
    expect(steps).toBeGreaterThan(100)
    expect(steps).toBeLessThan(10_000)
  })

  it.each(Array.from({ length: steps + 1 }, (_, at) => at))('after %i steps', async (at) => {
    const stage = twoTurns()
    const running = stage.agent.prompt('go')
    for (let taken = 0; taken < at; taken++) await Promise.resolve()
    const abortedAt = performance.now()
    stage.agent.abort()
    await running
    await expectSound(stage, abortedAt)
  })
})
