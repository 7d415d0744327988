import { scriptedModel } from '@dreb/ai/testing'
import { describe, expect, it } from 'vitest'

import { Agent, agentLoop } from '#src/index.ts'

import { calls, ran, staged, user } from './support/staged.ts'
import { says, text, tool } from './support/tools.ts'

const forever = (count: number) => Array.from({ length: count }, (_, at) => calls([`t${at}`, 'fast']))

describe('maxTurns (decision 67)', () => {
  it('ends a run with the code turn_limit and a valid state, and continue() goes on', async () => {
    const { agent, script, quiet } = await ran([...forever(3), 'done'], { maxTurns: 3 })
    expect(script.requests).toHaveLength(3)
    expect(agent.state).toMatchObject({ isStreaming: false, error: expect.stringContaining('maxTurns') as string })
    expect(agent.state.messages.at(-1)).toMatchObject({ errorCode: 'turn_limit', retryable: false })
    expect(quiet().slice(-5)).toEqual(['turn_start', 'S(A)', 'E(A:error)', 'turn_end[]', quiet().at(-1)])
    await agent.continue()
    expect(agent.state.messages.at(-1)).toMatchObject({ stopReason: 'stop' })
    expect(agent.state.error).toBeUndefined()
  })

  it('does not count against a run that ends in time', async () => {
    const { agent } = await ran([...forever(2), 'done'], { maxTurns: 3 })
    expect(agent.state.error).toBeUndefined()
  })

  it('is 2,000 by default', async () => {
    const { agent, script } = await ran(forever(2_001))
    expect(script.requests).toHaveLength(2_000)
    expect(agent.state.messages.at(-1)).toMatchObject({ errorCode: 'turn_limit' })
  })

  it.each([0, -1, Number.NaN])('is refused at once when it is %s', (maxTurns) => {
    expect(() => new Agent({ maxTurns })).toThrow('maxTurns must be at least 1')
    const config = { model: scriptedModel, convertToLlm: () => [], maxTurns }
    expect(() => agentLoop([user('go')], { systemPrompt: '', messages: [] }, config)).toThrow('maxTurns')
  })
})

describe('a call that is repeated (decision 67)', () => {
  const warned = async (count: number, tools = [says('fast', 'same')]) => {
    const warnings: string[] = []
    const onWarning = (code: string) => warnings.push(code)
    await ran([...forever(count), 'done'], { onWarning, initialState: { tools } })
    return warnings
  }

  it('warns once when arguments and results are equal 20 times in a row', async () => {
    expect(await warned(19)).toEqual([])
    expect(await warned(45)).toEqual(['repeated_call'])
  })

  it('does not warn when results differ', async () => {
    let count = 0
    expect(await warned(45, [tool('fast', async () => ({ content: text(String(count++)) }))])).toEqual([])
  })

  it('counts calls of one message, too', async () => {
    const many = calls(...Array.from({ length: 20 }, (_, at): [string, string] => [`t${at}`, 'fast']))
    const warnings: string[] = []
    const { agent } = staged([many, 'done'], { onWarning: (code) => warnings.push(code) })
    await agent.prompt('go')
    expect(warnings).toEqual(['repeated_call'])
  })
})
