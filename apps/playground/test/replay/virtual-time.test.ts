import { describe, expect, it } from 'vitest'

import { advance, cancel, nextMoment, schedule, startOfTime, step } from '../../src/replay/virtual-time.ts'

const three = [
  [0, 30],
  [1, 10],
  [2, 10],
].reduce((time, [id = 0, ms = 0]) => schedule(time, id, ms), startOfTime)

describe('virtual time', () => {
  it('releases those whose moment has come, earliest first', () => {
    const [later, released] = advance(three, 30)
    expect(released).toEqual([1, 2, 0])
    expect(later).toEqual({ now: 30, waiters: [] })
  })

  it('leaves those whose moment has not come', () => {
    expect(advance(three, 9)).toEqual([{ now: 9, waiters: three.waiters }, []])
  })

  it('steps to the next moment, and releases all that share it', () => {
    const [later, released] = step(three)
    expect(released).toEqual([1, 2])
    expect(later).toEqual({ now: 10, waiters: [{ id: 0, due: 30 }] })
  })

  it('stands still when nobody waits', () => {
    expect(step(startOfTime)).toEqual([startOfTime, []])
    expect(nextMoment(startOfTime)).toBe(undefined)
  })

  it('forgets one that is cancelled', () => {
    expect(nextMoment(cancel(cancel(three, 1), 2))).toBe(30)
  })

  it('counts a wait from now, and a negative one as none', () => {
    const [later] = advance(startOfTime, 100)
    expect(schedule(later, 7, -5).waiters).toEqual([{ id: 7, due: 100 }])
  })
})
