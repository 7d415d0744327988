import { load, names } from '@dreb/fixtures'
import { describe, expect, it } from 'vitest'

import { agentNames, type AgentName } from '../../src/agents/play.ts'
import { runFixture } from '../../src/agents/run-fixture.ts'
import type { Block, Conversation } from '../../src/conversation/conversation.ts'
import { ReplayClock } from '../../src/replay/clock.ts'
import { emptyRun, reduceRun, type RunAction, type RunState } from '../../src/timeline/run-state.ts'

async function play(name: string, agent: AgentName, onAction?: (run: RunState, controller: AbortController) => void) {
  const controller = new AbortController()
  let run = emptyRun
  await runFixture({
    fixture: load(name),
    agent,
    clock: new ReplayClock(Infinity),
    signal: controller.signal,
    onAction(action: RunAction) {
      run = reduceRun(run, action)
      onAction?.(run, controller)
    },
  })
  return run
}

const pairs = agentNames.flatMap((agent) => names().map((name) => [agent, name] as const))

/** How runs end that do not end well. */
const endings: Readonly<Record<string, RunState['status']>> = {
  'agent-core openai-completions/refusal': 'failed',
  'agent-core anthropic-messages/refusal': 'failed',
  'agents-core openai-completions/refusal': 'failed',
  'agents-core anthropic-messages/refusal': 'failed',
  'agents-core openai-completions/dropped-stream': 'failed',
  'agents-core anthropic-messages/dropped-stream': 'failed',
  'agents-core anthropic-messages/error-in-stream': 'failed',
  'agents-core openai-completions/error-in-stream': 'failed',
}

describe('a recording, played', () => {
  it.each(pairs)('%s plays %s to the end it should have', async (agent, name) => {
    const run = await play(name, agent)
    expect(run.status).toBe(endings[`${agent} ${name}`] ?? 'completed')
    expect(run.problem === undefined).toBe(run.status === 'completed')
    expect(run.events.length).toBeGreaterThan(3)
  })

  it('reads the same on both agents', async () => {
    const [loop, plugin] = await Promise.all(agentNames.map((agent) => play('weather', agent)))
    expect(lastOf(loop)).toEqual(lastOf(plugin))
    expect(lastOf(loop)[1]).toMatchObject({
      kind: 'assistant',
      status: 'done',
      tokens: { input: 214, output: 96, cached: 0 },
      blocks: [
        { kind: 'thinking' },
        { kind: 'text', text: "I'll look at both cities at once." },
        {
          kind: 'call',
          name: 'get_weather',
          state: 'done',
          result: 'Oslo, Saturday: 4 to 9 °C, clear, wind 6 m/s from the north',
        },
        { kind: 'call', name: 'get_weather', state: 'done', result: 'Rome, Sunday: 15 to 19 °C, showers, wind 3 m/s' },
      ],
    })
  })

  it.each(agentNames)('shows the arguments of a call of %s while they arrive', async (agent) => {
    const run = await play('one-tool-call', agent)
    const calls = run.events
      .flatMap((event) => event.conversation)
      .flatMap((turn) => (turn.kind === 'assistant' ? turn.blocks : []))
    const states = calls.filter((block): block is Extract<Block, { kind: 'call' }> => block.kind === 'call')
    const arriving = states.filter(({ state }) => state === 'arriving').map(({ args }) => args)
    expect(arriving).toContain('{\n  "expression": "1234 *"\n}')
    expect([...new Set(states.map(({ state }) => state))]).toEqual(['arriving', 'running', 'done'])
  })

  it.each(agentNames)('says that %s was aborted, whenever that happens', async (agent) => {
    const { events } = await play('weather', agent)
    for (const at of [1, Math.floor(events.length / 3), Math.floor(events.length / 2)]) {
      const run = await play('weather', agent, ({ events: { length } }, controller) => {
        if (length === at) controller.abort()
      })
      expect(run.status).toBe('aborted')
    }
  })

  it('shows the words of a refusal once', async () => {
    const run = await play('openai-completions/refusal', 'agent-core')
    const words = "I can't help with deceiving someone into giving up a password."
    expect(run.problem).toBe(words)
    expect(lastOf(run).at(-1)).toEqual({
      kind: 'assistant',
      status: 'failed',
      blocks: [{ kind: 'text', text: words }],
      tokens: { input: 24, output: 16, cached: 0 },
    })
  })

  it('shows beside each chunk the deltas it became', async () => {
    const { rows } = await play('one-tool-call', 'agent-core')
    const deltas = rows.flatMap((row) => (row.kind === 'request' || row.exchange > 0 ? [] : row.deltas))
    expect(deltas.filter((delta) => delta.type.startsWith('toolcall')).map(({ type }) => type)).toEqual([
      'toolcall_start',
      ...Array.from({ length: 4 }, () => 'toolcall_delta'),
      'toolcall_end',
    ])
    expect(deltas.at(-1)).toMatchObject({ type: 'done', reason: 'toolUse' })
  })

  it('keeps both halves of a character that the network cut', async () => {
    const [cut, whole] = await Promise.all(['cut-anywhere', 'text-chinese'].map((name) => play(name, 'agent-core')))
    expect(lastOf(cut)).toEqual(lastOf(whole))
  })
})

function lastOf(run: RunState | undefined): Conversation {
  return run?.events.at(-1)?.conversation ?? []
}
