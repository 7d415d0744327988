/** State that changes by actions, and tells when it has. */
export interface Store<State, Action> {
  getState: () => State
  dispatch: (action: Action) => void
  /** Gives the function that ends the subscription. */
  subscribe: (listener: () => void) => () => void
}

/** Listeners hear of what streams in many changes at once: 30 times a second, so that drawing leaves time for the run itself. */
const noticeMs = 33

/**
 * A store over a pure reducer. Its state is always current; its listeners are told a little later, once for many changes.
 *
 * @param isUrgent what listeners are told at once: a box that somebody ticks must not look unticked until then.
 */
export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
  isUrgent: (action: Action) => boolean,
): Store<State, Action> {
  let state = initial
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function notify(): void {
    clearTimeout(timer)
    timer = undefined
    for (const listener of listeners) listener()
  }

  return {
    getState: () => state,
    dispatch(action) {
      const next = reduce(state, action)
      if (next === state) return
      state = next
      if (isUrgent(action)) notify()
      else timer ??= setTimeout(notify, noticeMs)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
