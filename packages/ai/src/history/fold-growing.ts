/** A fold over a list that grows from turn to turn. The state is the fold's own, and is changed in place. */
export interface IncrementalFold<Item extends object, State> {
  /** Names what the result depends on besides the items. */
  readonly key: string
  start: () => State
  add: (state: State, item: Item) => void
  /** A state that can be added to without changing this one. */
  fork: (state: State) => State
}

/** The beginning of a list that can not change any more, and what came of it. */
interface Settled {
  items: object[]
  state: unknown
}

const remembered = new Map<string, WeakMap<object, Settled>>()

/**
 * Folds a list, and goes on where it stopped last time if the list begins with the same frozen items: a conversation is
 * looked at once, and not once a turn. Lists are told by their first item. Items that are not frozen may change between
 * two calls, so from the first of them on nothing is remembered.
 *
 * @returns a state to read from, not to change.
 */
export function foldIncrementally<Item extends object, State>(
  fold: IncrementalFold<Item, State>,
  items: readonly Item[],
): State {
  const [first] = items
  if (!first || !Object.isFrozen(first)) return addFrom(0, items, fold.start(), fold)
  const known = settledOf(fold.key)
  const settled = goOn(known.get(first), items) ?? { items: [], state: fold.start() }
  // Forgotten meanwhile: should adding fail, the state would be neither here nor there.
  known.delete(first)
  settle(settled, items, fold)
  known.set(first, settled)
  const state = settled.state as State
  return settled.items.length === items.length ? state : addFrom(settled.items.length, items, fold.fork(state), fold)
}

function settledOf(key: string): WeakMap<object, Settled> {
  const known = remembered.get(key) ?? new WeakMap<object, Settled>()
  remembered.set(key, known)
  return known
}

/** What is remembered, if the list begins with it. */
function goOn(settled: Settled | undefined, items: readonly object[]): Settled | undefined {
  return settled?.items.every((item, index) => item === items[index]) ? settled : undefined
}

function settle<Item extends object, State>(
  settled: Settled,
  items: readonly Item[],
  { add }: IncrementalFold<Item, State>,
): void {
  for (const item of items.slice(settled.items.length)) {
    if (!Object.isFrozen(item)) return
    add(settled.state as State, item)
    settled.items.push(item)
  }
}

function addFrom<Item extends object, State>(
  start: number,
  items: readonly Item[],
  state: State,
  { add }: IncrementalFold<Item, State>,
): State {
  for (const item of items.slice(start)) add(state, item)
  return state
}
