import { advance, cancel, nextMoment, schedule, startOfTime, step, type VirtualTime } from './virtual-time.ts'

/**
 * What everything in a run waits on, so that pause, step and speed hold for all of it: virtual time, driven by one real
 * timer for whatever comes next.
 */
export class ReplayClock {
  #time: VirtualTime = startOfTime
  #speed: number
  #lastSync = performance.now()
  #nextId = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #releases = new Map<number, () => void>()

  /** @param speed virtual per real milliseconds; 0 stands still, Infinity does not wait. */
  constructor(speed = 1) {
    this.#speed = speed
  }

  /** Virtual milliseconds since the clock was made. */
  get now(): number {
    return this.#time.now
  }

  setSpeed(speed: number): void {
    this.#sync()
    this.#speed = speed
    this.#arm()
  }

  /** Lets the next thing happen, whatever the speed. */
  step(): void {
    this.#sync()
    this.#settle(step(this.#time))
    this.#arm()
  }

  /** Resolves after `ms` of virtual time. Rejects when the signal fires. */
  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(reasonOf(signal))
    this.#sync()
    const id = this.#nextId++
    this.#time = schedule(this.#time, id, ms)
    this.#arm()
    return new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#forget(id)
        if (signal) reject(reasonOf(signal))
      }
      this.#releases.set(id, () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      })
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  #forget(id: number): void {
    this.#time = cancel(this.#time, id)
    this.#releases.delete(id)
  }

  #settle([time, released]: readonly [VirtualTime, number[]]): void {
    this.#time = time
    for (const id of released) {
      this.#releases.get(id)?.()
      this.#releases.delete(id)
    }
  }

  /** Moves virtual time on by what has passed since the last time. */
  #sync(): void {
    const now = performance.now()
    const elapsed = now - this.#lastSync
    this.#lastSync = now
    if (this.#speed > 0 && this.#speed < Infinity) this.#settle(advance(this.#time, elapsed * this.#speed))
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const next = nextMoment(this.#time)
    if (next === undefined || this.#speed === 0) return
    const ms = this.#speed === Infinity ? 0 : Math.max(0, (next - this.#time.now) / this.#speed)
    this.#timer = setTimeout(() => this.#tick(), ms)
  }

  #tick(): void {
    this.#sync()
    // Only here, so that whatever was released together can say what it waits for next before time goes on.
    if (this.#speed === Infinity) this.#settle(step(this.#time))
    this.#arm()
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  // The default reason says nothing to those who read it as the result of a tool.
  const isTelling = reason instanceof Error && reason.name !== 'AbortError'
  return isTelling ? reason : new DOMException('Aborted', 'AbortError')
}
