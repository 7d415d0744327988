/** Something that waits for its moment in virtual time. */
interface Waiter {
  id: number
  /** Milliseconds of virtual time. */
  due: number
}

/** Virtual time: it runs faster or slower than the wall, stands still, or jumps from one moment to the next. */
export interface VirtualTime {
  readonly now: number
  readonly waiters: readonly Waiter[]
}

/** The beginning: nobody waits for anything. */
export const startOfTime: VirtualTime = { now: 0, waiters: [] }

/** Adds one that waits for `ms` from now. */
export function schedule(time: VirtualTime, id: number, ms: number): VirtualTime {
  return { ...time, waiters: [...time.waiters, { id, due: time.now + Math.max(0, ms) }] }
}

/** Forgets one, because nobody waits for it any longer. */
export function cancel(time: VirtualTime, id: number): VirtualTime {
  return { ...time, waiters: time.waiters.filter((waiter) => waiter.id !== id) }
}

/** Moves time on; those whose moment has come are released, earliest first. */
export function advance(time: VirtualTime, ms: number): readonly [VirtualTime, released: number[]] {
  return releaseUntil(time, time.now + ms)
}

/** Jumps to the next moment at which something happens. */
export function step(time: VirtualTime): readonly [VirtualTime, released: number[]] {
  const next = nextMoment(time)
  return next === undefined ? [time, []] : releaseUntil(time, Math.max(time.now, next))
}

/** When something happens next, if anything does. */
export function nextMoment({ waiters }: VirtualTime): number | undefined {
  return waiters.length === 0 ? undefined : Math.min(...waiters.map(({ due }) => due))
}

function releaseUntil({ waiters }: VirtualTime, now: number): readonly [VirtualTime, number[]] {
  const due = waiters.filter((waiter) => waiter.due <= now).toSorted((a, b) => a.due - b.due || a.id - b.id)
  return [{ now, waiters: waiters.filter((waiter) => waiter.due > now) }, due.map(({ id }) => id)]
}
