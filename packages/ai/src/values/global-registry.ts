/**
 * A value that all copies of this package in one process share. After a patch of one of its users a package manager may
 * install a second copy; what was registered with one must not be unknown to the other.
 */
export function globalRegistry<T>(name: string, make: () => T): T {
  const key = Symbol.for(`@dreb/ai/${name}`)
  const holder = globalThis as { [key: symbol]: T | undefined }
  return (holder[key] ??= make())
}
