import { describe, expect, it } from 'vitest'

import type { AgentTool } from '#src/index.ts'

import { calls, ran } from './support/staged.ts'
import { text, tool, wait } from './support/tools.ts'

const resultsOf = ({ agent }: Awaited<ReturnType<typeof ran>>) =>
  agent.state.messages.filter((message) => message.role === 'toolResult')

/** A tool that notes when it runs, and how many run at the same time. */
function busyTool(ms = 5) {
  const seen = { now: 0, most: 0, order: [] as string[] }
  const busy = tool('busy', async (id) => {
    seen.order.push(`start ${id}`)
    seen.most = Math.max(seen.most, ++seen.now)
    await wait(ms)
    seen.now--
    seen.order.push(`end ${id}`)
    return { content: text(id) }
  })
  return { busy, seen }
}

const threeCalls = calls(['t1', 'busy'], ['t2', 'busy'], ['t3', 'busy'])

describe('several calls in one message', () => {
  it('run at the same time', async () => {
    const { busy, seen } = busyTool()
    await ran([threeCalls, 'ok'], { initialState: { tools: [busy] } })
    expect(seen.most).toBe(3)
  })

  it('run one after the other if the agent says so', async () => {
    const { busy, seen } = busyTool()
    await ran([threeCalls, 'ok'], { initialState: { tools: [busy] }, toolExecution: 'sequential' })
    expect(seen.order).toEqual(['start t1', 'end t1', 'start t2', 'end t2', 'start t3', 'end t3'])
  })

  it('are never more at a time than maxParallelTools, and start in order', async () => {
    const { busy, seen } = busyTool()
    await ran([threeCalls, 'ok'], { initialState: { tools: [busy] }, maxParallelTools: 2 })
    expect(seen.most).toBe(2)
    expect(seen.order.filter((entry) => entry.startsWith('start'))).toEqual(['start t1', 'start t2', 'start t3'])
  })

  it('a tool that must run alone does, between those that need not', async () => {
    const { busy, seen } = busyTool()
    const alone: AgentTool = { ...busy, name: 'alone', toolExecution: 'sequential' }
    const reply = calls(['t1', 'busy'], ['t2', 'busy'], ['t3', 'alone'], ['t4', 'busy'])
    await ran([reply, 'ok'], { initialState: { tools: [busy, alone] } })
    expect(seen.order).toEqual(['start t1', 'start t2', 'end t1', 'end t2', 'start t3', 'end t3', 'start t4', 'end t4'])
  })

  it('a tool that need not run alone does not, in an agent that is sequential', async () => {
    const { busy, seen } = busyTool()
    const free: AgentTool = { ...busy, toolExecution: 'parallel' }
    await ran([threeCalls, 'ok'], { initialState: { tools: [free] }, toolExecution: 'sequential' })
    expect(seen.most).toBe(3)
  })

  it('are all prepared, in order, before the first is run', async () => {
    const { busy, seen } = busyTool(0)
    await ran([threeCalls, 'ok'], {
      initialState: { tools: [busy] },
      beforeToolCall: async ({ toolCall }) => {
        seen.order.push(`ask ${toolCall.id}`)
        await wait(2)
        seen.order.push(`asked ${toolCall.id}`)
      },
    })
    expect(seen.order.slice(0, 9)).toEqual([
      'ask t1',
      'asked t1',
      'ask t2',
      'asked t2',
      'ask t3',
      'asked t3',
      'start t1',
      'start t2',
      'start t3',
    ])
  })

  it('all run to their end although one of them ends the turn; a follow-up then goes on', async () => {
    const stage = await ran(
      [calls(['t1', 'last'], ['t2', 'slow']), 'ok'],
      {},
      { tool_execution_start: (agent) => agent.followUp({ role: 'user', content: 'F', timestamp: 1 }) },
    )
    expect(resultsOf(stage)).toMatchObject([{ content: text('started') }, { content: text('slow') }])
    expect(stage.quiet().at(-1)).toBe('agent_end[U:go,A:toolUse,R:t1,R:t2,U:F,A:stop]')
  })
})
