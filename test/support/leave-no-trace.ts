// Set up for projects whose test files share a process (`isolate: false`): what one leaves behind, the next would see.
import '@dreb/ai'
import { afterAll, expect } from 'vitest'

/** What files share: the environment, globals, prototypes, and the registries that copies of @dreb/ai find by symbol. */
function snapshot() {
  const { fetch, setTimeout, Date, crypto } = globalThis
  const prototypes = [Object.prototype, Array.prototype]
  return {
    globals: [fetch, setTimeout, Date, crypto],
    prototypes: prototypes.flatMap((prototype) => [
      Object.isFrozen(prototype),
      ...Object.getOwnPropertyNames(prototype),
    ]),
    environment: { ...process.env },
    registries: Object.getOwnPropertySymbols(globalThis).flatMap(contentOf),
  }
}

/** What a registry holds, by names; of one that holds registries, how much each holds. Empty ones are as good as none. */
function contentOf(key: symbol): string[] {
  const registry: unknown = Reflect.get(globalThis, key)
  const isRegistry = key.description?.startsWith('@dreb/ai/') && (registry instanceof Map || registry instanceof Set)
  if (!isRegistry) return []
  return Array.from(registry.entries(), ([name, value]) =>
    [key.description, name, value instanceof Map ? value.size : ''].join(' '),
  ).toSorted()
}

const before = snapshot()

afterAll(() => expect(snapshot()).toEqual(before))
