const caches = new Map<string, WeakMap<object, object>>()

/**
 * The wire form of a message, made once per message object and target. Only messages that can not change any more are
 * remembered: agent-core freezes a message when it ends, so a long conversation is converted once and not once a turn.
 *
 * @param target everything besides the message that the result depends on, as a string.
 */
export function cachedPerMessage<T extends object>(target: string, message: object, make: () => T): T {
  return oncePerMessage(target, make)(message)
}

/** {@link cachedPerMessage} for the messages of a whole conversation: the target is looked up once. */
export function oncePerMessage<Message extends object, T extends object>(
  target: string,
  make: (message: Message) => T,
): (message: Message) => T {
  const cache = cacheOf(target)
  return (message) => {
    const known = cache.get(message) as T | undefined
    if (known) return known
    const made = make(message)
    if (Object.isFrozen(message)) cache.set(message, made)
    return made
  }
}

function cacheOf(target: string): WeakMap<object, object> {
  const known = caches.get(target)
  if (known) return known
  const cache = new WeakMap<object, object>()
  caches.set(target, cache)
  return cache
}
