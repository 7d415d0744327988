import { describe, expect, it } from 'vitest'

import { faultInHistory } from './support/history.ts'
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

/** One step of the program: mostly as little as an `await` takes, sometimes a turn of the event loop. */
async function step(at: number): Promise<void> {
  if (at % 8 === 7) await new Promise((resolve) => setImmediate(resolve))
  else await Promise.resolve()
}

/** Runs to the end, and gives how many steps it took. */
async function stepsOf({ agent }: Stage): Promise<number> {
  const end = { isOver: false }
  const running = agent.prompt('go').then(() => (end.isOver = true))
  let steps = 0
  while (!end.isOver) await step(steps++)
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
  expect(await faultInHistory(agent)).toBeUndefined()
  await agent.prompt('next')
  expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'stop' })
}

// The first run loads what is loaded late; the second is what the others are like.
await stepsOf(twoTurns())
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
  it.each(Array.from({ length: steps + 1 }, (_, at) => at))('after %i steps', async (at) => {
    const stage = twoTurns()
    const running = stage.agent.prompt('go')
    for (let taken = 0; taken < at; taken++) await step(taken)
    const abortedAt = performance.now()
    stage.agent.abort()
    await running
    await expectSound(stage, abortedAt)
  })
})
