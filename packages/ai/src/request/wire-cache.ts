const caches = new Map<string, WeakMap<object, unknown>>()

/**
 * The wire form of a message, made once per message object and target. Only messages that can not change any more are
 * remembered: agent-core freezes a message when it ends, so a long conversation is converted once and not once a turn.
 *
 * @param target everything besides the message that the result depends on, as a string.
 */
export function cachedPerMessage<T extends object>(target: string, message: object, make: () => T): T {
  if (!Object.isFrozen(message)) return make()
  const cache = cacheOf(target)
  const known = cache.get(message) as T | undefined
  if (known) return known
  const made = make()
  cache.set(message, made)
  return made
}

function cacheOf(target: string): WeakMap<object, unknown> {
  const known = caches.get(target)
  if (known) return known
  const cache = new WeakMap<object, unknown>()
  caches.set(target, cache)
  return cache
}
