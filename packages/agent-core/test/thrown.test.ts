import { errorText } from '@dreb/ai'
import { scriptedModel } from '@dreb/ai/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AgentOptions } from '#src/index.ts'

import { calls, ran } from './support/staged.ts'
import { tool } from './support/tools.ts'
import { textOf } from './support/trace.ts'

const cyclic: Record<string, unknown> = { code: 'ECONN' }
cyclic['self'] = cyclic
const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()
const hostile: [string, unknown][] = [
  ['a cycle', cyclic],
  ['a BigInt inside', { n: 1n }],
  ['a toJSON that throws', { toJSON: () => raise('toJSON') }],
  ['a getter that throws', Object.defineProperty({}, 'a', { get: () => raise('getter'), enumerable: true })],
  ['an object without prototype', Object.create(null)],
  ['an error whose message throws', Object.defineProperty(new Error('x'), 'message', { get: () => raise('message') })],
  ['a revoked proxy', revoked],
  ['a symbol', Symbol('s')],
  ['undefined', undefined],
  ['null', null],
]

function raise(text: string): never {
  throw new Error(text)
}

describe('the text of what was thrown (A3, decision 57)', () => {
  it.each(hostile)('exists for %s', (_name, thrown) => {
    expect(errorText(thrown)).toEqual(expect.stringMatching(/./))
  })

  it('exists for anything', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(errorText(thrown)).toBeTypeOf('string')
      }),
    )
  })

  it.each<[string, unknown, string]>([
    ['an error', new Error('boom'), 'boom'],
    ['an error without a message', new TypeError(''), 'TypeError'],
    ['a text', 'plain', 'plain'],
    ['an object', { code: 5 }, '{"code":5}'],
    ['a cycle', cyclic, '{"code":"ECONN","self":"[circular]"}'],
    ['a BigInt', { n: 1n }, '{"n":"1"}'],
    ['an AggregateError', new AggregateError([new Error('a'), 'b'], 'all failed'), 'all failed (a; b)'],
    [
      'fetch failed',
      new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
      'fetch failed (ECONNREFUSED)',
    ],
    [
      'fetch failed on every address',
      new TypeError('fetch failed', {
        cause: new AggregateError([new Error('::1 refused'), new Error('127 refused')]),
      }),
      'fetch failed (::1 refused; 127 refused)',
    ],
    ['an error that speaks for itself', new Error('boom', { cause: new Error('deeper') }), 'boom'],
  ])('of %s is what it says', (_name, thrown, text) => {
    expect(errorText(thrown)).toBe(text)
  })
})

describe('nothing thrown ends or hangs a run (A3, decision 57)', () => {
  it.each(hostile)('a tool throws %s: an error result, and the run goes on', async (_name, thrown) => {
    const bad = tool('bad', async () => {
      throw thrown
    })
    const { agent } = await ran([calls(['t1', 'bad']), 'ok'], { initialState: { tools: [bad] } })
    expect(agent.state.messages[2]).toMatchObject({ isError: true })
    expect(textOf(agent.state.messages.at(-1))).toBe('ok')
  })

  it.each(hostile)(
    'a listener throws %s: a warning, even where the warning callback throws, too',
    async (_n, thrown) => {
      let warnings = 0
      const onWarning = () => {
        warnings++
        throw thrown
      }
      const { agent } = await ran(
        ['ok'],
        { onWarning },
        {
          agent_start: () => {
            throw thrown
          },
        },
      )
      expect(warnings).toBe(1)
      expect(agent.state).toMatchObject({ isStreaming: false, error: undefined })
    },
  )

  const hooks: (keyof AgentOptions)[] = ['beforeLlmCall', 'transformContext', 'convertToLlm', 'getApiKey']
  it.each(hooks.flatMap((hook) => hostile.map(([name, thrown]) => [hook, name, thrown] as const)))(
    '%s throws %s: a failed turn',
    async (hook, _name, thrown) => {
      const { agent } = await ran(['ok'], { [hook]: () => Promise.reject(thrown) })
      expect(agent.state).toMatchObject({ isStreaming: false, error: expect.stringMatching(/./) as string })
    },
  )

  it('a warning callback that throws or rejects does not end the request of a stream function that warns', async () => {
    for (const onWarning of [() => raise('callback'), () => Promise.reject(new Error('callback')) as never]) {
      const { agent } = await ran([], {
        onWarning,
        streamFn: async function* (_model, _context, options) {
          options.onWarning?.('odd', 'line')
          yield { type: 'done', reason: 'stop', message: finished }
        },
      })
      expect(agent.state.error).toBeUndefined()
    }
  })

  it('the error that a hook threw is the error of the turn, code and all', async () => {
    const { AIError } = await import('@dreb/ai')
    const { agent } = await ran(['ok'], {
      beforeLlmCall: () => Promise.reject(new AIError('quota_exceeded', 'no money left')),
    })
    expect(agent.state.messages.at(-1)).toMatchObject({ errorCode: 'quota_exceeded', errorMessage: 'no money left' })
  })
})

const finished = {
  role: 'assistant',
  content: [{ type: 'text', text: 'x' }],
  api: scriptedModel.api,
  provider: scriptedModel.provider,
  model: scriptedModel.id,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: {} as never },
  stopReason: 'stop',
  timestamp: 1,
} as const satisfies object as never
