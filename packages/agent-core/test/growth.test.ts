import { describe, expect, it } from 'vitest'

import { MessageQueue } from '#src/agent/message-queues.ts'

import { calls, staged, user } from './support/staged.ts'
import { says } from './support/tools.ts'

/** Milliseconds of the fastest of three runs. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

/** Sixteen times the work takes about sixteen times the time; quadratic work would take 256 times. */
async function expectLinear(size: number, work: (size: number) => Promise<unknown>): Promise<void> {
  await work(size)
  const small = await fastest(() => work(size))
  const large = await fastest(() => work(size * 16))
  expect(large / Math.max(small, 5)).toBeLessThan(80)
}

describe('grows no faster than what it handles (A10)', () => {
  it('calls of one response', async () => {
    await expectLinear(250, async (size) => {
      const many = calls(...Array.from({ length: size }, (_, at): [string, string] => [`t${at}`, 'fast']))
      const { agent } = staged([many, 'ok'], { initialState: { tools: [says('fast', 'x')] } })
      await agent.prompt('go')
      expect(agent.state.messages).toHaveLength(size + 3)
    })
  }, 60_000)

  it('messages of one prompt', async () => {
    await expectLinear(1_000, async (size) => {
      const { agent } = staged(['ok'])
      await agent.prompt(Array.from({ length: size }, () => user('x')))
      expect(agent.state.messages).toHaveLength(size + 1)
    })
  }, 60_000)

  it('a queue that is taken from one at a time', async () => {
    await expectLinear(10_000, async (size) => {
      const queue = new MessageQueue('one-at-a-time')
      for (let at = 0; at < size; at++) queue.push(user('x'))
      let taken = 0
      while (!queue.isEmpty) taken += queue.take().length
      expect(taken).toBe(size)
    })
  }, 60_000)
})
