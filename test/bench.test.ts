import { describe, expect, it } from 'vitest'

import type { Measure } from '../bench/measure.ts'
import { lineOf, median, type Round, slopeOf, valueOf } from '../bench/report.ts'
import { scenarios } from '../bench/scenarios.ts'
import { answerAt, expectedTally, parsePlay } from '../bench/task.ts'
import { argumentsOf, render } from '../bench/wire.ts'

const measure = (cpu: number, facts: Partial<Measure> = {}): Measure => ({ cpu, peak: 0, kept: 0, turns: [], ...facts })

describe('the figures of the benchmarks', () => {
  it('take the middle', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
  })

  it('are ratios within a round', () => {
    const round: Round = new Map([
      ['raw', [measure(100)]],
      ['ai', [measure(150)]],
    ])
    expect(valueOf({ kind: 'ratio', of: 'ai', to: 'raw' }, round, ['text-1'])).toBe(1.5)
  })

  it('read 1 for linear and 2 for quadratic growth', () => {
    const round: Round = new Map([
      ['linear', [measure(10), measure(160)]],
      ['quadratic', [measure(10), measure(2560)]],
    ])
    const exponent = (of: string) => valueOf({ kind: 'exponent', of }, round, ['call-64', 'call-1024'])
    expect([exponent('linear'), exponent('quadratic')]).toEqual([1, 2])
  })

  it('see what each turn adds to the next', () => {
    const ends = Array.from({ length: 100 }, (_, turn) => turn * 5 + (turn * (turn + 1) * 0.01) / 2)
    expect(slopeOf(ends)).toBeCloseTo(0.01, 10)
  })

  it('say when they are over their limit', () => {
    const [scenario] = scenarios
    const round: Round = new Map([
      ['raw', [measure(1, { peak: 100 })]],
      ['ai', [measure(1, { peak: 200 })]],
    ])
    expect(scenario && lineOf({ kind: 'peak', of: 'ai', to: 'raw', max: 73 }, scenario, [round])).toEqual({
      text: '  ai, peak over raw                      100.00 MB  OVER, at most 73',
      isGood: false,
    })
  })
})

describe('what the benchmarks play', () => {
  it('is as long as it says, on both wires', () => {
    expect(argumentsOf(1024)).toHaveLength(1024)
    expect(JSON.parse(argumentsOf(1024))).toHaveProperty('content')
    const answer = answerAt(parsePlay('turns-3-2'), 0)
    expect(answer).toEqual({
      textDeltas: 8,
      calls: [
        { id: 'call_0_0', size: 64 },
        { id: 'call_0_1', size: 64 },
      ],
    })
    expect(render('openai', answer).match(/"content":"Gar viel"/g)).toHaveLength(8)
    expect(render('anthropic', answer).match(/"text_delta"/g)).toHaveLength(8)
  })

  it('adds up over a conversation', () => {
    expect(expectedTally(parsePlay('turns-3-2'))).toEqual({ text: 8 * 8 * 4, args: 64 * 2 * 3 })
    expect(expectedTally(parsePlay('call-16'))).toEqual({ text: 8, args: 16_384 })
  })
})
