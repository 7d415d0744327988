/**
 * Binds the methods and accessors of an object to that very object, those of derived classes included. So they work
 * when they are taken off it (`const { subscribe } = agent`) and when they are called through a Proxy around it (Vue's
 * `reactive`, MobX).
 */
export function bindMembers(target: object): void {
  for (let prototype = parentOf(target); prototype && prototype !== Object.prototype; prototype = parentOf(prototype)) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name === 'constructor' || Object.hasOwn(target, name)) continue
      Object.defineProperty(target, name, bound(target, descriptor))
    }
  }
}

function parentOf(value: object): object | null {
  return Object.getPrototypeOf(value) as object | null
}

function bound(target: object, descriptor: PropertyDescriptor): PropertyDescriptor {
  const value: unknown = descriptor.value
  if (typeof value === 'function') {
    return { value: value.bind(target) as unknown, configurable: true, writable: true }
  }
  const get = descriptor.get?.bind(target)
  const set = descriptor.set?.bind(target)
  if (!get && !set) return { value, configurable: true, writable: true }
  return { ...(get && { get }), ...(set && { set }), configurable: true }
}
