/** Event names with the arguments of their listeners. */
export type EventMap<Events> = { [Name in keyof Events]: readonly unknown[] }

/** A listener. What it returns is ignored; a promise it returns may reject without harm. */
export type Listener<Args extends readonly unknown[]> = (...args: Args) => unknown

/** Takes a listener off again. */
export interface Subscription {
  dispose(): void
}

/** Listeners by event. Listeners are guests: whatever they do, the emitter goes on. */
export interface Bus<Events extends EventMap<Events>> {
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): Subscription
  once<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): Subscription
  /** Whether the listener was there. */
  off<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): boolean
  /** Takes all listeners of one event off. */
  offAll(name: keyof Events): void
  /** Takes all listeners off. */
  destroy(): void
  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void
}
