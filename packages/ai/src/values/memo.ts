/**
 * Conversions that remember. A long conversation is looked at once, not once a turn: what cannot change any more (agents
 * freeze a message when it ends) is converted once per set of traits.
 *
 * A conversion sees its input and its traits, and nothing else; the traits, as plain data, are the key it is remembered
 * under. So a quirk that a conversion learns to consider cannot serve a form that was made without it.
 */

/** Makes a conversion remember the form of each frozen message. */
export function memoizePerMessage<Message extends object, Traits extends object, Form extends object>(
  convert: (message: Message, traits: Traits) => Form,
): (traits: Traits) => (message: Message) => Form {
  const memos = new Map<string, WeakMap<object, Form>>()
  return (traits) => {
    const memo = memoOf(memos, traits)
    return (message) => {
      const known = memo.get(message)
      if (known) return known
      const form = convert(message, traits)
      if (Object.isFrozen(message)) memo.set(message, form)
      return form
    }
  }
}

/** A fold over a list that grows from turn to turn. The state is the fold's own, and is changed in place. */
export interface IncrementalFold<Item extends object, Traits extends object, State> {
  start: () => State
  /** The function that adds an item, for one pass over a list: what it makes in this pass is its own to change. */
  adder: (traits: Traits) => (state: State, item: Item) => void
  /** A state that can be added to without changing this one. */
  fork: (state: State) => State
}

/** The beginning of a list that cannot change any more, and what came of it. */
interface Settled<State> {
  items: object[]
  state: State
}

/**
 * Makes a fold go on where it stopped last time if a list begins with the same frozen items. Lists are told apart by
 * their first item. Items that are not frozen may change between two calls, so from the first of them on nothing is
 * remembered.
 *
 * @returns a fold whose result is a state to read from, not to change.
 */
export function memoizeFold<Item extends object, Traits extends object, State>(
  fold: IncrementalFold<Item, Traits, State>,
): (traits: Traits, items: readonly Item[]) => State {
  const memos = new Map<string, WeakMap<object, Settled<State>>>()
  return (traits, items) => {
    const [first] = items
    if (!first || !Object.isFrozen(first)) return addFrom(0, items, fold.start(), fold.adder(traits))
    const memo = memoOf(memos, traits)
    const settled = continuable(memo.get(first), items) ?? { items: [], state: fold.start() }
    // Forgotten meanwhile: should adding fail, the state would be neither here nor there.
    memo.delete(first)
    settle(settled, items, fold.adder(traits))
    memo.set(first, settled)
    const { state, items: known } = settled
    if (known.length === items.length) return state
    return addFrom(known.length, items, fold.fork(state), fold.adder(traits))
  }
}

function memoOf<Value>(memos: Map<string, WeakMap<object, Value>>, traits: object): WeakMap<object, Value> {
  const key = JSON.stringify(traits)
  const known = memos.get(key)
  if (known) return known
  const memo = new WeakMap<object, Value>()
  memos.set(key, memo)
  return memo
}

/** What is remembered, if the list begins with it. */
function continuable<State>(settled: Settled<State> | undefined, items: readonly object[]): Settled<State> | undefined {
  return settled?.items.every((item, index) => item === items[index]) ? settled : undefined
}

function settle<Item extends object, State>(
  settled: Settled<State>,
  items: readonly Item[],
  add: (state: State, item: Item) => void,
): void {
  for (const item of items.slice(settled.items.length)) {
    if (!Object.isFrozen(item)) return
    add(settled.state, item)
    settled.items.push(item)
  }
}

function addFrom<Item extends object, State>(
  start: number,
  items: readonly Item[],
  state: State,
  add: (state: State, item: Item) => void,
): State {
  for (const item of items.slice(start)) add(state, item)
  return state
}
