import { advance, cancel, nextMoment, schedule, startOfTime, step, type VirtualTime } from './virtual-time.ts'

/** What everything in a run waits on, so that pause, step and speed hold for all of it. */
export interface ReplayClock {
  /** Virtual milliseconds since the clock was made. */
  readonly now: number
  /** Resolves after `ms` of virtual time. Rejects with the reason of the signal. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Virtual per real milliseconds; 0 stands still, Infinity does not wait. */
  setSpeed(speed: number): void
  /** Lets the next thing happen, whatever the speed. */
  step(): void
}

/** Virtual time driven by real timers: one timer, for whatever comes next. */
export function createClock(initialSpeed = 1): ReplayClock {
  let time: VirtualTime = startOfTime
  let speed = initialSpeed
  let lastSync = performance.now()
  let nextId = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const release = new Map<number, () => void>()

  function settle([next, released]: readonly [VirtualTime, number[]]): void {
    time = next
    for (const id of released) release.get(id)?.()
  }

  function sync(): void {
    const now = performance.now()
    const elapsed = now - lastSync
    lastSync = now
    if (speed > 0 && speed < Infinity) settle(advance(time, elapsed * speed))
  }

  function arm(): void {
    clearTimeout(timer)
    const next = nextMoment(time)
    if (next === undefined || speed === 0) return
    timer = setTimeout(tick, speed === Infinity ? 0 : Math.max(0, (next - time.now) / speed))
  }

  function tick(): void {
    sync()
    // Only here, so that whatever was released together can say what it waits for next before time goes on.
    if (speed === Infinity) settle(step(time))
    arm()
  }

  function wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(reasonOf(signal))
    sync()
    const id = nextId++
    time = schedule(time, id, ms)
    arm()
    return new Promise<void>((resolve, reject) => {
      const abort = () => {
        time = cancel(time, id)
        release.delete(id)
        if (signal) reject(reasonOf(signal))
      }
      release.set(id, () => {
        release.delete(id)
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  return {
    get now() {
      return time.now
    },
    wait,
    setSpeed(next) {
      sync()
      speed = next
      arm()
    },
    step() {
      sync()
      settle(step(time))
      arm()
    },
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  // The default reason says nothing to those who read it as the result of a tool.
  const isTelling = reason instanceof Error && reason.name !== 'AbortError'
  return isTelling ? reason : new DOMException('Aborted', 'AbortError')
}
