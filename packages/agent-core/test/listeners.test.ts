import { describe, expect, it, vi } from 'vitest'

import type { AgentEvent } from '#src/index.ts'
import { serialize } from '#src/run/serialize.ts'

import { calls, staged } from './support/staged.ts'
import { wait } from './support/tools.ts'

const event = (type: 'agent_start' | 'turn_start'): AgentEvent => ({ type }) as AgentEvent

describe('listeners', () => {
  it('hear nothing when they subscribe, and nothing after they have left', async () => {
    const { agent } = staged(['a', 'b'])
    const listener = vi.fn<() => void>()
    const leave = agent.subscribe(listener)
    expect(listener).not.toHaveBeenCalled()
    await agent.prompt('go')
    const heard = listener.mock.calls.length
    leave()
    leave()
    await agent.prompt('again')
    expect(heard).toBeGreaterThan(0)
    expect(listener).toHaveBeenCalledTimes(heard)
  })

  it('are told in the order they came, each after the one before has finished', async () => {
    const order: string[] = []
    const { agent } = staged(['a'])
    agent.subscribe(async ({ type }) => {
      await wait(1)
      order.push(`first ${type}`)
    })
    agent.subscribe(({ type }) => void order.push(`second ${type}`))
    await agent.prompt('go')
    const expected = order
      .filter((entry) => entry.startsWith('first'))
      .flatMap((entry) => [entry, entry.replace('first', 'second')])
    expect(order).toEqual(expected)
  })

  it('hold the run at message_end, so that hooks of tools find what they have saved', async () => {
    let isSaved = false
    let found: boolean | undefined
    const { agent } = staged([calls(['t1', 'fast']), 'ok'], { beforeToolCall: () => void (found = isSaved) })
    agent.subscribe(async (heard) => {
      if (heard.type !== 'message_end' || heard.message.role !== 'assistant') return
      await wait(10)
      isSaved = true
    })
    await agent.prompt('go')
    expect(found).toBe(true)
  })

  it('may come and go while an event is told', async () => {
    const { agent } = staged(['a'])
    const late = vi.fn<() => void>()
    const leave = agent.subscribe(() => {
      leave()
      agent.subscribe(late)
    })
    await agent.prompt('go')
    expect(late).toHaveBeenCalled()
  })

  it('can stop the run from within', async () => {
    const { agent } = staged(['a'])
    agent.subscribe(async ({ type }) => {
      if (type === 'turn_start') agent.abort()
    })
    await agent.prompt('go')
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'aborted' })
  })
})

describe('serialize', () => {
  it('makes no promise for a sink that makes none', () => {
    expect(serialize(() => {})(event('agent_start'))).toBeUndefined()
  })

  it('lets an event wait while the sink is busy with the one before', async () => {
    const order: string[] = []
    const emit = serialize(async ({ type }) => {
      order.push(`start ${type}`)
      await wait(2)
      order.push(`end ${type}`)
    })
    void emit(event('agent_start'))
    await emit(event('turn_start'))
    expect(order).toEqual(['start agent_start', 'end agent_start', 'start turn_start', 'end turn_start'])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('no')
      },
    ],
  ])('tells a sink that %s nothing more, and everybody of the failure', async (_name, fail) => {
    const sink = vi.fn<() => void | Promise<void>>(fail)
    const emit = serialize(sink)
    await expect(emit(event('agent_start'))).rejects.toThrow('no')
    await expect(emit(event('turn_start'))).rejects.toThrow('no')
    expect(sink).toHaveBeenCalledOnce()
  })
})
