import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cacheMarkPlaces } from '#src/options/cache-marks.ts'

const carries = (block: string) => block !== 'thinking'
const message = (role: string, size: number) => ({ role, content: Array.from({ length: size }, () => 'text') })

/** The number of a block, counted over all messages. */
const numberOf = (messages: { content: string[] }[], at: { message: number; block: number }) =>
  messages.slice(0, at.message).reduce((sum, { content }) => sum + content.length, at.block)

describe('cache marks (decision 52)', () => {
  it('stand on the last block of the user alone while turns are narrow', () => {
    const messages = [message('user', 1), message('assistant', 2), message('user', 1)]
    expect(cacheMarkPlaces(messages, carries)).toEqual([{ message: 2, block: 0 }])
  })

  it('stand between where a turn is wider than 20 blocks', () => {
    const messages = [message('user', 1), message('assistant', 18), message('user', 18)]
    expect(cacheMarkPlaces(messages, carries).map((at) => numberOf(messages, at))).toEqual([16, 36])
  })

  it('do not stand on thinking', () => {
    const messages = [
      message('user', 1),
      { role: 'assistant', content: [...Array.from({ length: 17 }, () => 'thinking'), 'call'] },
      message('user', 18),
    ]
    expect(cacheMarkPlaces(messages, carries)[0]).toEqual({ message: 0, block: 0 })
  })

  it('are at most three, the first within reach of the last request, whatever the widths', () => {
    const width = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(fc.array(fc.tuple(width, width), { maxLength: 6 }), width, (turns, first) => {
        const messages = [
          message('user', first),
          ...turns.flatMap(([calls, results]) => [message('assistant', calls), message('user', results)]),
        ]
        const marks = cacheMarkPlaces(messages, carries).map((at) => numberOf(messages, at))
        const total = messages.reduce((sum, { content }) => sum + content.length, 0)
        const [calls = 0, results = 0] = turns.at(-1) ?? []
        const previous = total - 1 - calls - results
        expect(marks.length).toBeLessThanOrEqual(3)
        expect(marks.at(-1)).toBe(total - 1)
        expect(new Set(marks).size).toBe(marks.length)
        expect(turns.length === 0 || marks[0]! - previous <= 20).toBe(true)
      }),
    )
  })

  it('are none without a message of the user', () => {
    expect(cacheMarkPlaces([], carries)).toEqual([])
  })
})
