import type { Bus, EventMap, Listener, Subscription } from '../types/bus.ts'

/** Told what a listener threw, or what the promise it returned rejected with. */
export type OnListenerError = (error: unknown, event: string) => void

interface Entry {
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
  readonly #entries = new Map<keyof Events, readonly Entry[]>()

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): Subscription {
    return this.#add(name, { listener, isOnce: false })
  }

  once<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): Subscription {
    return this.#add(name, { listener, isOnce: true })
  }

  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): boolean {
    return this.#remove(name, listener)
  }

  offAll(name: keyof Events): void {
    this.#entries.delete(name)
  }

  destroy(): void {
    this.#entries.clear()
  }

  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    const entries = this.#entries.get(name)
    if (!entries) return
    for (const { listener, isOnce } of entries) {
      if (isOnce) this.#remove(name, listener)
      this.#call(name, listener as Listener<Events[Name]>, args)
    }
  }

  #add(name: keyof Events, entry: Entry): Subscription {
    const entries = this.#entries.get(name) ?? []
    if (!entries.some(({ listener }) => listener === entry.listener)) this.#entries.set(name, [...entries, entry])
    return { dispose: () => void this.#remove(name, entry.listener) }
  }

  #remove(name: keyof Events, listener: unknown): boolean {
    const entries = this.#entries.get(name)
    if (!entries?.some((entry) => entry.listener === listener)) return false
    const rest = entries.filter((entry) => entry.listener !== listener)
    if (rest.length > 0) this.#entries.set(name, rest)
    else this.#entries.delete(name)
    return true
  }

  #call<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>, args: Events[Name]): void {
    try {
      const result = listener(...args)
      if (isThenable(result)) result.then(undefined, (error: unknown) => this.onListenerError(error, String(name)))
    } catch (error) {
      this.onListenerError(error, String(name))
    }
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

function reportToConsole(error: unknown, event: string): void {
  const { console } = globalThis as { console?: { error?: (...args: unknown[]) => void } }
  console?.error?.(`A listener of "${event}" failed:`, error)
}
