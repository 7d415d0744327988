import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { AIError, errorText, toAIError, errorTextWithCause } from '#src/errors/ai-error.ts'
import { callSafely } from '#src/values/call-safely.ts'
import { textOf } from '#src/values/text.ts'

const cycle: Record<string, unknown> = { name: 'loop' }
cycle['self'] = cycle

const throwing = {
  get secret(): string {
    throw new Error('no')
  },
  plain: 1,
}

const revoked = Proxy.revocable({}, {})
revoked.revoke()

describe('A3, decision 57: errorText', () => {
  it.each([
    ['a string', 'broken', 'broken'],
    ['an error', new TypeError('broken'), 'broken'],
    ['an error without a message', new RangeError(), 'RangeError'],
    ['a cycle', cycle, '{"name":"loop","self":"[circular]"}'],
    ['a BigInt', 10n, '10'],
    ['a BigInt inside', { count: 10n }, '{"count":"10"}'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a getter that throws', throwing, '{"secret":"[unreadable]","plain":1}'],
    ['toJSON that throws', { toJSON: () => throwing.secret }, '"[unreadable]"'],
    ['toString that throws', { toString: () => throwing.secret }, '{"toString":"[function]"}'],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 }), '{"a":1}'],
    ['an AggregateError', new AggregateError([new Error('one'), 'two'], 'both failed'), 'both failed (one; two)'],
    ['an AggregateError without a message', new AggregateError([new Error('one')]), 'one'],
    [
      'fetch failed',
      new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
      'fetch failed (ECONNREFUSED)',
    ],
    ['another error with a cause', new Error('outer', { cause: new Error('inner') }), 'outer'],
  ])('is the text of %s', (_, thrown, text) => {
    expect(errorText(thrown)).toBe(text)
    expect(toAIError(thrown).message).toBe(text)
  })

  it('names every address that refused, behind "fetch failed"', () => {
    const cause = new AggregateError([new Error('ECONNREFUSED ::1'), new Error('ECONNREFUSED 127.0.0.1')])
    expect(errorText(new TypeError('fetch failed', { cause }))).toBe(
      'fetch failed (ECONNREFUSED ::1; ECONNREFUSED 127.0.0.1)',
    )
  })

  it('follows causes that run in a circle only so far', () => {
    const error = new Error('fetch failed')
    error.cause = error
    expect(errorTextWithCause(error)).toContain('fetch failed')
  })

  it('reads what cannot be read at all', () => {
    expect(errorText(revoked.proxy)).toBe('a value that cannot be read was thrown')
    const error = new Error('x')
    Object.defineProperty(error, 'message', { get: () => throwing.secret })
    expect(errorText(error)).toBe('a value that cannot be read was thrown')
  })

  it('never throws, and stays short, whatever was thrown', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true }), (thrown) => {
        expect(errorText(thrown).length).toBeLessThan(11_000)
      }),
    )
    expect(errorText(new Error('x'.repeat(1e6))).length).toBeLessThan(11_000)
    expect(textOf({ list: Array.from({ length: 1e6 }, () => 'x') }).length).toBeLessThan(11_000)
  })
})

describe('AIError.is', () => {
  it('knows errors of another copy of the package by their symbol, and nothing else', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('@dreb/ai/error')]: true, code: 'refusal' })
    expect([new AIError('refusal', 'x'), foreign].map((error) => AIError.is(error))).toEqual([true, true])
    expect([new Error('x'), { code: 'refusal' }, null, 'x', revoked.proxy].map((value) => AIError.is(value))).toEqual(
      Array(5).fill(false),
    )
    expect(toAIError(foreign)).toBe(foreign)
  })
})

describe('A3: callSafely', () => {
  it('survives callbacks that throw or reject, and passes the arguments on', async () => {
    const seen: unknown[] = []
    callSafely((...args: unknown[]) => seen.push(args), 'code', 'text')
    callSafely(() => {
      throw new Error('no')
    })
    callSafely(() => Promise.reject(new Error('no')))
    callSafely(undefined, 1)
    await new Promise((resolve) => setTimeout(resolve))
    expect(seen).toEqual([['code', 'text']])
  })
})
