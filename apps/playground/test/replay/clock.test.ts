import { describe, expect, it } from 'vitest'

import { ReplayClock } from '../../src/replay/clock.ts'

describe('the clock', () => {
  it('stands still at speed 0, and moves on by steps', async () => {
    const clock = new ReplayClock(0)
    const done: string[] = []
    const waits = [clock.wait(20).then(() => done.push('b')), clock.wait(10).then(() => done.push('a'))]
    clock.step()
    await waits[1]
    expect(done).toEqual(['a'])
    expect(clock.now).toBe(10)
    clock.step()
    await waits[0]
    expect(done).toEqual(['a', 'b'])
    expect(clock.now).toBe(20)
  })

  it('does not wait at speed Infinity, and keeps the order and the recorded time', async () => {
    const clock = new ReplayClock(Infinity)
    const done: string[] = []
    await Promise.all([
      clock.wait(86_400_000).then(() => done.push('tomorrow')),
      clock.wait(1000).then(() => done.push('soon')),
    ])
    expect(done).toEqual(['soon', 'tomorrow'])
    expect(clock.now).toBe(86_400_000)
  })

  it('goes on when the speed is raised from 0', async () => {
    const clock = new ReplayClock(0)
    const wait = clock.wait(50)
    clock.setSpeed(Infinity)
    await wait
    expect(clock.now).toBe(50)
  })

  it('rejects a wait with the reason of its signal', async () => {
    const clock = new ReplayClock(0)
    const controller = new AbortController()
    const wait = clock.wait(10, controller.signal)
    controller.abort(new Error('enough'))
    await expect(wait).rejects.toThrow('enough')
    await expect(clock.wait(10, controller.signal)).rejects.toThrow('enough')
  })
})
