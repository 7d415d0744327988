import { describe, expect, it } from 'vitest'

import { usage } from './support/scripted-client.ts'
import { calling, outline, results, stage } from './support/stage.ts'

const steps = (text: string): string[] => text.trim().split(/\s+/)

describe('one send, two parallel tools, two rounds', () => {
  const play = async () => {
    const staged = stage({
      turns: [
        { ...calling('a', 'b'), usage: usage(10, 2) },
        { text: 'ok', usage: usage(20, 3) },
      ],
      callbacks: { a: () => new Promise((resolve) => setTimeout(() => resolve('A'), 10)), b: () => 'B' },
    })
    const { agent } = staged
    const seen: Record<string, string[]> = {}
    for (const name of [
      'before-send',
      'inner-loop-start',
      'open',
      'tool-call',
      'inner-loop-end',
      'after-send',
    ] as const) {
      agent.events.on(name, () => void (seen[name] ??= []).push(outline(agent.messages)))
    }
    const returned = await agent.send('go')
    return { ...staged, seen, returned }
  }

  it('tells events and hooks in the documented order', async () => {
    const { notes } = await play()
    expect(notes).toEqual(
      steps(`
        before-send onBeforeSend
        inner-loops-start onInnerLoopsStart
          inner-loop-start onInnerLoopStart create open chunk parsed
          tool-call onToolCall tool-call onToolCall exec:a exec:b
          inner-loop-end onInnerLoopEnd finally
          inner-loop-start onInnerLoopStart create open chunk parsed
          inner-loop-end onInnerLoopEnd finally
        inner-loops-end onInnerLoopsEnd
        after-send onAfterSend`),
    )
  })

  it('has the messages in the documented state at each step', async () => {
    const { seen } = await play()
    expect(seen).toEqual({
      'before-send': [''],
      'inner-loop-start': ['U✓ A…', 'U✓ A✓ T✓ T✓ A…'],
      open: ['U✓ A~', 'U✓ A✓ T✓ T✓ A~'],
      'tool-call': ['U✓ A✓ T… T…', 'U✓ A✓ T… T…'],
      'inner-loop-end': ['U✓ A✓ T✓ T✓', 'U✓ A✓ T✓ T✓ A✓'],
      'after-send': ['U✓ A✓ T✓ T✓ A✓'],
    })
  })

  it('gives back the messages, with results in the order of the calls and the usage of each answer', async () => {
    const { agent, returned } = await play()
    expect(returned).toBe(agent.messages)
    expect(results(agent)).toEqual(['A', 'B'])
    expect(agent.messages.map((message) => message.usage)).toEqual([
      undefined,
      usage(10, 2),
      undefined,
      undefined,
      usage(20, 3),
    ])
    expect(agent.lastUsage).toEqual(usage(20, 3))
  })

  it('keeps three tasks of the group and one in flight in the second round, none afterwards', async () => {
    const sizes: number[][] = []
    const { agent } = stage({ turns: [calling('a'), { text: 'ok' }], callbacks: { a: () => 'A' } })
    agent.events.on('open', () => void sizes.push([agent.innerLoopsTasks.size, agent.innerLoopTasks.size]))
    await agent.send('go')
    expect([...sizes, [agent.innerLoopsTasks.size, agent.innerLoopTasks.size]]).toEqual([
      [1, 1],
      [3, 1],
      [0, 0],
    ])
  })
})
