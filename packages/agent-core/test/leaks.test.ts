import { getEventListeners } from 'node:events'

import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { agentLoop, type AgentOptions } from '#src/index.ts'

import { calls, ran, rawStream, staged, type Reactions, user } from './support/staged.ts'
import { standardTools } from './support/tools.ts'

/** Counts the timers that are set and have neither fired nor been cleared. */
const pending = new Set<unknown>()
const { setTimeout: set, clearTimeout: clear } = globalThis

beforeEach(() => {
  pending.clear()
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    const timer = set(() => {
      pending.delete(timer)
      work()
    }, ms)
    pending.add(timer)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: ReturnType<typeof set>) => {
    pending.delete(timer)
    clear(timer)
  })
})

afterEach(() => vi.unstubAllGlobals())

const twoTools = [calls(['t1', 'fast'], ['t2', 'boom']), 'ok']
const abortAtUpdate: Reactions = { 'u(text_delta)': (agent) => agent.abort() }

describe('after a run nothing is left', () => {
  it.each<[string, Parameters<typeof ran>[0], AgentOptions, Reactions]>([
    ['of a run with tools', twoTools, { toolTimeoutMs: 60_000, maxParallelTools: 1 }, {}],
    ['of retries', [{ text: 'a', fails: 'drop' }, { text: 'b', stopReason: 'length' }, 'ok'], {}, {}],
    ['of an aborted stream', [{ text: 'a', fails: 'hang' }], {}, abortAtUpdate],
    ['of a failed hook', ['a'], { transformContext: () => Promise.reject(new Error('no')) }, {}],
    ['of asynchronous listeners', twoTools, {}, { agent_start: (agent) => void agent.subscribe(async () => {}) }],
  ])('%s', async (_name, script, options, on) => {
    const stage = await ran(script, options, on)
    expect(pending.size).toBe(0)
    expect(stage.script.requests.flatMap(({ options }) => getEventListeners(options.signal!, 'abort'))).toEqual([])
  })

  it('of a tool and a provider that never come back', async () => {
    for (const name of ['deaf', 'model']) {
      const streamFn = rawStream([], 'hang')
      const stage = staged([calls(['t1', 'deaf'])], name === 'model' ? { streamFn } : {})
      const running = stage.agent.prompt('go')
      setTimeout(() => stage.agent.abort(), 10)
      await running
    }
    expect(pending.size).toBe(0)
  })

  it('on a signal of the caller, however long the run was', async () => {
    const { signal } = new AbortController()
    const script = [...Array.from({ length: 30 }, (_, at) => calls([`t${at}`, 'fast'], [`u${at}`, 'boom'])), 'ok']
    const context = { systemPrompt: '', messages: [], tools: standardTools() }
    const config = { model: scriptedModel, convertToLlm: () => [] }
    let most = 0
    const stream = agentLoop([user('go')], context, config, signal, scriptedStream(...script))
    for await (const _ of stream) most = Math.max(most, getEventListeners(signal, 'abort').length)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    // One of the run, one of the request.
    expect(most).toBeLessThanOrEqual(2)
  })
})
