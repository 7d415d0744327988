import { describe, expect, it } from 'vitest'

import { MessageQueue } from '#src/agent/message-queues.ts'

import { calls, ran, staged, user } from './support/staged.ts'
import { textOf } from './support/trace.ts'

describe('a queue', () => {
  it('gives the oldest message, or all', () => {
    const queue = new MessageQueue('one-at-a-time', [user('1')])
    queue.push(user('2'))
    queue.push(user('3'))
    expect(queue.take()).toEqual([user('1')])
    queue.mode = 'all'
    expect(queue.take()).toEqual([user('2'), user('3')])
    expect(queue.take()).toEqual([])
    expect(queue.isEmpty).toBe(true)
  })
})

describe('queued messages', () => {
  it('steering waits for all tools of the message, and goes before follow-ups whatever came first', async () => {
    const { agent, script } = await ran(
      [calls(['t1', 'fast'], ['t2', 'slow']), 'a', 'b'],
      {},
      {
        tool_execution_start: (running) => {
          running.followUp(user('F'))
          running.steer(user('S'))
        },
      },
    )
    expect(agent.state.messages.map(textOf)).toEqual(['go', '', 'fast', 'slow', 'S', 'a', 'F', 'b'])
    expect(script.requests[1]?.context.messages.at(-1)).toEqual(user('S'))
  })

  it('are not in the conversation before their turn', () => {
    const { agent } = staged([])
    agent.steer(user('S'))
    agent.followUp(user('F'))
    expect(agent.state.messages).toEqual([])
    expect(agent.hasQueuedMessages()).toBe(true)
  })

  it('that come while the last answer ends are delivered in the same run', async () => {
    const { quiet } = await ran(['a', 'b'], {}, { 'turn_end[]': (agent) => agent.steer(user('S')) })
    expect(quiet().at(-1)).toBe('agent_end[U:go,A:stop,U:S,A:stop]')
  })

  it('that come with agent_end wait for the next run', async () => {
    const { agent } = await ran(['a', 'b'], {}, { agent_end: (running) => running.steer(user('S')) })
    expect(agent.hasQueuedMessages()).toBe(true)
    await agent.prompt('again')
    expect(agent.state.messages.map(textOf)).toEqual(['go', 'a', 'again', 'S', 'b'])
  })

  it('outlive a turn that failed', async () => {
    const { agent } = await ran(
      [{ fails: { code: 'invalid_request' } }, 'a', 'b'],
      {},
      {
        agent_start: (running) => running.followUp(user('F')),
      },
    )
    expect(agent.hasQueuedMessages()).toBe(true)
    await agent.prompt('again')
    expect(agent.state.messages.map(textOf)).toEqual(['go', '', 'again', 'a', 'F', 'b'])
  })

  it('are forgotten when they are cleared, each queue for itself', () => {
    const { agent } = staged([])
    agent.steer(user('S'))
    agent.followUp(user('F'))
    agent.clearSteeringQueue()
    expect(agent.exportState()).toMatchObject({ steering: [], followUps: [user('F')] })
    agent.clearFollowUpQueue()
    expect(agent.hasQueuedMessages()).toBe(false)
    agent.steer(user('S'))
    agent.clearAllQueues()
    expect(agent.hasQueuedMessages()).toBe(false)
  })

  it('follow the mode that is set when they are taken', async () => {
    const { agent, script } = staged(['a', 'b'], { followUpMode: 'all' })
    expect([agent.getSteeringMode(), agent.getFollowUpMode()]).toEqual(['one-at-a-time', 'all'])
    agent.setSteeringMode('all')
    agent.steer(user('S1'))
    agent.steer(user('S2'))
    agent.followUp(user('F1'))
    agent.followUp(user('F2'))
    await agent.prompt('go')
    expect(agent.state.messages.map(textOf)).toEqual(['go', 'S1', 'S2', 'a', 'F1', 'F2', 'b'])
    script.assertComplete()
    agent.setFollowUpMode('one-at-a-time')
    expect(agent.getFollowUpMode()).toBe('one-at-a-time')
  })
})
