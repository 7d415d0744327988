import { describe, expect, it } from 'vitest'

import { parseError } from '#src/errors/parse-error.ts'
import { serviceTierRate } from '#src/message/service-tier.ts'
import { ownValue } from '#src/values/json.ts'

import { fold, wires } from '../support/wires.ts'

const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf']

describe.each(words)('the word %s is one that nobody knows (A1)', (word) => {
  it.each(wires)('as the reason for the end in $api', (wire) => {
    const { message } = fold(wire, wire.endsWith(word))
    expect(message).toMatchObject({ stopReason: 'stop', content: [{ type: 'text', text: 'x' }] })
    expect(message.rawStopReason?.toLowerCase()).toBe(word.toLowerCase())
    expect(message.usage.cost.total).toBeTypeOf('number')
  })

  it('as the code of an error', () => {
    for (const error of [{ code: word }, { type: word }, { code: word, type: word, message: 'x' }]) {
      expect(parseError({ error })).toMatchObject({ code: 'unexpected', retryable: false })
    }
  })

  it('as a service tier and as an entry of a table', () => {
    expect(serviceTierRate(word)).toBeUndefined()
    expect(ownValue({ a: 1 }, word)).toBeUndefined()
  })
})

it.each(wires)('reasons of $api are read without regard to case (decision 64)', (wire) => {
  const reason = wire.api.includes('responses') ? 'INCOMPLETE' : 'Max_Tokens'
  expect(fold(wire, wire.endsWith(reason)).message.stopReason).toBe('length')
})

it.each(wires.filter(({ api }) => !api.includes('responses')))(
  'a server that failed in $api is an error that may be retried (decision 64)',
  (wire) => {
    for (const reason of ['abort', 'error', 'network_error', 'INSUFFICIENT_SYSTEM_RESOURCE']) {
      expect(fold(wire, wire.endsWith(reason)).message).toMatchObject({ stopReason: 'error', retryable: true })
    }
  },
)

it.each(wires)('a numeric or missing reason of $api throws nothing (A9)', (wire) => {
  expect(fold(wire, wire.endsWith(5)).message.stopReason).toMatch(/stop|error/)
  expect(fold(wire, wire.endsWith({})).message.stopReason).toMatch(/stop|error/)
})

it.each(wires)('a body of $api that came whole is read as the response (decision 64)', (wire) => {
  const { message } = fold(wire, [wire.whole])
  expect(message).toMatchObject({ stopReason: 'stop', content: [{ type: 'text', text: 'hi' }] })
})
