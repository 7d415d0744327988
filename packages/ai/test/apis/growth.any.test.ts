import { afterEach, describe, expect, it, vi } from 'vitest'

import { toolCallsOf } from '#src/message/message.ts'

import { fold, wires } from '../support/wires.ts'

/** Entries of lists and maps that are copied or written while `run` runs: the work that can grow faster than its input. */
function workOf(run: () => void): number {
  let work = 0
  // oxlint-disable typescript/unbound-method -- they are called with their `this`
  const { slice } = Array.prototype
  const { set } = Map.prototype
  vi.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...args) {
    work += this.length
    return slice.apply(this, args)
  })
  vi.spyOn(Map.prototype, 'set').mockImplementation(function (this: Map<unknown, unknown>, ...args) {
    work++
    return set.apply(this, args)
  })
  run()
  vi.restoreAllMocks()
  return work
}

afterEach(() => void vi.restoreAllMocks())

describe.each(wires)('$api reads many calls in one response in linear time (A10)', (wire) => {
  it('does ten times the work for ten times the calls', () => {
    const [few, many] = [300, 3000].map((count) => {
      const chunks = wire.calls(count)
      return workOf(() => fold(wire, chunks))
    }) as [number, number]
    expect(few).toBeGreaterThan(300)
    expect(many / few).toBeLessThan(15)
  })

  it('loses none of them, and keeps every snapshot as it was', () => {
    const { message, events } = fold(wire, wire.calls(200))
    const calls = toolCallsOf(message)
    expect(calls.map(({ arguments: args }) => args)).toEqual(calls.map(() => ({ a: 1 })))
    expect(calls).toHaveLength(200)
    expect(message.stopReason).toBe('toolUse')
    const sizes = events
      .filter(({ type }) => type === 'toolcall_start')
      .map((event) => ('partial' in event ? event.partial.content.length : 0))
    expect(sizes).toEqual(sizes.map((_, at) => at + 1))
  })
})
