import type { Bus, EventMap, Listener, Subscription } from '../types/bus.ts'

/** Called with what a listener threw, or what the promise it returned rejected with. */
export type OnListenerError = (error: unknown, event: string) => void

/** A listener as it is kept. */
export interface ListenerEntry {
  readonly listener: Listener<never>
  readonly isOnce: boolean
}

/**
 * Listeners by event, called at once and in order of registration. A listener that fails is reported and disturbs
 * neither the others nor the emitter; the same function is registered once.
 */
export class EventBus<Events extends EventMap<Events>> implements Bus<Events> {
  /** Replace it to report failures of listeners elsewhere than on the console. */
  onListenerError: OnListenerError = reportToConsole
  // Lists are replaced, never changed, so that an emission goes over the list as it was when it began.
  // Not `#private`, which does not work through a proxy, and not `private`, which ties the type to this very class.
  /** @internal */
  readonly entries = new Map<keyof Events, readonly ListenerEntry[]>()

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): Subscription {
    return add(this.entries, name, { listener, isOnce: false })
  }

  once<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): Subscription {
    return add(this.entries, name, { listener, isOnce: true })
  }

  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): boolean {
    return remove(this.entries, name, listener)
  }

  offAll(name: keyof Events): void {
    this.entries.delete(name)
  }

  destroy(): void {
    this.entries.clear()
  }

  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    const entries = this.entries.get(name)
    if (!entries) return
    for (const { listener, isOnce } of entries) {
      if (isOnce) remove(this.entries, name, listener)
      callListener(listener as Listener<Events[Name]>, args, this, String(name))
    }
  }
}

type Entries<Name> = Map<Name, readonly ListenerEntry[]>

function add<Name>(all: Entries<Name>, name: Name, entry: ListenerEntry): Subscription {
  const entries = all.get(name) ?? []
  if (!entries.some(({ listener }) => listener === entry.listener)) all.set(name, [...entries, entry])
  return { dispose: () => void remove(all, name, entry.listener) }
}

function remove<Name>(all: Entries<Name>, name: Name, listener: unknown): boolean {
  const entries = all.get(name)
  if (!entries?.some((entry) => entry.listener === listener)) return false
  const rest = entries.filter((entry) => entry.listener !== listener)
  if (rest.length > 0) all.set(name, rest)
  else all.delete(name)
  return true
}

function callListener<Args extends readonly unknown[]>(
  listener: Listener<Args>,
  args: Args,
  bus: { onListenerError: OnListenerError },
  event: string,
): void {
  try {
    const result = listener(...args)
    if (isThenable(result)) result.then(undefined, (error: unknown) => report(bus, error, event))
  } catch (error) {
    report(bus, error, event)
  }
}

function report(bus: { onListenerError: OnListenerError }, error: unknown, event: string): void {
  try {
    bus.onListenerError(error, event)
  } catch {
    // Nobody is left to hear of it.
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

function reportToConsole(error: unknown, event: string): void {
  const { console } = globalThis as { console?: { error?: (...args: unknown[]) => void } }
  console?.error?.(`A listener of "${event}" failed:`, error)
}
